import { Navigate } from 'react-router';
import { canDo, paths, useDesk } from '#app/desk/components/desk-context.ts';
import { Queue } from '#app/desk/tickets/queue.tsx';

/** The first screen: the queue, or what else the staff member may see. */
export default function QueueRoute() {
  const { me } = useDesk();
  if (canDo(me, 'support')) return <Queue />;
  return <Navigate to={canDo(me, 'accounts', 'sales', 'records') ? paths.customers : paths.health} replace />;
}
