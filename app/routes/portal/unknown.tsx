import { Navigate } from 'react-router';

/** Reached only by client-side navigation, such as an invalid `next`: the server responds with 404. */
export default function Unknown() {
  return <Navigate to="/customer-portal" replace />;
}
