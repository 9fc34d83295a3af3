import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  ConversationContext,
  type Conversation as Shared,
  useConversation,
} from '#app/components/conversation/side.ts';
import { Post, ThreadView, TicketFiles } from '#app/components/conversation/thread.tsx';
import { threadQuery } from '#app/components/conversation/thread-query.ts';
import { RelatedTickets, TicketPeople } from '#app/components/conversation/ticket-people.tsx';
import { invoicePath, messageOf, ticketPath, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { emailField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { ticketBadges } from '#app/desk/components/desk-status.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import { isApiError } from '#app/lib/api-client.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { StaffConversationCopy } from '#content/desk/fr/staff-conversation.ts';
import type { TicketEvent } from '#contract/conversation.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { Composer } from './composer.tsx';
import { highlightMentions } from './mentions.tsx';
import { WithdrawButton } from './withdraw-mail.tsx';

export type ConversationProps = { ticket: DeskConversation };

/** What the components of a conversation need to know of the desk. */
export function DeskConversationContext({ copy, children }: { copy: Shared['copy']; children: ReactNode }) {
  const { copy: deskCopy, reportError } = useDesk();
  const { internalEvents } = useStaffCopy();
  const formats = useFormats();
  return (
    <ConversationContext
      value={{
        side: deskSide,
        copy,
        statuses: ticketBadges(deskCopy),
        ticketPath,
        invoicePath,
        describeError: (error) => messageOf(error, deskCopy),
        reportError,
        describeInternal: (event, actor) => describeInternal(event, actor, internalEvents, formats),
        isDense: true,
      }}
    >
      {children}
    </ConversationContext>
  );
}

function describeInternal(
  { event, details: { added = [], removed = [], customerName, until } }: TicketEvent,
  actor: string,
  copy: StaffConversationCopy['internalEvents'],
  formats: Pick<Formats, 'list' | 'officeMoment'>,
): string | undefined {
  if (event === 'moved_from') return copy.movedFrom(actor, customerName ?? copy.aFormerCustomer);
  if (event === 'snoozed' && until !== undefined) return copy.snoozed(actor, formats.officeMoment(until));
  if (event === 'woken') return copy.woken(actor);
  if (event !== 'tags_changed') return undefined;
  const quoted = (tags: string[]) => formats.list(tags.map(copy.tag));
  const changes = [
    ...(added.length > 0 ? [copy.tagsAdded(quoted(added))] : []),
    ...(removed.length > 0 ? [copy.tagsRemoved(quoted(removed))] : []),
  ];
  return copy.tags(actor, changes.join(', '));
}

/** The thread of a ticket and the composer: a chunk of their own. */
export function Conversation({ ticket }: ConversationProps) {
  const copy = useStaffCopy();
  const thread = useQuery(threadQuery(deskSide, ticket.id));
  if (thread.data === undefined)
    return (
      <div className="records-frame">
        <LoadState query={thread} />
      </div>
    );
  return (
    <>
      <TicketFiles ticketId={ticket.id} />
      <ThreadView
        ticketId={ticket.id}
        thread={thread.data}
        heading="h2"
        renderNote={(note) => (
          <Post
            text={note}
            files={<TicketFiles ticketId={ticket.id} noteId={note.id} />}
            className="thread-note"
            label={<span className="thread-note-label">{copy.note}</span>}
            role={copy.noteHint}
            renderText={highlightMentions(note.mentions)}
          />
        )}
        renderAction={({ id, source }) => source === 'email' && <WithdrawButton ticketId={ticket.id} messageId={id} />}
        hasFailed={thread.isRefetchError}
        onRetry={() => void thread.refetch()}
      />
      <Composer ticket={ticket} thread={thread.data} />
    </>
  );
}

/** Beside the conversation. */
export function TicketSide({ ticket }: ConversationProps) {
  const copy = useStaffCopy();
  const formats = useFormats();
  return (
    <>
      <DeskPeople ticket={ticket} />
      <RelatedTickets ticket={ticket} />
      {ticket.reopenedCount > 0 && (
        <p className="text-sm text-muted">{formats.plural(ticket.reopenedCount, copy.reopened)}</p>
      )}
    </>
  );
}

/** For whom the ticket was opened, and who else of the customer sees it. */
function DeskPeople({ ticket: { id, author, requester, watchers } }: ConversationProps) {
  const { openedFor } = useConversation().copy.people;
  const { people: copy } = useStaffCopy();
  const isForAnother = requester !== null && requester.userId !== author?.userId;
  return (
    <TicketPeople
      entries={isForAnother ? [{ label: openedFor, value: <bdi>{requester.name}</bdi> }] : []}
      ticketId={id}
      watchers={watchers}
      canAdd
      canRemove={() => true}
      field={{ ...emailField, required: true }}
      describeError={(error) => {
        if (isApiError(error, 'not_found') || isApiError(error, 'unknown_colleague')) return copy.notFound;
        return isApiError(error, 'too_many_people') ? copy.tooMany : undefined;
      }}
    />
  );
}
