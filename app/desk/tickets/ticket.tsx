import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { Fact } from '#app/components/ui/fact.tsx';
import { Markdown } from '#app/components/ui/markdown.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { dayOf, type Formats, invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { DeskTicket } from '#contract/desk.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import {
  customerPath,
  paths,
  ticketPath,
  useAttempt,
  useDesk,
  useKeys,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { Loading, LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Contact, Missing } from '#app/desk/components/desk-parts.tsx';
import { formatAge, formatDue } from '#app/desk/components/age.ts';
import { Assignee, Priority } from './queue.tsx';
import { DeskCopyButton } from '#app/desk/records/record-columns.tsx';
import { Sla } from './sla.tsx';
import { showChange, useTicketChange } from './ticket-change.tsx';
import { ticketQuery } from './ticket-query.ts';
import { useViewing } from './use-viewing.ts';
import { useViewers, Viewers } from './viewers.tsx';

type TicketPageProps = {
  id: string;
  /** Loaded after the page: the thread with the composer, and what stands beside it. */
  conversation: ComponentType<{ ticket: DeskConversation }>;
  side: ComponentType<{ ticket: DeskConversation }>;
};

export function TicketPage({ id, conversation: Conversation, side: Side }: TicketPageProps) {
  const { copy } = useDesk();
  const navigate = useNavigate();
  const query = useQuery(ticketQuery(id));
  const { data } = query;
  const { dialogs, ...change } = useTicketChange();
  useTitle(data?.ticketNumber);
  useKeys({
    s: () => change.chooseStatus(data),
    a: () => change.chooseAssignee(data),
    i: () => change.assignToMe(data),
    u: () => void navigate(paths.queue),
  });
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.ticket.missing} to={paths.queue} back={copy.ticket.back} />;
  return (
    <div className="grid gap-5">
      <BackLink to={paths.queue}>{copy.ticket.back}</BackLink>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <div className="desk-columns">
          <div className="grid min-w-0 content-start gap-5">
            <TicketMain ticket={data} {...change} />
            <Suspense fallback={<Loading />}>
              <Conversation ticket={data} />
            </Suspense>
          </div>
          <div className="grid min-w-0 content-start gap-4">
            <CustomerCard customer={data.customer} />
            <Suspense fallback={null}>
              <Side ticket={data} />
            </Suspense>
          </div>
        </div>
      )}
      {dialogs}
    </div>
  );
}

type TicketMainProps = Omit<ReturnType<typeof useTicketChange>, 'dialogs'> & { ticket: DeskConversation };

function TicketMain({ ticket, chooseStatus, chooseAssignee, assignToMe, reopen }: TicketMainProps) {
  const { copy, me } = useDesk();
  const formats = useFormats();
  const viewers = useViewers();
  useViewing(ticket.id);
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';
  return (
    <article className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="grid gap-3 border-b border-line p-5 sm:p-7">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-1 font-semibold text-ink">
            {ticket.ticketNumber}
            <DeskCopyButton text={ticket.ticketNumber} />
          </span>
          <Priority value={ticket.priority} />
          <Viewers names={viewers.get(ticket.id)} />
        </p>
        <h1 dir="auto" className="text-2xl wrap-anywhere">
          {ticket.subject}
        </h1>
        <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-3 text-sm">
          <Fact label={copy.ticket.status} className={propertyClass}>
            <span className="flex flex-wrap items-center gap-2">
              <button type="button" onClick={() => chooseStatus(ticket)} className="property-button">
                <DeskStatus of="tickets" value={ticket.status} />
                <kbd aria-hidden="true">s</kbd>
              </button>
              {isDone && (
                <button type="button" onClick={() => reopen(ticket)} className="row-action">
                  {copy.ticket.reopen}
                </button>
              )}
            </span>
          </Fact>
          <Fact label={copy.sla.label} className={propertyClass}>
            <Sla ticket={ticket} isLong />
          </Fact>
          <Fact label={copy.ticket.assignee} className={propertyClass}>
            <span className="flex flex-wrap items-center gap-2">
              <button type="button" onClick={() => chooseAssignee(ticket)} className="property-button">
                <Assignee id={ticket.assigneeId} name={ticket.assigneeName} myId={me.userId} />
                <kbd aria-hidden="true">a</kbd>
              </button>
              {ticket.assigneeId !== me.userId && (
                <button type="button" onClick={() => assignToMe(ticket)} className="row-action flex items-center gap-2">
                  {copy.ticket.assignToMe}
                  <kbd aria-hidden="true">i</kbd>
                </button>
              )}
            </span>
          </Fact>
          <Fact label={copy.ticket.openedBy} className={propertyClass}>
            <bdi className="wrap-anywhere">{ticket.author?.email ?? copy.ticket.unknownAuthor}</bdi>
          </Fact>
          <Fact label={copy.ticket.opened} className={propertyClass}>
            <time dateTime={ticket.createdAt}>{formats.moment(ticket.createdAt)}</time>
          </Fact>
          {ticket.resolvedAt !== null && (
            <Fact label={copy.ticket.resolved} className={propertyClass}>
              <time dateTime={ticket.resolvedAt}>{formats.moment(ticket.resolvedAt)}</time>
            </Fact>
          )}
        </dl>
        {ticket.unreadSince !== null && <Unread id={ticket.id} since={ticket.unreadSince} />}
      </header>
      <div className="p-5 sm:p-7">
        <h2 className="text-sm font-semibold text-muted">{copy.ticket.description}</h2>
        <div className="mt-2 max-w-prose">
          <Markdown text={ticket.description} newTabLabel={copy.ticket.newTab} />
        </div>
      </div>
    </article>
  );
}

