import type { ClientBase } from 'pg';
import { runOn, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { withoutStopWords } from '#api/services/lists/search-notation.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import { dueSoon, isDueSoon, withMessages } from './queue.ts';
import { minutesBetween } from './office-hours.ts';
import { chooseStatus, type Move, transition } from './status-machine.ts';
import { pendingStatement, toPending } from './pending-replies.ts';
import { readSurroundings, surroundingsOf } from './ticket-card.ts';
import { planTags } from './tags.ts';
import { type LockedTicket, lockTicket, noTicket, planPriority, saveTicket } from './ticket-store.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { ChangeTicket } from '#contract/ticket-changes.ts';
import type { Page } from '#contract/lists.ts';
import type { DeskTicketSort, StaffPermission } from '#contract/staff.ts';
import { columns, integer, nullable, text } from '#api/db/columns.ts';
import { totalOverdue, unpaidInvoice } from '#api/services/customers/customer.ts';

const needs = ['support'] as const satisfies StaffPermission[];
const byAge = key('created_at', 'timestamptz');
type QueueRow = Omit<QueuedTicket, 'requesterName' | 'lastMessage'>;
type StoredRow = QueueRow & { pausedAt: string | null };

// A target of the resolution follows the one of the first response.
const isResolving = `first_responded_at IS NOT NULL AND resolution_state IS NOT NULL AND NOT is_done(status)`;
const isAwaited = `first_responded_at IS NULL AND sla_state IS NOT NULL`;

/** Tickets of all customers. */
const queue: ListDefinition<StoredRow, DeskTicketSort, typeof needs> = {
  table: 'tickets',
  needs,
  columns: {
    id: 'id',
    ticketNumber: 'ticket_number',
    shortNumber: 'short_number',
    subject: 'subject',
    priority: 'priority',
    topic: 'topic',
    status: 'status',
    createdAt: 'created_at',
    customerId: 'customer_id',
    customerName: '(SELECT name FROM customers AS owner WHERE owner.id = customer_id)',
    assigneeId: 'assignee_id',
    assigneeName: '(SELECT name FROM staff_members WHERE user_id = assignee_id)',
    version: 'version',
    firstResponseDueAt: 'first_response_due_at',
    dueKind: `CASE WHEN ${isAwaited} THEN 'response' WHEN ${isResolving} THEN 'resolution' END`,
    dueAt: `CASE WHEN ${isAwaited} THEN first_response_due_at WHEN ${isResolving} THEN resolution_due_at END`,
    slaState: `CASE WHEN ${isResolving} THEN resolution_state ELSE sla_state END`,
    slaCalendar: 'sla_calendar',
    targetMinutes: `CASE WHEN ${isAwaited} THEN response_minutes WHEN ${isResolving} THEN resolution_minutes END`,
    // Not sent: `minutesLeft` is computed from it.
    pausedAt: `CASE WHEN ${isAwaited} THEN sla_paused_at WHEN ${isResolving} THEN resolution_paused_at END`,
    // Computed below.
    minutesLeft: 'NULL::integer',
    unreadSince: 'unread_since',
    snoozedUntil: 'snoozed_until',
    tags: 'tags',
  },
  sorts: {
    due: [key('due_key', 'timestamptz'), key('urgency_key', 'integer'), byAge, byId],
    createdAt: [byAge, byId],
    customer: [key('customer_key', 'text'), byId],
    priority: [key('urgency_key', 'integer'), byAge, byId],
    status: [key('status_key', 'integer'), byAge, byId],
    assignee: [key('assignee_key', 'text'), byAge, byId],
    activity: [key('activity_key', 'timestamptz'), byId],
  },
  defaultSort: 'due',
  search: 'desk_search_queue',
  match: (pattern) =>
    `(search_text LIKE (SELECT fold(${pattern}))
      OR customer_id = ANY (ARRAY(SELECT desk_search_customers(ARRAY[${pattern}]::text[], 1000)))
      OR requester_id = ANY (ARRAY(SELECT desk_search_users(ARRAY[${pattern}]::text[], 1000)))
      OR id = ANY (ARRAY(SELECT desk_search_words(${pattern}))))`,
};

// Indexes of these orders begin with needs_staff: active tickets, and the others.
const halvedSorts: ReadonlySet<string> = new Set(['customer', 'priority', 'status', 'assignee', 'activity']);

/** The minutes of its calendar until the next target is due, negative if it is overdue. No time passes during a pause. */
function withMinutesLeft({ pausedAt, ...ticket }: StoredRow, now = new Date()): QueueRow {
  const { dueAt, slaState, slaCalendar } = ticket;
  if (dueAt === null || slaState === null || slaState === 'met' || slaCalendar === null)
    return { ...ticket, minutesLeft: null };
  const due = new Date(dueAt);
  const from = slaState === 'paused' && pausedAt !== null ? new Date(pausedAt) : now;
  const left = minutesBetween(slaCalendar, from, due) - minutesBetween(slaCalendar, due, from);
  return { ...ticket, minutesLeft: Math.floor(left) };
}

export interface TicketFilter extends ListRequest<DeskTicketSort> {
  active?: 'true' | undefined;
  priority?: string | undefined;
  /** A staff member, `me` or `none`. */
  assignee?: string | undefined;
  customerId?: string | undefined;
  tag?: string | undefined;
  unread?: 'true' | undefined;
  snoozed?: 'true' | undefined;
  due?: 'soon' | undefined;
  waiting?: 'true' | undefined;
}

export async function listTickets(
  database: Database,
  caller: Caller,
  { active, priority, assignee, customerId, tag, unread, due, waiting, snoozed, ...request }: TicketFilter,
): Promise<Page<QueuedTicket>> {
  let filters = new Conditions();
  const isActive = [active, unread, due, waiting].some((one) => one !== undefined);
  if (isActive) filters = filters.and(() => 'needs_staff');
  if (unread !== undefined) filters = filters.and(() => 'unread_since IS NOT NULL');
  if (waiting !== undefined) filters = filters.and(() => 'customer_wrote_last');
  if (due !== undefined) filters = filters.and(isDueSoon, ...dueSoon());
  if (snoozed !== undefined) filters = filters.and(() => 'snoozed_until IS NOT NULL');
  if (priority !== undefined) filters = filters.and((one) => `priority = ${one}`, priority);
  if (customerId !== undefined) filters = filters.and((id) => `customer_id = ${id}`, customerId);
  if (tag !== undefined)
    filters = filters.and(
      (name) => `tags @> ARRAY[(SELECT name FROM tags WHERE name_key = fold(${name}))] AND tags <> '{}'`,
      tag,
    );
  if (assignee === 'none') filters = filters.and(() => 'assignee_id IS NULL');
  else if (assignee === 'me') filters = filters.and(() => 'assignee_id = (SELECT app_staff_id())');
  else if (assignee !== undefined) filters = filters.and((id) => `assignee_id = ${id}`, assignee);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, queue, ...statements);
  const sort = request.sort ?? 'due';
  const list = halvedSorts.has(sort) && !isActive ? { ...queue, halvedBy: 'needs_staff' } : queue;
  const page = await readPage(run, list, { ...request, sort, q: withoutStopWords(request.q ?? '') }, filters);
  return {
    ...page,
    items: await withMessages(
      run,
      page.items.map((ticket) => withMinutesLeft(ticket)),
    ),
  };
}

