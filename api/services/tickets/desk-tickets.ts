import type { ClientBase } from 'pg';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import { minutesBetween } from './office-hours.ts';
import { chooseStatus, type Move, transition } from './status-machine.ts';
import { readSurroundings, surroundingsOf } from './ticket-card.ts';
import { type LockedTicket, lockTicket, noTicket, saveTicket } from './ticket-store.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { ChangeTicket, QueuedTicket } from '#contract/desk.ts';
import type { Page } from '#contract/lists.ts';
import type { deskTicketSorts, StaffPermission } from '#contract/staff.ts';
import { columns, nullable, text } from '#api/db/columns.ts';
import { unpaidInvoice } from '#api/services/customers/customer.ts';

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
  match: (pattern) =>
    `(search_text LIKE (SELECT fold(${pattern}))
      OR customer_id = ANY (ARRAY(SELECT desk_search_customers(ARRAY[${pattern}]::text[], 1000)))
      OR requester_id = ANY (ARRAY(SELECT desk_search_users(ARRAY[${pattern}]::text[], 1000))))`,
};

/** The minutes of its calendar until the first response is due, negative if it is overdue. */
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
  const [found] = await runBatch(client, [
    { text: `SELECT ${queued.join(', ')} FROM tickets WHERE id = $1`, values: [id] },
  ]);
  return withMinutesLeft(toItem(queue, found?.[0] ?? []));
}

export const changed = 'Somebody else has changed this ticket meanwhile.';
const queued = Object.values(queue.columns);
const shown = 5;

const shownDetails = columns({
  description: text('description'),
  authorId: nullable(text('author_id')),
  email: nullable(text('desk_user_email(author_id)')),
  resolvedAt: nullable(text('resolved_at')),
});
const customer = columns({
  id: text('id'),
  name: text('name'),
  contact: nullable(text('contact')),
  email: nullable(text('email')),
  phone: nullable(text('phone')),
  risk: text('risk'),
  totalOutstanding: text('outstanding'),
});
const contract = columns({
  id: text('id'),
  contractNumber: text('contract_number'),
  title: text('title'),
  endDate: nullable(text('end_date')),
});
const otherTicket = columns({
  id: text('id'),
  ticketNumber: text('ticket_number'),
  subject: text('subject'),
  priority: text('priority'),
  status: text('status'),
  createdAt: text('created_at'),
});

/** The ticket, and beside it what staff want to know about its customer. */
const ticketText = `SELECT ${queued.join(', ')}, ${shownDetails.sql} FROM tickets WHERE id = $1`;
const ofTicket = 'customer_id = (SELECT customer_id FROM tickets WHERE id = $1)';
const cardTexts = {
  'desk-ticket-customer': `SELECT ${customer.sql} FROM customers
    JOIN customer_balances ON customer_id = customers.id WHERE id = (SELECT customer_id FROM tickets WHERE id = $1)`,
  'desk-ticket-contracts': `SELECT ${contract.sql} FROM contracts
    WHERE ${ofTicket} AND status = 'active' ORDER BY end_date_key, id LIMIT ${shown}`,
  'desk-ticket-invoices': `SELECT ${unpaidInvoice.sql} FROM invoices
    WHERE ${ofTicket} AND is_unpaid ORDER BY due_date_key, id LIMIT ${shown}`,
  'desk-ticket-others': `SELECT ${otherTicket.sql} FROM tickets
    WHERE ${ofTicket} AND id <> $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
};
const noteText = `SELECT note_staff_read(customer_id, 'ticket', 'ticket:' || id, $2, $3) FROM tickets WHERE id = $1`;

export async function getTicket(database: Database, caller: Caller, id: string): Promise<DeskConversation> {
  const { requestId, network } = traceOf(caller);
  const [tickets, customers, contracts, invoices, others, , ...surroundings] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: 'desk-ticket', text: ticketText, values: [id] },
    ...Object.entries(cardTexts).map(([name, card]) => ({ name, text: card, values: [id] })),
    { name: 'desk-ticket-note', text: noteText, values: [id, requestId, network] },
    ...surroundingsOf(id),
  );
  const row = tickets?.[0];
  const found = customer.first(customers);
  if (row === undefined || found === undefined) throw noTicket;
  const { description, authorId, email, resolvedAt } = shownDetails.read(row.slice(queued.length));
  return {
    ...readSurroundings(surroundings),
    ...withMinutesLeft(toItem(queue, row)),
    description,
    author: authorId === null || email === null ? null : { userId: authorId, email },
    resolvedAt,
    customer: {
      ...found,
      activeContracts: contract.all(contracts),
      unpaidInvoices: unpaidInvoice.all(invoices),
      otherTickets: otherTicket.all(others),
    },
  };
}

/** The second of two staff members at once gets a conflict with what the first did. */
export async function changeTicket(
  database: Database,
  caller: Caller,
  { id, version, status, assigneeId }: ChangeTicket,
): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const before = await lockTicket(client, id);
    if (before.version !== version) throw new UserError('changed_meanwhile', changed, await readQueued(client, id));
    if (typeof assigneeId === 'string' && assigneeId !== before.assigneeId) await rejectAssignee(client, assigneeId);
    const now = new Date();
    const move =
      status === undefined
        ? await moveByAssignment(client, before, assigneeId, now)
        : chooseStatus(before.status, status);
    const change = { move, isUnread: false, ...(assigneeId !== undefined && { assigneeId }) };
    await saveTicket(client, { kind: 'staff', ...caller }, before, change, now);
    return readQueued(client, id);
  });
}

/** A staff member who is assigned an open ticket by themselves takes it. */
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
  if (rowCount === 0) throw new UserError('invalid_request', 'This staff member cannot be assigned tickets.');
}