/** Nobody has read or answered what the customer wrote: a word of thanks needs no answer. */
function Unread({ id, since }: { id: string; since: string }) {
  const { copy } = useDesk();
  const formats = useFormats();
  const client = useQueryClient();
  const { attempt } = useAttempt('ticket');
  const markRead = async () => showChange(client, await api.desk.tickets['mark-read'].$post({ json: { id } }));
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="flex items-center gap-2 font-semibold">
        <span className="unread-dot" />
        {copy.ticket.unread(formatAge(since, copy, formats))}
      </span>
      <button type="button" onClick={() => void attempt(markRead)} className="row-action print:hidden">
        {copy.ticket.markRead}
      </button>
    </p>
  );
}

/** As high as the buttons among them. */
const propertyClass = 'flex min-h-8 items-center';

/** What staff want to know about the customer while they answer. */
function CustomerCard({ customer }: { customer: DeskTicket['customer'] }) {
  const { copy, currency } = useDesk();
  const formats = useFormats();
  const { card } = copy.ticket;
  return (
    <aside aria-label={card.title} className="grid min-w-0 content-start gap-4">
      <section className="grid gap-3 rounded-lg border border-line bg-surface p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 dir="auto" className="min-w-0 text-lg wrap-anywhere">
            <Link to={customerPath(customer.id)} className="hover:text-azure hover:underline">
              {customer.name}
            </Link>
          </h2>
          <DeskStatus of="namedRisks" value={customer.risk} />
        </div>
        <Contact {...customer} />
        <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
          <span className="text-sm text-muted">{card.outstanding}</span>
          <span className="font-heading text-xl font-bold tabular-nums">
            {formats.amount(customer.totalOutstanding, currency)}
          </span>
        </p>
      </section>
      <CardList title={card.contracts} empty={card.noContracts}>
        {customer.activeContracts.map((contract) => (
          <li key={contract.id} className="py-2.5">
            <span dir="auto" className="block wrap-anywhere">
              {contract.title}
            </span>
            <span className="block text-xs text-muted">
              {contract.contractNumber}
              {contract.endDate !== null && ` · ${card.until(formats.day(contract.endDate))}`}
            </span>
          </li>
        ))}
      </CardList>
      <CardList title={card.invoices} empty={card.noInvoices}>
        {customer.unpaidInvoices.map((invoice) => (
          <li key={invoice.id} className="grid gap-1 py-2.5">
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate">{invoiceName(invoice)}</span>
              <span className="font-semibold whitespace-nowrap tabular-nums">
                {formats.amount(invoice.amount, currency)}
              </span>
            </span>
            <span className="flex items-center justify-between gap-3 text-xs text-muted">
              <span>{invoice.dueDate !== null && formatDueDay(invoice.dueDate, copy, formats)}</span>
              <DeskStatus of="invoices" value={invoice.status} />
            </span>
          </li>
        ))}
      </CardList>
      <CardList title={card.tickets} empty={card.noTickets}>
        {customer.otherTickets.map((other) => (
          <li key={other.id} className="grid gap-1 py-2.5">
            <Link to={ticketPath(other.id)} dir="auto" className="wrap-anywhere hover:text-azure hover:underline">
              {other.subject}
            </Link>
            <span className="flex items-center justify-between gap-3 text-xs text-muted">
              {other.ticketNumber} · {formats.momentDay(other.createdAt)}
              <DeskStatus of="tickets" value={other.status} />
            </span>
          </li>
        ))}
      </CardList>
    </aside>
  );
}

function formatDueDay(day: string, copy: DeskCopy, formats: Formats): string {
  const { due, overdue } = copy.ticket.card;
  return (day < dayOf(new Date()) ? overdue : due)(formatDue(day, copy, formats));
}

function CardList({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="rounded-lg border border-line bg-surface px-5 pt-4 pb-2 text-sm">
      <h3 className="font-sans text-sm font-semibold text-muted">{title}</h3>
      {children.length === 0 ? (
        <p className="py-2 text-muted">{empty}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
