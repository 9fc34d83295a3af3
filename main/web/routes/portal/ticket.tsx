import { TicketPage, type TicketPageProps } from '#app/features/tickets/conversation/ticket-page.tsx';
import { TicketPageCopyContext } from '#app/features/tickets/tickets-copy.ts';
import { useCopy } from '#app/lib/copy.ts';
import { conversationCopy } from './shared-copy.ts';

/** Loaded by records.tsx, which is the route of tickets too. */
export default function Ticket(props: Omit<TicketPageProps, 'conversation'>) {
  const { conversation, ticketPage } = useCopy(conversationCopy);
  return (
    <TicketPageCopyContext value={ticketPage}>
      <TicketPage {...props} conversation={conversation} />
    </TicketPageCopyContext>
  );
}
