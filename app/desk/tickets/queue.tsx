import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { pageParameters, searchable, type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { api } from '#app/lib/api-client.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { QueuedTicket } from '#contract/desk.ts';
import { canFilterBy } from '#contract/limits.ts';
import { DeskStatus, inWords } from '#app/desk/components/desk-status.tsx';
import {
  customerPath,
  type Desk,
  labelOf,
  ticketPath,
  useDesk,
  useKeys,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { FilterSelect, ListHeader, FilterSearch, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, focusedRow, rowLink } from '#app/desk/components/desk-list.tsx';
import { formatAge } from '#app/desk/components/age.ts';
import { Sla } from './sla.tsx';
import { useTicketChange } from './ticket-change.tsx';
import { useViewers, Viewers } from './viewers.tsx';

const scopes = ['active', 'mine', 'unassigned', 'unread', 'all'] as const;
type Scope = (typeof scopes)[number];

const scopeQuery: Record<Scope, { active?: 'true'; assignee?: string; unread?: 'true' }> = {
  active: { active: 'true' },
  mine: { active: 'true', assignee: 'me' },
  unassigned: { active: 'true', assignee: 'none' },
  unread: { unread: 'true' },
  all: {},
};

/** The tickets of all customers, what is due first. */
export function Queue() {
  const desk = useDesk();
  const { copy } = desk;
  const formats = useFormats();
  const navigate = useNavigate();
  const { get, set } = useUrlFilters();
  const scope = scopes.find((one) => one === get('scope')) ?? 'active';
  const status = canFilterBy(get('status') ?? '') ? get('status') : undefined;
  const filter = {
    ...scopeQuery[scope],
    status,
    priority: get('priority')?.slice(0, 50),
    q: searchable(get('q') ?? '').trim() || undefined,
  };
  const rows = useRows({
    queryKey: ['desk', 'tickets', filter],
    fetchPage: (request, signal) =>
      api.desk.tickets.$get({ query: { ...filter, ...pageParameters(request) } }, { signal }),
    refetchIntervalMs: 60_000,
  });
  useTitle(copy.queue.title);
  const viewers = useViewers();
  const { rows: items = [] } = rows;
  const { chooseStatus, chooseAssignee, assignToMe, dialogs } = useTicketChange();
  const focused = () => items.find(({ id }) => id === focusedRow());
  useKeys({
    s: () => chooseStatus(focused()),
    a: () => chooseAssignee(focused()),
    i: () => assignToMe(focused()),
  });
  const isFiltered = status !== undefined || filter.priority !== undefined || filter.q !== undefined;

  return (
    <section className="grid gap-4">
      <ListHeader title={copy.queue.title} count={{ copy: copy.queue.count, total: rows.total }}>
        <p className="text-xs text-muted max-lg:hidden">{copy.queue.keys}</p>
      </ListHeader>
      <div className="desk-filters">
        <div role="group" aria-label={copy.queue.filters.label} className="flex flex-wrap gap-1.5">
          {scopes.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === scope}
              onClick={() => set({ scope: one === 'active' ? undefined : one })}
              className="chip"
            >
              {copy.queue.filters[one]}
            </button>
          ))}
        </div>
        <FilterSearch label={copy.queue.search} hint={copy.queue.hint} />
        <FilterSelect
          label={copy.queue.filters.status}
          any={copy.queue.filters.any}
          name="status"
          options={Object.entries(copy.statuses.tickets)}
        />
        <FilterSelect
          label={copy.queue.filters.priority}
          any={copy.queue.filters.any}
          name="priority"
          options={Object.entries(copy.statuses.priorities)}
        />
      </div>
      <DeskList
        title={copy.queue.title}
        columns={columnsOf(desk, formats, { chooseStatus, chooseAssignee, viewers })}
        rows={rows}
        empty={copy.queue.emptyScopes[scope]}
        onClear={isFiltered ? () => set({ q: undefined, status: undefined, priority: undefined }) : undefined}
        onOpen={({ id }) => void navigate(ticketPath(id))}
      />
      {dialogs}
    </section>
  );
}

