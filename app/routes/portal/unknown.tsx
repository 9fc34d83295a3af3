import { Navigate } from 'react-router';

/** Reached by a navigation within the portal only, such as a `next` that somebody made up: the server answers 404. */
export default function Unknown() {
  return <Navigate to="/customer-portal" replace />;
}