/** As the queue shows it, in the transaction of a change. */
export async function readQueued(client: ClientBase, id: string): Promise<QueuedTicket> {
  const run = runOn(client);
  const [found] = await run({ text: `SELECT ${queued.join(', ')} FROM tickets WHERE id = $1`, values: [id] });
  const [ticket] = await withMessages(run, [withMinutesLeft(toItem(queue, found?.[0] ?? []))]);
  if (ticket === undefined) throw noTicket;
  return ticket;
}

export const changed = 'Somebody else has changed this ticket meanwhile.';
const queued = Object.values(queue.columns);
const shown = 5;

const shownDetails = columns({
  description: text('description'),
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
  totalOverdue: text(totalOverdue),
});
const counts = columns({
  activeContracts: integer(
    `(SELECT count(*)::integer FROM contracts WHERE customer_id = customers.id AND status = 'active')`,
  ),
  unpaidInvoices: integer(
    '(SELECT count(*)::integer FROM invoices WHERE customer_id = customers.id AND is_unpaid AND amount_key >= 0)',
  ),
  otherTickets: integer('(SELECT count(*)::integer - 1 FROM tickets WHERE customer_id = customers.id)'),
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
  shortNumber: integer('short_number'),
  subject: text('subject'),
  priority: text('priority'),
  topic: text('topic'),
  status: text('status'),
  createdAt: text('created_at'),
});

/** The ticket, and beside it what staff want to know about its customer. */
const ticketText = `SELECT ${queued.join(', ')}, ${shownDetails.sql} FROM tickets WHERE id = $1`;
const ofTicket = 'customer_id = (SELECT customer_id FROM tickets WHERE id = $1)';
const cardTexts = {
  'desk-ticket-customer': `SELECT ${customer.sql}, ${counts.sql} FROM customers
    JOIN customer_balances ON customer_id = customers.id WHERE id = (SELECT customer_id FROM tickets WHERE id = $1)`,
  'desk-ticket-contracts': `SELECT ${contract.sql} FROM contracts
    WHERE ${ofTicket} AND status = 'active' ORDER BY end_date_key, id LIMIT ${shown}`,
  'desk-ticket-invoices': `SELECT ${unpaidInvoice.sql} FROM invoices
    WHERE ${ofTicket} AND is_unpaid AND amount_key >= 0 ORDER BY due_date_key, id LIMIT ${shown}`,
  'desk-ticket-others': `SELECT ${otherTicket.sql} FROM tickets
    WHERE ${ofTicket} AND id <> $1 ORDER BY created_at DESC, id DESC LIMIT ${shown}`,
};
const noteText = `SELECT note_staff_read(customer_id, 'ticket', 'ticket:' || id, $2, $3) FROM tickets WHERE id = $1`;

export async function getTicket(database: Database, caller: Caller, id: string): Promise<DeskConversation> {
  const { requestId, network } = traceOf(caller);
  const [tickets, customers, contracts, invoices, others, , waiting, ...surroundings] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: 'desk-ticket', text: ticketText, values: [id] },
    ...Object.entries(cardTexts).map(([name, card]) => ({ name, text: card, values: [id] })),
    { name: 'desk-ticket-note', text: noteText, values: [id, requestId, network] },
    pendingStatement(id),
    ...surroundingsOf(id),
  );
  const row = tickets?.[0];
  const found = customer.first(customers);
  if (row === undefined || found === undefined) throw noTicket;
  const { description, resolvedAt } = shownDetails.read(row.slice(queued.length));
  return {
    ...readSurroundings(surroundings),
    ...withMinutesLeft(toItem(queue, row)),
    description,
    resolvedAt,
    pendingReply: toPending(waiting),
    customer: {
      ...found,
      counts: counts.read(customers?.[0]?.slice(customer.count) ?? []),
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
  { id, version, status, assigneeId, priority, subject, addTags, removeTags }: ChangeTicket,
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
    const isHandled = status !== undefined || assigneeId !== undefined;
    const change = {
      move,
      subject,
      ...(await planPriority(client, before, priority)),
      tags: await planTags(client, before, addTags, removeTags),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(isHandled && { isUnread: false }),
    };
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
