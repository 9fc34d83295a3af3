import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';
import { Allowed } from '#app/desk/components/allowed.tsx';
import { paths } from '#app/desk/components/desk-context.ts';
import { TicketPage } from '#app/desk/tickets/ticket.tsx';

const load = () => import('./ticket-conversation.tsx');
const TicketConversation = lazy(async () => ({ default: (await load()).TicketConversation }));
const TicketMenu = lazy(async () => ({ default: (await load()).TicketMenu }));
const BesideConversation = lazy(async () => ({ default: (await load()).BesideConversation }));

export default function TicketRoute() {
  const { ticketId } = useParams();
  if (ticketId === undefined) return <Navigate to={paths.queue} replace />;
  return (
    <Allowed to={['support']}>
      <TicketPage
        key={ticketId}
        id={ticketId}
        conversation={TicketConversation}
        side={BesideConversation}
        actions={TicketMenu}
      />
    </Allowed>
  );
}
