import { Navigate, useParams } from 'react-router';
import { deskPath } from '#app/features/desk/desk-context.ts';
import { TicketPage } from '#app/features/desk/ticket.tsx';

export default function TicketRoute() {
  const { ticketId } = useParams();
  return ticketId === undefined ? <Navigate to={deskPath} replace /> : <TicketPage key={ticketId} id={ticketId} />;
}
