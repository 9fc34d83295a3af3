import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { type Conversation, ConversationContext } from '#app/components/conversation/side.ts';
import { ResponseTarget } from '#app/components/conversation/response-target.tsx';
import { ThreadView } from '#app/components/conversation/thread.tsx';
import { threadQuery } from '#app/components/conversation/thread-query.ts';
import { TicketHead } from '#app/components/conversation/ticket-head.tsx';
import { RelatedTickets } from '#app/components/conversation/ticket-people.tsx';
import { composerField } from '#app/components/conversation/composer-form.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { searchable } from '#app/components/data-list/list-view.ts';
import { BrickPicture } from '#app/components/ui/brick-picture.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { recordsKey } from '#app/lib/query-client.ts';
import { invoicePath } from '#app/lib/record-paths.ts';
import { toast } from '#app/lib/toast.ts';
import { ReadOnlyContext, useCommonCopy, useErrorMessage } from '#app/lib/portal-context.ts';
import type { TicketCard } from '#contract/conversation.ts';
import { withdrawnText } from '#contract/ticket-states.ts';
import { useTicketPageCopy, useTicketsCopy } from '../tickets-copy.ts';
import { ticketPath, ticketPriorities, ticketsPath, ticketStatuses } from '../tickets-list.tsx';
import { useLiveTickets } from '../live-tickets.ts';
import { ReplyForm } from './reply-form.tsx';
import { Rating } from './rating.tsx';
import { PortalPeople } from './ticket-people.tsx';
import { cardQuery, portalSide, ticketIdQuery } from './ticket-queries.ts';

export type TicketPageProps = {
  /** The id of a ticket, or its number: links were made of it before a ticket had a page. */
  id: string;
  userId: string;
  conversation: Conversation['copy'];
  onSignedOut: () => void;
};

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function TicketPage(props: TicketPageProps) {
  useLiveTickets();
  return (
    <div className="ticket-page">
      <BackLink />
      {idPattern.test(props.id) ? <Ticket {...props} /> : <TicketByNumber ticketNumber={searchable(props.id)} />}
    </div>
  );
}

function BackLink() {
  const { title } = useTicketsCopy();
  const state: unknown = useLocation().state;
  const search =
    typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string'
      ? state.search
      : '';
  return (
    <Link
      to={{ pathname: ticketsPath, search }}
      className="flex min-h-8 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted hover:text-azure print:hidden"
    >
      <Icon name="arrow-left" className="size-4" />
      {title}
    </Link>
  );
}

function TicketByNumber({ ticketNumber }: { ticketNumber: string }) {
  const { load } = useTicketPageCopy();
  const query = useQuery(ticketIdQuery(ticketNumber));
  if (query.data === null) return <NotFound />;
  if (query.data !== undefined) return <Navigate to={ticketPath(query.data)} replace />;
  return <QueryState copy={load} query={query} isFramed />;
}

/** Also for a ticket of somebody else: that it exists is not said. */
function NotFound() {
  const { title, description } = useTicketPageCopy().notFound;
  return (
    <div role="alert" className="records-frame grid justify-items-center gap-2 px-6 py-14 text-center">
      <BrickPicture variant="missing" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-prose text-sm text-muted">{description}</p>
    </div>
  );
}

function Ticket({ id, userId, conversation, onSignedOut }: TicketPageProps) {
  const isReadOnly = useContext(ReadOnlyContext);
  const copy = useTicketPageCopy();
  const statuses = ticketStatuses(useTicketsCopy());
  const describeError = useErrorMessage();
  const card = useQuery(cardQuery(id));
  const thread = useQuery(threadQuery(portalSide, id));
  const isGone = isApiError(card.error, 'not_found') || isApiError(thread.error, 'not_found');
  useTitle(isGone ? undefined : card.data?.ticketNumber);
  useMarkRead(id, isReadOnly || isGone ? undefined : card.data?.version);
  if (isGone) return <NotFound />;
  if (card.data === undefined || thread.data === undefined)
    return (
      <div className="records-frame">
        <QueryState
          copy={copy.load}
          query={{
            error: card.error ?? thread.error,
            refetch: () => Promise.all([card.refetch(), thread.refetch()]),
          }}
        />
      </div>
    );
  const ticket = card.data;
  const { author, createdAt, description } = ticket;
  return (
    <ConversationContext
      value={{
        side: portalSide,
        copy: conversation,
        statuses,
        ticketPath,
        invoicePath,
        describeError,
        reportError: (error) => isApiError(error, 'unauthorized') && onSignedOut(),
        isDense: false,
      }}
    >
      <div className="ticket-columns">
        <div className="grid min-w-0 content-start gap-6">
          <TicketHeader ticket={ticket} isLong={thread.data.items.length > shortThread} />
          <ThreadView
            ticketId={id}
            thread={thread.data}
            heading="h3"
            opening={{
              author: {
                kind: isOpenedByStaff(ticket) ? 'staff' : 'customer',
                name: author?.name ?? null,
                isYou: author?.isYou === true,
              },
              createdAt,
              body: description,
              isWithdrawn: ticket.origin === 'email' && description === withdrawnText,
            }}
            hasFailed={thread.isRefetchError}
            onRetry={() => void thread.refetch()}
          />
          {!isReadOnly && ticket.canRate && <Rating ticket={ticket} />}
          {!isReadOnly && <ReplyForm ticket={ticket} userId={userId} aside={<CustomerChanges ticket={ticket} />} />}
        </div>
        <aside aria-label={copy.about} className="grid min-w-0 content-start gap-4 print:hidden">
          <PortalPeople ticket={ticket} userId={userId} />
          <RelatedTickets ticket={ticket} />
        </aside>
      </div>
    </ConversationContext>
  );
}

