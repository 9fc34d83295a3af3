import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { searchable } from '#app/components/data-list/list-view.ts';
import { Button } from '#app/components/ui/button.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { ReadOnlyContext } from '#app/lib/portal-context.ts';
import type { TicketCard } from '#contract/conversation.ts';
import { priorities, statuses, ticketPath, ticketsPath, tickets } from '../tickets-list.tsx';
import { cardQuery, threadQuery, ticketIdQuery } from './conversation-queries.ts';
import { ReplyForm } from './reply-form.tsx';
import { ResponsePromise } from './response-promise.tsx';
import { Conversation } from './thread.tsx';
import { TicketPeople } from './ticket-people.tsx';
import { RelatedTickets } from './related-tickets.tsx';
import { useLiveTickets } from '../live-tickets.ts';

export type TicketPageProps = {
  /** The id of a ticket, or its number: links were made of it before a ticket had a page. */
  id: string;
  userId: string;
  /** Who answers, and where its office is. */
  companyName: string;
  city: string;
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
      {tickets.title}
    </Link>
  );
}

function TicketByNumber({ ticketNumber }: { ticketNumber: string }) {
  const query = useQuery(ticketIdQuery(ticketNumber));
  if (query.data === null) return <NotFound />;
  if (query.data !== undefined) return <Navigate to={ticketPath(query.data)} replace />;
  return (
    <div className="records-frame">
      <QueryState what="this ticket" query={query} />
    </div>
  );
}

/** Also for a ticket of somebody else: that it exists is not said. */
function NotFound() {
  return (
    <div role="alert" className="records-frame grid justify-items-center gap-2 px-6 py-16 text-center">
      <h2 className="text-xl">Ticket not found</h2>
      <p className="max-w-prose text-sm text-muted">
        There is no such ticket, or you may not see it. If a colleague sent you this link, they can add you to the
        people who see the ticket.
      </p>
    </div>
  );
}

function Ticket({ id, userId, companyName, city, onSignedOut }: TicketPageProps) {
  const isReadOnly = useContext(ReadOnlyContext);
  const card = useQuery(cardQuery(id));
  const thread = useQuery(threadQuery(id));
  const isGone = isApiError(card.error, 'not_found') || isApiError(thread.error, 'not_found');
  useTitle(isGone ? undefined : card.data?.ticketNumber);
  if (isGone) return <NotFound />;
  if (card.data === undefined || thread.data === undefined)
    return (
      <div className="records-frame">
        <QueryState
          what="this ticket"
          query={{
            error: card.error ?? thread.error,
            refetch: () => Promise.all([card.refetch(), thread.refetch()]),
          }}
        />
      </div>
    );
  const ticket = card.data;
  return (
    <div className="ticket-columns">
      <div className="grid min-w-0 content-start gap-6">
        <TicketHeader ticket={ticket} city={city} isLong={thread.data.items.length > shortThread} />
        <Conversation
          ticket={ticket}
          thread={thread.data}
          companyName={companyName}
          hasFailed={thread.isRefetchError}
          onRetry={() => void thread.refetch()}
        />
        {!isReadOnly && <ReplyForm ticket={ticket} userId={userId} onSignedOut={onSignedOut} />}
      </div>
      <aside aria-label="About this ticket" className="grid min-w-0 content-start gap-4 print:hidden">
        <TicketPeople ticket={ticket} userId={userId} companyName={companyName} />
        <RelatedTickets ticket={ticket} />
      </aside>
    </div>
  );
}

// The form is further away than a screen or two.
const shortThread = 5;

type TicketHeaderProps = { ticket: TicketCard; city: string; isLong: boolean };

function TicketHeader({ ticket, city, isLong }: TicketHeaderProps) {
  const isReadOnly = useContext(ReadOnlyContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="ticket-head">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="flex items-center gap-1 font-semibold">
          {ticket.ticketNumber}
          <CopyButton text={ticket.ticketNumber} label="Copy ticket number" />
        </span>
        <Property label="Status">
          <StatusBadge value={ticket.status} known={statuses} />
        </Property>
        <Property label="Priority">
          <StatusBadge value={ticket.priority} known={priorities} />
        </Property>
      </div>
      <h2 ref={heading} tabIndex={-1} dir="auto" className="text-2xl wrap-anywhere outline-none">
        {ticket.subject}
      </h2>
      <ResponsePromise ticket={ticket} city={city} />
      {isLong && !isReadOnly && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start print:hidden"
          onClick={() => document.querySelector<HTMLElement>('#reply')?.focus()}
        >
          <Icon name="arrow-down" className="size-4" />
          Go to the reply
        </Button>
      )}
    </header>
  );
}

function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center">
      <span className="sr-only">{label}: </span>
      {children}
    </span>
  );
}

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
