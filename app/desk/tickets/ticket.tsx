import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#app/components/ui/icon.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { dayOf, type Formats, invoiceName } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { DeskTicket } from '#contract/desk-tickets.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { customerPath, paths, ticketPath, useDesk, useKeys, useTitle } from '#app/desk/components/desk-context.ts';
import { Loading, LoadState } from '#app/desk/components/desk-list.tsx';
import { BackLink, Contact, Missing } from '#app/desk/components/desk-parts.tsx';
import { formatDue } from '#app/desk/components/age.ts';
import { Description } from './description.tsx';
import { useTicketChange } from './ticket-change.tsx';
import { TicketHeader } from './ticket-header.tsx';
import { ticketQuery } from './ticket-query.ts';

type Part = ComponentType<{ ticket: DeskConversation }>;
type TicketPageProps = {
  id: string;
  /** Loaded after the page: the thread with the composer, what stands beside it, and the menu of the ticket. */
  conversation: Part;
  side: Part;
  actions: Part;
};

export function TicketPage({ id, conversation: Conversation, side: Side, actions: Actions }: TicketPageProps) {
  const { copy } = useDesk();
  const navigate = useNavigate();
  const query = useQuery(ticketQuery(id));
  const { data } = query;
  const { dialogs, ...change } = useTicketChange();
  const [isRenaming, setIsRenaming] = useState(false);
  useTitle(data?.ticketNumber);
  useKeys({
    s: () => change.chooseStatus(data),
    a: () => change.chooseAssignee(data),
    i: () => change.assignToMe(data),
    p: () => change.choosePriority(data),
    t: () => change.chooseTags(data),
    e: () => setIsRenaming(true),
    u: () => void navigate(paths.queue),
  });
  if (isApiError(query.error, 'not_found') || isApiError(query.error, 'invalid_request'))
    return <Missing text={copy.ticket.missing} to={paths.queue} back={copy.ticket.back} />;
  return (
    <div className="grid gap-4">
      <BackLink to={paths.queue}>{copy.ticket.back}</BackLink>
      {data === undefined ? (
        <LoadState query={query} isFramed />
      ) : (
        <>
          <TicketHeader ticket={data} isRenaming={isRenaming} onRename={setIsRenaming} {...change}>
            <Suspense fallback={null}>
              <Actions ticket={data} />
            </Suspense>
          </TicketHeader>
          <div className="desk-columns">
            <div className="grid min-w-0 content-start gap-5">
              <Description ticket={data} />
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
        </>
      )}
      {dialogs}
    </div>
  );
}

/** What staff want to know about the customer while they answer. */
function CustomerCard({ customer }: { customer: DeskTicket['customer'] }) {
  const { copy, currency } = useDesk();
  const formats = useFormats();
  const { card } = copy.ticket;
  const { counts } = customer;
  return (
    <aside aria-label={card.title} className="grid min-w-0 content-start gap-4">
      <section className="grid gap-3 border border-line bg-surface p-5">
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
      <CardList title={card.contracts} empty={card.noContracts} total={counts.activeContracts} isOpen>
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
      <CardList
        title={card.invoices}
        empty={card.noInvoices}
        total={counts.unpaidInvoices}
        warning={
          Number(customer.totalOverdue) > 0 ? card.late(formats.amount(customer.totalOverdue, currency)) : undefined
        }
      >
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
      <CardList title={card.tickets} empty={card.noTickets} total={counts.otherTickets}>
        {customer.otherTickets.map((other) => (
          <li key={other.id} className="group grid gap-1 py-2.5">
            <Link to={ticketPath(other.id)} dir="auto" className="wrap-anywhere hover:text-azure hover:underline">
              {other.subject}
            </Link>
            <span className="flex items-center justify-between gap-3 text-xs text-muted">
              <span className="flex flex-wrap gap-x-2">
                <TicketNumber {...other} />
                <span>{formats.momentDay(other.createdAt)}</span>
              </span>
              <DeskStatus of="tickets" value={other.status} />
            </span>
          </li>
        ))}
      </CardList>
    </aside>
  );
}

const shownDigits = 6;

/** Its last digits; all of them on hover and focus, in place of the short number, and to screen readers. */
const TicketNumber = ({ shortNumber, ticketNumber }: Pick<DeskTicket, 'shortNumber' | 'ticketNumber'>) => (
  <span className="tabular-nums">
    <span className="group-focus-within:sr-only group-hover:sr-only">#{shortNumber} · </span>
    {ticketNumber.length <= shownDigits + 2 ? (
      ticketNumber
    ) : (
      <>
        <span aria-hidden="true" className="group-focus-within:hidden group-hover:hidden">
          …{ticketNumber.slice(-shownDigits)}
        </span>
        <span className="sr-only group-focus-within:not-sr-only group-hover:not-sr-only">{ticketNumber}</span>
      </>
    )}
  </span>
);

const isPast = (day: string) => day < dayOf(new Date());

function formatDueDay(day: string, copy: DeskCopy, formats: Formats): string {
  const { due, overdue } = copy.ticket.card;
  return (isPast(day) ? overdue : due)(formatDue(day, copy, formats));
}

type CardListProps = {
  title: string;
  empty: string;
  /** The first of them are listed. */
  total: number;
  isOpen?: boolean;
  warning?: string | undefined;
  children: ReactNode[];
};

/** Closed, it says how many there are: the reply is written beside it, and must not need scrolling. */
function CardList({ title, empty, total, isOpen = false, warning, children }: CardListProps) {
  const { number } = useFormats();
  return (
    <section className="rail-list border border-line bg-surface text-sm">
      {children.length === 0 ? (
        <div className="px-5 py-3">
          <h3>{title}</h3>
          <p className="text-muted">{empty}</p>
        </div>
      ) : (
        <details open={isOpen} className="group">
          <summary>
            <h3>{title}</h3>
            <span className="text-muted">{number(total)}</span>
            {warning !== undefined && <span className="font-semibold text-danger">{warning}</span>}
            <Icon name="chevron-down" className="absolute end-5 size-4 text-muted group-open:rotate-180" />
          </summary>
          <ul className="divide-y divide-line px-5 pb-2">{children}</ul>
        </details>
      )}
    </section>
  );
}