// The form is further away than a screen or two.
const shortThread = 5;

function TicketHeader({ ticket, isLong }: { ticket: TicketCard; isLong: boolean }) {
  const isReadOnly = useContext(ReadOnlyContext);
  const copy = useTicketPageCopy();
  const tickets = useTicketsCopy();
  const { copied } = useCommonCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <TicketHead
      ticket={ticket}
      copy={copy}
      statuses={ticketStatuses(tickets)}
      priorities={ticketPriorities(tickets)}
      headingRef={heading}
      copyButton={<CopyButton text={ticket.ticketNumber} label={copy.copyNumber} copiedLabel={copied} />}
    >
      {isOpenedByStaff(ticket) && <OpenedByStaff ticket={ticket} />}
      {ticket.sla === null && isOpen(ticket) && <p className="text-sm text-muted">{copy.sla.none}</p>}
      <ResponseTarget sla={ticket.sla} copy={copy.sla} />
      {isLong && !isReadOnly && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start print:hidden"
          onClick={() => composerField()?.focus()}
        >
          <Icon name="arrow-down" className="size-4" />
          {copy.goToReply}
        </Button>
      )}
    </TicketHead>
  );
}

const isOpenedByStaff = ({ origin, unverifiedSender }: TicketCard) => origin === 'desk' || unverifiedSender !== null;

function OpenedByStaff({ ticket: { author, requester, unverifiedSender } }: { ticket: TicketCard }) {
  const { opened } = useTicketPageCopy();
  const by = author?.name ?? opened.ourTeam;
  const forWhom = requester === null ? opened.by(by) : opened.forSomebody(requester.name, by);
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {requester?.isYou === true ? opened.forYou(by) : forWhom}
      {unverifiedSender !== null && ` ${opened.fromMail(unverifiedSender)}`}
    </p>
  );
}

const isOpen = ({ status }: Pick<TicketCard, 'status'>) => ['open', 'in_progress', 'waiting_customer'].includes(status);

/** What a customer can do without writing. */
function CustomerChanges({ ticket: { id, status, canBecomeUrgent } }: { ticket: TicketCard }) {
  const { changes: copy } = useTicketPageCopy();
  const describeError = useErrorMessage();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const send = async (change: 'solved' | 'urgent') => {
    setIsBusy(true);
    try {
      await api.portal.tickets.change.$post({ json: { id, change } });
      toast({ source: 'ticket-change', ...copy[change].done });
    } catch (error) {
      toast({ source: 'ticket-change', title: copy.failed, description: describeError(error), variant: 'destructive' });
    }
    setIsBusy(false);
    await client.invalidateQueries({ queryKey: recordsKey('tickets') });
  };
  if (!isOpen({ status })) return null;
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full sm:ms-auto print:hidden">
      {(canBecomeUrgent ? (['solved', 'urgent'] as const) : (['solved'] as const)).map((change) => (
        <Button
          key={change}
          variant="secondary"
          size="sm"
          disabled={isBusy}
          onClick={() => void send(change)}
          className="max-sm:grow max-sm:px-2"
        >
          {copy[change].label}
        </Button>
      ))}
    </div>
  );
}

/** Tells the list what is on the screen. */
function useMarkRead(id: string, version: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (version === undefined) return;
    api.portal.tickets.read
      .$post({ json: { id, version } })
      .then(() => client.invalidateQueries({ queryKey: recordsKey('tickets'), predicate: isList }))
      // The list says it again next time.
      .catch(() => {});
  }, [client, id, version]);
}

const isList = ({ queryKey: [, , kind] }: { queryKey: readonly unknown[] }) => kind !== 'ticket';

/** The document's title while the ticket is open. */
function useTitle(ticketNumber: string | undefined): void {
  useEffect(() => {
    if (ticketNumber === undefined) return undefined;
    const before = document.title;
    document.title = `${ticketNumber} – ${before}`;
    return () => {
      document.title = before;
    };
  }, [ticketNumber]);
}
