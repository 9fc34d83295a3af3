import { useQuery } from '@tanstack/react-query';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { useConversationCopy } from '../desk-context.ts';
import { LoadState } from '../desk-list.tsx';
import { countOf } from '../formats.ts';
import { Composer } from './composer.tsx';
import { MergeTicket } from './merge-ticket.tsx';
import { DeskThread } from './thread.tsx';
import { TicketFiles } from './ticket-files.tsx';
import { threadQuery } from './thread-query.ts';
import { RelatedTickets, TicketPeople } from './ticket-people.tsx';

export type ConversationProps = { ticket: DeskConversation };

/** The thread of a ticket and the composer: a chunk of their own. */
export function Conversation({ ticket }: ConversationProps) {
  const thread = useQuery(threadQuery(ticket.id));
  if (thread.data === undefined)
    return (
      <div className="records-frame">
        <LoadState query={thread} />
      </div>
    );
  return (
    <>
      <TicketFiles id={ticket.id} of={{}} />
      <DeskThread
        ticketId={ticket.id}
        thread={thread.data}
        hasFailed={thread.isRefetchError}
        onRetry={() => void thread.refetch()}
      />
      <Composer ticket={ticket} thread={thread.data} />
    </>
  );
}

/** Beside the conversation. */
export function TicketSide({ ticket }: ConversationProps) {
  const copy = useConversationCopy();
  // Loaded and refreshed by the conversation.
  const { data: version = ticket.version } = useQuery({
    ...threadQuery(ticket.id),
    select: (thread) => thread.version,
    enabled: false,
  });
  return (
    <>
      <TicketPeople ticket={ticket} />
      <RelatedTickets ticket={ticket} />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
        {ticket.reopenedCount > 0 && <span>{countOf(copy.reopened, ticket.reopenedCount)}</span>}
        {ticket.mergedInto === null && <MergeTicket ticket={ticket} version={version} />}
      </div>
    </>
  );
}
