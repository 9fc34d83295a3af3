import { Navigate } from 'react-router';
import { canDo, customersPath, healthPath, useDesk } from '#app/features/desk/desk-context.ts';
import { Queue } from '#app/features/desk/queue.tsx';

/** The first screen: the queue, or what else the staff member may see. */
export default function QueueRoute() {
  const { me } = useDesk();
  if (canDo(me, 'support')) return <Queue />;
  return <Navigate to={canDo(me, 'accounts', 'sales', 'records') ? customersPath : healthPath} replace />;
}