interface RowContext extends Pick<ReturnType<typeof useTicketChange>, 'chooseStatus' | 'chooseAssignee'> {
  viewers: ReturnType<typeof useViewers>;
}

function columnsOf(
  { copy, me }: Desk,
  formats: Formats,
  { chooseStatus, chooseAssignee, viewers }: RowContext,
): TableColumn<QueuedTicket>[] {
  const { columns: labels } = copy.queue;
  return [
    {
      label: labels.subject,
      widthPercent: 27,
      cardSlot: 'title',
      isName: true,
      hasSubtitle: true,
      cell: ({ id, ticketNumber, subject, unreadSince }) => (
        <span className="grid">
          <Link
            to={ticketPath(id)}
            {...{ [rowLink]: id }}
            dir="auto"
            title={subject}
            className="row-link font-semibold max-lg:line-clamp-2 max-lg:whitespace-normal lg:truncate"
          >
            {subject}
          </Link>
          <span className="flex items-center gap-1.5 truncate text-xs text-muted">
            {unreadSince !== null && (
              <span className="flex shrink-0 items-center gap-1 font-semibold text-ink">
                <span className="unread-dot" />
                {copy.queue.unread}
              </span>
            )}
            <span className="truncate">{ticketNumber}</span>
            <Viewers names={viewers.get(id)} />
          </span>
        </span>
      ),
    },
    tableColumn(labels.customer, 13, 'half', ({ customerId, customerName }) => (
      <Link to={customerPath(customerId)} dir="auto" className="block truncate hover:text-azure hover:underline">
        {customerName}
      </Link>
    )),
    tableColumn(labels.priority, 11, 'badge', ({ priority }) => <Priority value={priority} />),
    tableColumn(labels.status, 13, 'half', (ticket) => (
      <CellButton label={copy.ticket.chooseStatus(ticket.ticketNumber)} onClick={() => chooseStatus(ticket)}>
        <DeskStatus of="tickets" value={ticket.status} />
      </CellButton>
    )),
    tableColumn(labels.assignee, 15, 'half', (ticket) => (
      <CellButton label={copy.ticket.chooseAssignee(ticket.ticketNumber)} onClick={() => chooseAssignee(ticket)}>
        <Assignee id={ticket.assigneeId} name={ticket.assigneeName} myId={me.userId} />
      </CellButton>
    )),
    tableColumn(labels.due, 11, 'half', (ticket) => <Sla ticket={ticket} />),
    tableColumn(labels.created, 10, 'half', ({ createdAt }) => (
      <time dateTime={createdAt} title={formats.moment(createdAt)} className="text-muted tabular-nums">
        {formatAge(createdAt, copy, formats)}
      </time>
    )),
  ];
}

type CellButtonProps = { label: string; onClick: () => void; children: ReactNode };

function CellButton({ label, onClick, children }: CellButtonProps) {
  return (
    <button type="button" onClick={onClick} className="cell-button">
      <span className="sr-only">{label} : </span>
      {children}
    </button>
  );
}

export function Assignee({ id, name, myId }: { id: string | null; name: string | null; myId: string }) {
  const { copy } = useDesk();
  if (id === null || name === null) return <span className="text-muted">{copy.queue.unassigned}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className={classNames('initials', id === myId && 'initials-own')}>
        {initialsOf(name)}
      </span>
      <TruncatedText text={name} />
    </span>
  );
}

/** An email address counts as the name before its @. */
export const initialsOf = (name: string) =>
  name
    .replace(/@.*/, '')
    .split(/[\s._+-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

const bars: Record<string, number> = { low: 1, medium: 2, high: 3, urgent: 4 };

/** Four bars and the word: read without colour, and at a glance. */
export function Priority({ value }: { value: string }) {
  const { copy } = useDesk();
  const filled = labelOf(bars, value) ?? 0;
  return (
    <span className="priority" data-priority={filled}>
      <span aria-hidden="true" className="priority-bars">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-filled={bar <= filled} />
        ))}
      </span>
      <span dir="auto" className="truncate">
        {labelOf(copy.statuses.priorities, value) ?? inWords(value)}
      </span>
    </span>
  );
}
