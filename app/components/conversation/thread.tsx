import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { FileList } from '#app/components/files/file-list.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { FoldedMarkdown } from '#app/components/ui/markdown.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import { dayOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskAttachment } from '#contract/attachments.ts';
import type { TicketEvent } from '#contract/conversation.ts';
import { authorName, describeEvent } from './describe-event.ts';
import { type Author, type Item, useConversation } from './side.ts';
import { filesQuery, loadEarlier, type Thread } from './thread-query.ts';

type Text = { author: Author; createdAt: string; body: string; source?: string; isWithdrawn?: boolean | undefined };

type ThreadViewProps = {
  ticketId: string;
  thread: Thread;
  /** Below that of the ticket's subject. */
  heading: 'h2' | 'h3' | 'p';
  /** The description, unless it is shown above. */
  opening?: Text;
  renderNote?: (note: Extract<Item, { kind: 'note' }>) => ReactNode;
  /** What the reader can do with a message; without one, nothing. */
  renderAction?: (message: Extract<Item, { kind: 'message' }>) => ReactNode;
  /** Shows a piece of plain text; as it is unless given. */
  renderText?: (text: string) => ReactNode;
  /** The last attempt to load new messages failed. */
  hasFailed: boolean;
  onRetry: () => void;
};

/** Messages, notes and events in their order. */
export function ThreadView(props: ThreadViewProps) {
  const {
    ticketId,
    thread,
    heading: Heading,
    opening,
    renderNote,
    renderAction,
    renderText,
    hasFailed,
    onRetry,
  } = props;
  const { items, olderCursor } = thread;
  const { thread: copy } = useConversation().copy;
  const [firstLoaded, setFirstLoaded] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  // Reading goes on there, and the button that was pressed may be gone.
  useEffect(() => {
    if (firstLoaded !== undefined) list.current?.querySelector<HTMLElement>('[data-first-loaded]')?.focus();
  }, [firstLoaded]);
  const render = (item: Item) => {
    if (item.kind === 'event') return <EventLine event={item} />;
    if (item.kind === 'note') return renderNote?.(item);
    if (item.isWithdrawn) return <Withdrawn moment={item.createdAt} />;
    return (
      <Post
        text={item}
        files={<TicketFiles ticketId={ticketId} messageId={item.id} />}
        action={renderAction?.(item)}
        renderText={renderText}
      />
    );
  };
  return (
    <section aria-labelledby="conversation-title" className="grid gap-4">
      <Heading id="conversation-title" className="sr-only">
        {copy.title}
      </Heading>
      {(opening !== undefined || items.length > 0) && (
        <ol ref={list} className="thread">
          {opening !== undefined && (
            <>
              <DayDivider moment={opening.createdAt} />
              <li>
                {opening.isWithdrawn ? (
                  <Withdrawn moment={opening.createdAt} />
                ) : (
                  <Post text={opening} files={<TicketFiles ticketId={ticketId} />} renderText={renderText} />
                )}
              </li>
            </>
          )}
          {olderCursor !== null && (
            <li className="justify-self-center">
              <EarlierButton ticketId={ticketId} cursor={olderCursor} onLoaded={setFirstLoaded} />
            </li>
          )}
          {items.map((item, at) => {
            const before = at > 0 ? items[at - 1] : olderCursor === null ? opening : undefined;
            return (
              <Fragment key={item.id}>
                {!isSameDay(before?.createdAt, item.createdAt) && <DayDivider moment={item.createdAt} />}
                <li
                  {...(item.id === firstLoaded && { tabIndex: -1, 'data-first-loaded': '' })}
                  className="outline-none"
                >
                  {render(item)}
                </li>
              </Fragment>
            );
          })}
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
            <button type="button" onClick={onRetry} className="min-h-6 font-semibold underline underline-offset-4">
              {copy.retry}
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
      <time dateTime={dayOf(new Date(moment))}>{useFormats().longDay(moment)}</time>
    </li>
  );
}

type EarlierButtonProps = { ticketId: string; cursor: string; onLoaded: (firstId: string | undefined) => void };

/** Loads the page before the first message that is shown. */
function EarlierButton({ ticketId, cursor, onLoaded }: EarlierButtonProps) {
  const { side, copy } = useConversation();
  const { earlier } = copy.thread;
  const client = useQueryClient();
  const { isPending, isError, mutate } = useMutation({
    mutationFn: () => loadEarlier(client, side, ticketId, cursor),
    onSuccess: onLoaded,
  });
  return (
    <div className="grid justify-items-center gap-2 print:hidden">
      <Button variant="secondary" size="sm" aria-disabled={isPending} onClick={() => isPending || mutate()}>
        {isPending ? earlier.loading : earlier.show}
      </Button>
      <span role="alert" className="text-sm text-danger">
        {isError && earlier.failed}
      </span>
    </div>
  );
}

/** `10:30`, and at the office where its clock shows another time: `04:30 (10:30 in Nice)`. */
function Time({ moment }: { moment: string }) {
  const { time, officeTime } = useFormats();
  const { atOffice } = useConversation().copy.thread;
  const [here, there] = [time(moment), officeTime(moment)];
  return (
    <time dateTime={moment} className="whitespace-nowrap tabular-nums">
      {here === there ? here : atOffice(here, there)}
    </time>
  );
}

/** In place of a text that staff withdrew. */
export function Withdrawn({ moment }: { moment: string }) {
  return (
    <p className="thread-event">
      {useConversation().copy.thread.withdrawn} · <Time moment={moment} />
    </p>
  );
}

type PostProps = {
  text: Text;
  files: ReactNode;
  className?: string;
  label?: ReactNode;
  role?: string;
  action?: ReactNode;
  renderText?: ((text: string) => ReactNode) | undefined;
};

export function Post({ text, files, className, label, role, action, renderText }: PostProps) {
  const { author, createdAt, body, source } = text;
  const { thread: copy } = useConversation().copy;
  const name = authorName(author, copy.names);
  const beside = role ?? copy.roles[author.kind];
  return (
    <article
      className={classNames('thread-message', className ?? (author.kind !== 'customer' && 'thread-message-staff'))}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-sm">
        {label}
        <bdi className="font-semibold wrap-anywhere">{name}</bdi>
        {beside !== undefined && beside !== name && <span className="text-muted">{beside}</span>}
        <span className="ms-auto text-xs whitespace-nowrap text-muted tabular-nums">
          {source === 'email' && `${author.isUnverified ? copy.unverified : copy.byMail}, `}
          <Time moment={createdAt} />
        </span>
      </header>
      <FoldedMarkdown text={body} copy={copy} renderText={renderText} />
      {files}
      {action}
    </article>
  );
}

type TicketFilesProps = { ticketId: string } & Partial<Pick<DeskAttachment, 'messageId' | 'noteId'>>;

/** The files of a message or a note, otherwise of the description. */
export function TicketFiles({ ticketId, messageId = null, noteId = null }: TicketFilesProps) {
  const { side } = useConversation();
  const { data = [], refetch } = useQuery(filesQuery(side, ticketId));
  const sent = data.filter((file) => file.isSent);
  return (
    <FileList
      files={sent.filter((file) => file.messageId === messageId && ('noteId' in file ? file.noteId : null) === noteId)}
      ofTicket={sent}
      onFailed={() => void refetch()}
    />
  );
}

/** What happened to the ticket, and when. */
function EventLine({ event }: { event: TicketEvent }) {
  const { copy, statuses, describeInternal, ticketPath } = useConversation();
  const formats = useFormats();
  const { ticketId, ticketNumber } = event.details;
  const link = typeof ticketId === 'string' && (
    <Link to={ticketPath(ticketId)} className="font-semibold text-azure underline underline-offset-4">
      <bdi>{ticketNumber}</bdi>
    </Link>
  );
  const otherTicket = link || copy.events.otherTicket;
  return (
    <p className="thread-event">
      <span className="wrap-anywhere">
        <Parts of={describeEvent<ReactNode>(event, { copy, statuses, describeInternal, formats, otherTicket })} />
      </span>
      {' · '}
      <Time moment={event.createdAt} />
    </p>
  );
}

/** Says to screen readers what others have added since the ticket was opened. */
function NewMessage({ items }: { items: Item[] }) {
  const { thread: copy } = useConversation().copy;
  const [start] = useState(items.at(-1)?.position ?? 0);
  const newest = items.findLast(
    ({ kind, position, author }) => kind === 'message' && position > start && !author.isYou,
  );
  return newest === undefined ? null : copy.newMessage(authorName(newest.author, copy.names));
}
