import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { ConflictError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import { noTicket } from '#api/services/tickets/conversation.ts';
import { minutesBetween } from '#api/services/tickets/office-hours.ts';
import { chooseStatus, type Move, transition } from '#api/services/tickets/status-machine.ts';
import { readSurroundings, surroundingsOf } from '#api/services/tickets/ticket-card.ts';
import { type LockedTicket, lockTicket, saveTicket } from '#api/services/tickets/ticket-store.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { ChangeTicket, QueuedTicket } from '#contract/desk.ts';
import type { Page } from '#contract/lists.ts';
import type { deskTicketSorts, StaffPermission } from '#contract/staff.ts';
import { traceOf } from './desk.ts';

const needs = ['support'] as const satisfies StaffPermission[];
type Sort = (typeof deskTicketSorts)[number];

/** Tickets of all customers. */
const queue: ListDefinition<QueuedTicket, Sort, typeof needs> = {
  table: 'tickets',
  needs,
  columns: {
    id: 'id',
    ticketNumber: 'ticket_number',
    subject: 'subject',
    priority: 'priority',
    status: 'status',
    createdAt: 'created_at',
    customerId: 'customer_id',
    customerName: '(SELECT name FROM customers AS owner WHERE owner.id = customer_id)',
    assigneeId: 'assignee_id',
    assigneeName: '(SELECT name FROM staff_members WHERE user_id = assignee_id)',
    version: 'version',
    firstResponseDueAt: 'first_response_due_at',
    slaState: 'sla_state',
    slaCalendar: 'sla_calendar',
    // How much of its calendar is left is computed below.
    minutesLeft: 'CASE WHEN first_responded_at IS NULL THEN 0 END',
    unreadSince: 'unread_since',
  },
  sorts: {
    due: [key('due_key', 'timestamptz'), key('urgency_key', 'integer'), key('created_at', 'timestamptz'), byId],
    createdAt: [key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'due',
  search: 'desk_search_tickets',
};

/** Of a promise that waits for a response: the minutes of its calendar until it is due, negative if it is overdue. */
function withMinutesLeft(ticket: QueuedTicket, now = new Date()): QueuedTicket {
  const { firstResponseDueAt, slaState, slaCalendar, minutesLeft } = ticket;
  const isWaiting = (slaState === 'running' || slaState === 'missed') && minutesLeft !== null;
  if (!isWaiting || firstResponseDueAt === null || slaCalendar === null) return { ...ticket, minutesLeft: null };
  const due = new Date(firstResponseDueAt);
  const left = minutesBetween(slaCalendar, now, due) - minutesBetween(slaCalendar, due, now);
  return { ...ticket, minutesLeft: Math.floor(left) };
}

export interface TicketFilter extends ListRequest<Sort> {
  active?: 'true' | undefined;
  priority?: string | undefined;
  /** A staff member, `me` or `none`. */
  assignee?: string | undefined;
  customerId?: string | undefined;
  unread?: 'true' | undefined;
}

export async function listTickets(
  database: Database,
  caller: Caller,
  { active, priority, assignee, customerId, unread, ...request }: TicketFilter,
): Promise<Page<QueuedTicket>> {
  let filters = new Conditions();
  if (active !== undefined) filters = filters.and(() => 'needs_staff');
  if (unread !== undefined) filters = filters.and(() => 'needs_staff AND unread_since IS NOT NULL');
  if (priority !== undefined) filters = filters.and((one) => `priority = ${one}`, priority);
  if (customerId !== undefined) filters = filters.and((id) => `customer_id = ${id}`, customerId);
  if (assignee === 'none') filters = filters.and(() => 'assignee_id IS NULL');
  else if (assignee === 'me') filters = filters.and(() => 'assignee_id = (SELECT app_staff_id())');
  else if (assignee !== undefined) filters = filters.and((id) => `assignee_id = ${id}`, assignee);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, queue, ...statements);
  const page = await readPage(run, queue, { ...request, sort: request.sort ?? 'due' }, filters);
  return { ...page, items: page.items.map((ticket) => withMinutesLeft(ticket)) };
}

/** As the queue shows it, in the transaction of a change. */
export async function readQueued(client: ClientBase, id: string): Promise<QueuedTicket> {
  const [found] = await runBatch(client, [{ text: `SELECT ${columns} FROM tickets WHERE id = $1`, values: [id] }]);
  return withMinutesLeft(toItem(queue, found?.[0] ?? []));
}

export const changed = 'Somebody else has changed this ticket meanwhile.';
const columns = Object.values(queue.columns).join(', ');
const shown = 5;

/** The ticket, and beside it what staff want to know about its customer. */
const ticketText = `SELECT ${columns}, description, created_by, desk_user_email(created_by), resolved_at FROM tickets WHERE id = $1`;
const ofTicket = 'customer_id = (SELECT customer_id FROM tickets WHERE id = $1)';
const cardTexts = {
  'desk-ticket-customer': `SELECT id, name, contact, email, phone, risk, outstanding FROM customers
    JOIN customer_balances ON customer_id = customers.id WHERE id = (SELECT customer_id FROM tickets WHERE id = $1)`,
  'desk-ticket-contracts': `SELECT id, contract_number, title, end_date FROM contracts
    WHERE ${ofTicket} AND status = 'active' ORDER BY end_date_key, id LIMIT ${shown}`,
  'desk-ticket-invoices': `SELECT id, number, amount, due_date, status FROM invoices
    WHERE ${ofTicket} AND is_unpaid ORDER BY due_date_key, id LIMIT ${shown}`,
  'desk-ticket-others': `SELECT id, ticket_number, subject, priority, status, created_at FROM tickets
    WHERE ${ofTicket} AND id <> $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
};
const noteText = `SELECT note_staff_read(customer_id, 'ticket', 'ticket:' || id, $2, $3) FROM tickets WHERE id = $1`;

export async function getTicket(database: Database, caller: Caller, id: string): Promise<DeskConversation> {
  const { requestId, network } = traceOf(caller);
  const [tickets, customers, contracts = [], invoices = [], others = [], , ...surroundings] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: 'desk-ticket', text: ticketText, values: [id] },
    ...Object.entries(cardTexts).map(([name, text]) => ({ name, text, values: [id] })),
    { name: 'desk-ticket-note', text: noteText, values: [id, requestId, network] },
    ...surroundingsOf(id),
  );
  const [row, customer] = [tickets?.[0], customers?.[0]];
  if (row === undefined || customer === undefined) throw noTicket;
  const [description, userId, email, resolvedAt] = row.slice(Object.keys(queue.columns).length);
  const [customerId, name, contact, customerEmail, phone, risk, totalOutstanding] = customer;
  const ticket = withMinutesLeft(toItem(queue, row));
  return {
    ...readSurroundings(surroundings),
    ...ticket,
    description,
    author: email === null ? null : { userId, email },
    resolvedAt,
    customer: {
      id: customerId,
      name,
      contact,
      email: customerEmail,
      phone,
      risk,
      totalOutstanding,
      activeContracts: contracts.map(([contractId, contractNumber, title, endDate]) => ({
        id: contractId,
        contractNumber,
        title,
        endDate,
      })),
      unpaidInvoices: invoices.map(([invoiceId, number, amount, dueDate, status]) => ({
        id: invoiceId,
        number,
        amount,
        dueDate,
        status,
      })),
      otherTickets: others.map(([otherId, ticketNumber, subject, priority, status, createdAt]) => ({
        id: otherId,
        ticketNumber,
        subject,
        priority,
        status,
        createdAt,
      })),
    },
  } as DeskConversation;
}

/** Of two staff members at once, the second gets a conflict with what the first did. */
export async function changeTicket(
  database: Database,
  caller: Caller,
  { id, version, status, assigneeId }: ChangeTicket,
): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const before = await lockTicket(client, id);
    if (before === undefined) throw noTicket;
    if (before.version !== version) throw new ConflictError('changed_meanwhile', changed, await readQueued(client, id));
    if (typeof assigneeId === 'string' && assigneeId !== before.assigneeId) await rejectAssignee(client, assigneeId);
    const now = new Date();
    const move =
      status === undefined
        ? await moveByAssignment(client, before, assigneeId, now)
        : chooseStatus(before.status, status);
    await saveTicket(client, before, { move, isUnread: false, ...(assigneeId !== undefined && { assigneeId }) }, now);
    await recordChange(client, caller, before, { move, assigneeId });
    return readQueued(client, id);
  });
}

/** Whoever assigns an open ticket to themselves takes it. */
async function moveByAssignment(
  client: ClientBase,
  ticket: LockedTicket,
  assigneeId: string | null | undefined,
  now: Date,
): Promise<Move> {
  const { rows } = await client.query<{ is: boolean }>('SELECT app_staff_id() = $1::uuid AS is', [assigneeId ?? null]);
  return rows[0]?.is === true ? transition('staff_takes', ticket, now) : { to: ticket.status, clock: 'keep' };
}

async function rejectAssignee(client: ClientBase, assigneeId: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM staff_members WHERE user_id = $1 AND active AND 'support' = ANY(permissions)`,
    [assigneeId],
  );
  if (rowCount === 0) throw new AccountError('invalid_request', 'This staff member cannot be assigned tickets.');
}

/** The audit events of a change. */
export async function recordChange(
  client: ClientBase,
  caller: Caller,
  before: LockedTicket,
  { move, assigneeId }: { move: Move; assigneeId?: string | null | undefined },
): Promise<void> {
  const of = { customer: before.customerId, entity: `ticket:${before.id}` };
  if (move.to !== before.status) {
    const details = { from: before.status, to: move.to };
    await recordStaffEvent(client, { event: 'ticket.status_changed', ...of, details }, traceOf(caller));
  }
  if (assigneeId !== undefined && assigneeId !== before.assigneeId) {
    const details = { to: assigneeId ?? 'nobody' };
    await recordStaffEvent(client, { event: 'ticket.assigned', ...of, details }, traceOf(caller));
  }
}
