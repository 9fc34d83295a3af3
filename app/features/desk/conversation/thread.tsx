import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EarlierButton, EventLine } from '#app/components/conversation/thread-parts.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Markdown } from '#app/components/ui/markdown.tsx';
import { dayOf } from '#app/lib/formats.ts';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { ticketPath, useConversationCopy, useDesk } from '../desk-context.ts';
import { fill, formatLongDay, formatTime } from '../formats.ts';
import { authorName, describeEvent } from './describe-item.ts';
import { TicketFiles } from './ticket-files.tsx';
import { loadEarlier, type Thread } from './thread-query.ts';

type DeskThreadProps = {
  ticketId: string;
  thread: Thread;
  /** The last attempt to load new messages failed. */
  hasFailed: boolean;
  onRetry: () => void;
};

/** Messages, internal notes and events in their order; the description is above. */
export function DeskThread({ ticketId, thread: { items, olderCursor }, hasFailed, onRetry }: DeskThreadProps) {
  const copy = useConversationCopy();
  const { states } = useDesk().copy;
  const client = useQueryClient();
  const [firstLoaded, setFirstLoaded] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  // Reading goes on there, and the button that was pressed may be gone.
  useEffect(() => {
    if (firstLoaded !== undefined) list.current?.querySelector<HTMLElement>('[data-first-loaded]')?.focus();
  }, [firstLoaded]);
  return (
    <section aria-labelledby="conversation-title" className="grid gap-4">
      <h2 id="conversation-title" className="sr-only">
        {copy.title}
      </h2>
      {olderCursor !== null && (
        <EarlierButton
          load={() => loadEarlier(client, ticketId, olderCursor)}
          onLoaded={setFirstLoaded}
          copy={{ show: copy.earlier, loading: states.loading, failed: copy.earlierFailed }}
        />
      )}
      {items.length > 0 && (
        <ol ref={list} className="thread">
          {items.map((item, at) => (
            <Fragment key={item.id}>
              {!isSameDay(items[at - 1]?.createdAt, item.createdAt) && (
                <li className="thread-day">
                  <time dateTime={dayOf(new Date(item.createdAt))}>{formatLongDay(item.createdAt)}</time>
                </li>
              )}
              <li
                {...(item.id === firstLoaded && { tabIndex: -1, 'data-first-loaded': '' })}
                className="rounded-lg outline-none"
              >
                {item.kind === 'event' ? <DeskEvent event={item} /> : <Post ticketId={ticketId} item={item} />}
              </li>
            </Fragment>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        <NewMessage items={items} />
      </p>
      <div role="alert" className="empty:hidden">
        {hasFailed && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-danger-tint px-4 py-2 text-sm text-danger">
            <Icon name="circle-alert" className="size-4" />
            {copy.newerFailed}
            <RetryButton onRetry={onRetry} />
          </p>
        )}
      </div>
    </section>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  const { states } = useDesk().copy;
  return (
    <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
      {states.retry}
    </button>
  );
}

const isSameDay = (one: string | undefined, other: string) =>
  one !== undefined && dayOf(new Date(one)) === dayOf(new Date(other));

type PostProps = { ticketId: string; item: Exclude<DeskThreadItem, { kind: 'event' }> };

function Post({ ticketId, item }: PostProps) {
  const copy = useConversationCopy();
  const { newTab } = useDesk().copy.ticket;
  const { id, author, createdAt, body } = item;
  const isNote = item.kind === 'note';
  const isOurs = author.kind !== 'customer';
  return (
    <article className={classNames('thread-message', isNote ? 'thread-note' : isOurs && 'thread-message-staff')}>
      <header className="flex flex-wrap items-baseline gap-x-2 text-sm">
        {isNote && <span className="thread-note-label">{copy.note}</span>}
        <bdi className="font-semibold wrap-anywhere">{authorName(author, copy)}</bdi>
        <span className="text-muted">{isNote ? copy.noteHint : isOurs ? copy.staff : copy.customer}</span>
        <span className="ml-auto text-xs whitespace-nowrap text-muted tabular-nums">
          {item.kind === 'message' && item.source === 'email' && `${copy.byMail}, `}
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </span>
      </header>
      <Markdown text={body} newTabLabel={newTab} />
      <TicketFiles id={ticketId} of={isNote ? { noteId: id } : { messageId: id }} />
    </article>
  );
}

function DeskEvent({ event }: { event: Extract<DeskThreadItem, { kind: 'event' }> }) {
  const copy = useConversationCopy();
  const { statuses } = useDesk().copy;
  const { ticketId, ticketNumber } = event.details;
  const link = typeof ticketId === 'string' && (
    <Link to={ticketPath(ticketId)} className="font-semibold text-azure underline underline-offset-4">
      {ticketNumber}
    </Link>
  );
  return (
    <EventLine
      text={describeEvent(event, copy, statuses)}
      otherTicket={link || copy.otherTicket}
      createdAt={event.createdAt}
      time={formatTime(event.createdAt)}
    />
  );
}

/** Says to screen readers what others have added since the ticket was opened. */
function NewMessage({ items }: { items: DeskThreadItem[] }) {
  const copy = useConversationCopy();
  const [start] = useState(items.at(-1)?.position ?? 0);
  const newest = items.findLast(
    ({ kind, position, author }) => kind === 'message' && position > start && !author.isYou,
  );
  return newest === undefined ? null : <>{fill(copy.newMessage, { name: authorName(newest.author, copy) })}</>;
}
