import { TicketPage, type TicketPageProps } from '#app/features/tickets/conversation/ticket-page.tsx';
import { TicketPageCopyContext } from '#app/features/tickets/tickets-copy.ts';
import { conversation, ticketPage } from '#content/portal/en/conversation.ts';

/** Loaded by records.tsx, which is the route of tickets too. */
export default function Ticket(props: Omit<TicketPageProps, 'conversation'>) {
  return (
    <TicketPageCopyContext value={ticketPage}>
      <TicketPage {...props} conversation={conversation} />
    </TicketPageCopyContext>
  );
}
