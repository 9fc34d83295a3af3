import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EarlierButton, EventLine } from '#app/components/conversation/thread-parts.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Markdown } from '#app/components/ui/markdown.tsx';
import type { ThreadItem, TicketCard, TicketEvent } from '#contract/conversation.ts';
import { dayOf } from '#app/lib/formats.ts';
import { ticketPath } from '../tickets-list.tsx';
import { loadEarlier, type Thread } from './conversation-queries.ts';
import { describeEvent } from './event-copy.ts';
import { TicketFiles } from './ticket-files.tsx';
import { formatLongDay, formatTime } from './times.ts';

type ConversationProps = {
  ticket: TicketCard;
  thread: Thread;
  companyName: string;
  /** The last attempt to load new messages failed. */
  hasFailed: boolean;
  onRetry: () => void;
};

/** The description, then messages and events in their order. */
export function Conversation({ ticket, thread, companyName, hasFailed, onRetry }: ConversationProps) {
  const { items, olderCursor } = thread;
  const { author, description, createdAt } = ticket;
  const client = useQueryClient();
  const [firstLoaded, setFirstLoaded] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  // Reading goes on there, and the button that was pressed may be gone.
  useEffect(() => {
    if (firstLoaded !== undefined) list.current?.querySelector<HTMLElement>('[data-first-loaded]')?.focus();
  }, [firstLoaded]);
  return (
    <section aria-labelledby="conversation-title" className="grid gap-4">
      <h3 id="conversation-title" className="sr-only">
        Conversation
      </h3>
      <ol ref={list} className="thread">
        <DayDivider moment={createdAt} />
        <li>
          <Post
            author={{ kind: 'customer', name: author?.name ?? null, isYou: author?.isYou === true }}
            moment={createdAt}
            text={description}
            companyName={companyName}
            files={<TicketFiles id={ticket.id} messageId={null} />}
          />
        </li>
        {olderCursor !== null && (
          <li className="justify-self-center">
            <EarlierButton
              load={() => loadEarlier(client, ticket.id, olderCursor)}
              onLoaded={setFirstLoaded}
              copy={earlierCopy}
            />
          </li>
        )}
        {items.map((item, at) => {
          const before = at === 0 ? (olderCursor === null ? createdAt : undefined) : items[at - 1]?.createdAt;
          return (
            <Fragment key={item.id}>
              {!isSameDay(before, item.createdAt) && <DayDivider moment={item.createdAt} />}
              <li
                {...(item.id === firstLoaded && { tabIndex: -1, 'data-first-loaded': '' })}
                className="rounded-lg outline-none"
              >
                <Item item={item} ticketId={ticket.id} companyName={companyName} />
              </li>
            </Fragment>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        <NewMessage items={items} companyName={companyName} />
      </p>
      <div role="alert" className="empty:hidden">
        {hasFailed && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-danger-tint px-4 py-2 text-sm text-danger">
            <Icon name="circle-alert" className="size-4" />
            New messages could not be loaded.
            <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
              Try again
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

const isSameDay = (one: string | undefined, other: string) =>
  one !== undefined && dayOf(new Date(one)) === dayOf(new Date(other));

function DayDivider({ moment }: { moment: string }) {
  return (
    <li className="thread-day">
      <time dateTime={dayOf(new Date(moment))}>{formatLongDay(moment)}</time>
    </li>
  );
}

type ItemProps = { item: ThreadItem; ticketId: string; companyName: string };

function Item({ item, ticketId, companyName }: ItemProps) {
  if (item.kind === 'event') return <PortalEvent event={item} />;
  return (
    <Post
      author={item.author}
      moment={item.createdAt}
      text={item.body}
      companyName={companyName}
      isFromMail={item.source === 'email'}
      files={<TicketFiles id={ticketId} messageId={item.id} />}
    />
  );
}

type PostProps = {
  author: ThreadItem['author'];
  moment: string;
  text: string;
  companyName: string;
  isFromMail?: boolean;
  files: ReactNode;
};

const nameOf = ({ kind, name, isYou }: ThreadItem['author'], companyName: string) => {
  if (isYou) return 'You';
  return name ?? (kind === 'customer' ? 'A former user' : companyName);
};

function Post({ author, moment, text, companyName, isFromMail = false, files }: PostProps) {
  const isOurs = author.kind !== 'customer';
  return (
    <article className={classNames('thread-message', isOurs && 'thread-message-staff')}>
      <header className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="font-semibold wrap-anywhere">{nameOf(author, companyName)}</bdi>
        {isOurs && author.name !== null && <span className="text-muted">{companyName}</span>}
        <span className="ml-auto text-xs whitespace-nowrap text-muted tabular-nums">
          {isFromMail && 'By email, '}
          <time dateTime={moment}>{formatTime(moment)}</time>
        </span>
      </header>
      <Markdown text={text} newTabLabel="opens in a new tab" />
      {files}
    </article>
  );
}

function PortalEvent({ event }: { event: TicketEvent }) {
  const { ticketId, ticketNumber } = event.details;
  const link = typeof ticketId === 'string' && (
    <Link to={ticketPath(ticketId)} className="font-semibold text-azure underline-offset-4 hover:underline">
      {ticketNumber}
    </Link>
  );
  return (
    <EventLine
      text={describeEvent(event)}
      otherTicket={link || 'another ticket'}
      createdAt={event.createdAt}
      time={formatTime(event.createdAt)}
    />
  );
}

/** Says to screen readers what others have added since the ticket was opened. */
function NewMessage({ items, companyName }: { items: ThreadItem[]; companyName: string }) {
  const [start] = useState(items.at(-1)?.position ?? 0);
  const newest = items.findLast(
    ({ kind, position, author }) => kind === 'message' && position > start && !author.isYou,
  );
  return newest === undefined ? null : <>New message from {nameOf(newest.author, companyName)}</>;
}

const earlierCopy = {
  show: 'Show earlier messages',
  loading: 'Loading...',
  failed: 'They could not be loaded. Please try again.',
};
