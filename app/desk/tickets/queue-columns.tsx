import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type TableColumn, tableColumn } from '#app/components/data-list/list-view.ts';
import { Checkbox } from '#app/components/ui/field.tsx';
import type { Formats } from '#app/lib/formats.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { DeskTicketSort } from '#contract/staff.ts';
import { formatAge } from '#app/desk/components/age.ts';
import { customerPath, type Desk, ticketPath } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { Assignee, isHighPriority, Priority } from '#app/desk/components/ticket-cells.tsx';
import type { Selection } from './selection.ts';
import { Sla } from './sla.tsx';
import type { useTicketChange } from './ticket-change.tsx';
import { type useViewers, Viewers } from './viewers.tsx';

interface RowContext extends Pick<ReturnType<typeof useTicketChange>, 'chooseStatus' | 'chooseAssignee'> {
  viewers: ReturnType<typeof useViewers>;
  selection: Selection<QueuedTicket>;
}

export function queueColumns(
  { copy, me }: Desk,
  formats: Formats,
  { chooseStatus, chooseAssignee, viewers, selection }: RowContext,
): TableColumn<QueuedTicket>[] {
  const { columns: labels } = copy.queue;
  const sorted = (sort: DeskTicketSort, column: TableColumn<QueuedTicket>) => ({ ...column, sort });
  const select = ({ id, shortNumber }: QueuedTicket) => (
    <label className="-m-1 flex p-1 max-lg:-mx-2.5 max-lg:-my-3 max-lg:px-2.5 max-lg:py-3">
      <span className="sr-only">{copy.queue.bulk.select(shortNumber)}</span>
      <Checkbox
        checked={selection.has(id)}
        onChange={({ nativeEvent }) => selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4.5 max-lg:size-6"
      />
    </label>
  );
  const status = (ticket: QueuedTicket) => (
    <CellButton label={copy.ticket.chooseStatus(ticket.ticketNumber)} onClick={() => chooseStatus(ticket)}>
      <DeskStatus of="tickets" value={ticket.status} />
    </CellButton>
  );
  const assignee = ({ assigneeId, assigneeName, priority }: QueuedTicket) => (
    <Assignee id={assigneeId} name={assigneeName} myId={me.userId} isUrgent={isHighPriority(priority)} />
  );
  const number = ({ ticketNumber, shortNumber, unreadSince }: QueuedTicket) => (
    <span title={ticketNumber} className="queue-number">
      #{shortNumber}
      {unreadSince !== null && <span className="sr-only">, {copy.queue.unread}</span>}
    </span>
  );
  const age = ({ createdAt }: QueuedTicket) => (
    <time dateTime={createdAt} title={formats.moment(createdAt)} className="whitespace-nowrap text-muted tabular-nums">
      {formatAge(createdAt, copy, formats)}
    </time>
  );
  return [
    sorted('activity', {
      label: labels.activity,
      widthPercent: 37,
      cardSlot: 'title',
      isName: true,
      cell: (ticket) => (
        <span className="queue-subject">
          <span className="queue-select">
            {ticket.unreadSince !== null && <span className="unread-dot absolute start-0" />}
            {select(ticket)}
          </span>
          <Link
            to={ticketPath(ticket.id)}
            {...{ [rowLink]: ticket.id }}
            dir="auto"
            title={ticket.subject}
            className="row-link min-w-0 leading-[1.2] font-semibold max-lg:line-clamp-2 max-lg:wrap-anywhere max-lg:whitespace-normal lg:truncate"
          >
            {ticket.subject}
          </Link>
          <span className="queue-message">
            {number(ticket)}
            <Viewers viewers={viewers.get(ticket.id)} />
            {ticket.snoozedUntil !== null && (
              <span className="shrink-0">{copy.queue.snoozed(formats.officeMoment(ticket.snoozedUntil))}</span>
            )}
            {ticket.topic === 'billing' && <span className="tag shrink-0">{copy.queue.billing}</span>}
            {ticket.tags.slice(0, 3).map((tag) => (
              <bdi key={tag} title={tag} className="tag max-w-24 shrink-0 truncate">
                {tag}
              </bdi>
            ))}
            {ticket.tags.length > 3 && <span title={formats.list(ticket.tags)}>+{ticket.tags.length - 3}</span>}
            <span dir="auto" className="truncate">
              {[requesterOf(ticket), describeLast(ticket, copy)].filter((one) => one !== null).join(' · ')}
            </span>
          </span>
        </span>
      ),
    }),
    sorted(
      'customer',
      inTable(labels.customer, 12, ({ customerId, customerName }) => (
        <Link
          to={customerPath(customerId)}
          dir="auto"
          title={customerName}
          className="block truncate hover:text-azure hover:underline"
        >
          {customerName}
        </Link>
      )),
    ),
    sorted(
      'priority',
      tableColumn(labels.priority, 9.5, 'badge', ({ priority }) => <Priority value={priority} />),
    ),
    sorted('status', inTable(labels.status, 12.5, status)),
    sorted(
      'assignee',
      inTable(labels.assignee, 11, (ticket) => (
        <CellButton label={copy.ticket.chooseAssignee(ticket.ticketNumber)} onClick={() => chooseAssignee(ticket)}>
          {assignee(ticket)}
        </CellButton>
      )),
    ),
    sorted(
      'due',
      inTable(labels.due, 10.5, (ticket) => <Sla ticket={ticket} />),
    ),
    sorted('createdAt', inTable(labels.created, 7.5, age)),
    onCard(labels.customer, (ticket) => (
      <span className="queue-line text-muted">
        <span dir="auto" className="truncate">
          {ticket.customerName}
        </span>
        <span aria-hidden="true">·</span>
        {assignee(ticket)}
        <span aria-hidden="true">·</span>
        {age(ticket)}
      </span>
    )),
    onCard(labels.status, (ticket) => (
      <span className="queue-line">
        {select(ticket)}
        {status(ticket)}
        {ticket.unreadSince !== null && <span className="unread-dot" />}
        {number(ticket)}
        <span className="ms-auto min-w-0">
          <Sla ticket={ticket} />
        </span>
      </span>
    )),
  ];
}

/** A line of the card. Nobody sees its label. */
const onCard = (label: string, cell: TableColumn<QueuedTicket>['cell']) => ({
  ...tableColumn(label, 0, 'line', cell),
  isCardOnly: true,
});

/** On a card, a line has it. */
const inTable = (label: string, widthPercent: number, cell: TableColumn<QueuedTicket>['cell']) => ({
  ...tableColumn(label, widthPercent, 'half', cell),
  isTableOnly: true,
});

/** Unless they wrote last: then the message names them. */
const requesterOf = ({ requesterName, lastMessage: { author, kind } }: QueuedTicket) =>
  author === requesterName && kind !== 'note' ? null : requesterName;

function describeLast({ subject, lastMessage: { kind, author, excerpt } }: QueuedTicket, { queue }: DeskCopy): string {
  const name = author ?? queue.formerAccount;
  const text = withoutSubject(excerpt, subject);
  if (text === '') return name;
  return (kind === 'note' ? queue.noteBy : queue.lastBy)(name, text);
}

/** A first message often begins with the subject, which is in the line above. */
export function withoutSubject(excerpt: string, subject: string): string {
  if (subject.startsWith(excerpt.replace(/…$/, ''))) return '';
  if (!excerpt.startsWith(subject)) return excerpt;
  const rest = excerpt.slice(subject.length);
  // The subject may end within a word of the message.
  return /^[\p{L}\p{N}]/u.test(rest) ? excerpt : rest.replace(/^[\s.,:;!?…-]+/, '');
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
