import { AccountError } from '#api/auth/account-error.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { ConflictError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { byId, key, type ListDefinition, type ListRequest, readPage, toItem } from '#api/services/lists/query.ts';
import type { ChangeTicket, DeskTicket, QueuedTicket } from '#contract/desk.ts';
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
  },
  sorts: {
    priority: [key('urgency_key', 'integer'), key('created_at', 'timestamptz'), byId],
    createdAt: [key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'priority',
  search: 'desk_search_tickets',
};

export interface TicketFilter extends ListRequest<Sort> {
  active?: 'true' | undefined;
  priority?: string | undefined;
  /** A staff member, `me` or `none`. */
  assignee?: string | undefined;
  customerId?: string | undefined;
}

export async function listTickets(
  database: Database,
  caller: Caller,
  { active, priority, assignee, customerId, ...request }: TicketFilter,
): Promise<Page<QueuedTicket>> {
  let filters = new Conditions();
  if (active !== undefined) filters = filters.and(() => 'is_active');
  if (priority !== undefined) filters = filters.and((one) => `priority = ${one}`, priority);
  if (customerId !== undefined) filters = filters.and((id) => `customer_id = ${id}`, customerId);
  if (assignee === 'none') filters = filters.and(() => 'assignee_id IS NULL');
  else if (assignee === 'me') filters = filters.and(() => 'assignee_id = (SELECT app_staff_id())');
  else if (assignee !== undefined) filters = filters.and((id) => `assignee_id = ${id}`, assignee);
  const run = (...statements: Statement[]) => runAsStaff(database, caller, queue, ...statements);
  return readPage(run, queue, { ...request, sort: request.sort ?? 'priority' }, filters);
}

const noTicket = new AccountError('not_found', 'There is no such ticket.');
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

export async function getTicket(database: Database, caller: Caller, id: string): Promise<DeskTicket> {
  const { requestId, network } = traceOf(caller);
  const [tickets, customers, contracts = [], invoices = [], others = []] = await runAsStaff(
    database,
    caller,
    { needs },
    { name: 'desk-ticket', text: ticketText, values: [id] },
    ...Object.entries(cardTexts).map(([name, text]) => ({ name, text, values: [id] })),
    { name: 'desk-ticket-note', text: noteText, values: [id, requestId, network] },
  );
  const [row, customer] = [tickets?.[0], customers?.[0]];
  if (row === undefined || customer === undefined) throw noTicket;
  const [description, userId, email, resolvedAt] = row.slice(Object.keys(queue.columns).length);
  const [customerId, name, contact, customerEmail, phone, risk, totalOutstanding] = customer;
  const ticket: QueuedTicket = toItem(queue, row);
  return {
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
  } as DeskTicket;
}

interface Before {
  status: string;
  assignee_id: string | null;
  customer_id: string;
  version: number;
}

/** Of two staff members at once, the second gets a conflict with what the first did. */
export async function changeTicket(
  database: Database,
  caller: Caller,
  { id, version, status, assigneeId }: ChangeTicket,
): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const { rows } = await client.query<Before>(
      'SELECT status, assignee_id, customer_id, version FROM tickets WHERE id = $1 FOR UPDATE',
      [id],
    );
    const [before] = rows;
    if (before === undefined) throw noTicket;
    const read = async () => {
      const [found] = await runBatch(client, [{ text: `SELECT ${columns} FROM tickets WHERE id = $1`, values: [id] }]);
      return toItem(queue, found?.[0] ?? []);
    };
    if (before.version !== version) {
      const message = 'Somebody else has changed this ticket meanwhile.';
      throw new ConflictError('changed_meanwhile', message, await read());
    }
    if (typeof assigneeId === 'string' && assigneeId !== before.assignee_id) {
      const { rowCount } = await client.query(
        `SELECT FROM staff_members WHERE user_id = $1 AND active AND 'support' = ANY(permissions)`,
        [assigneeId],
      );
      if (rowCount === 0) throw new AccountError('invalid_request', 'This staff member cannot be assigned tickets.');
    }
    const assignee = assigneeId === undefined ? before.assignee_id : assigneeId;
    await client.query('UPDATE tickets SET status = $2, assignee_id = $3 WHERE id = $1', [
      id,
      status ?? before.status,
      assignee,
    ]);
    const changed = { customer: before.customer_id, entity: `ticket:${id}` };
    if (status !== undefined && status !== before.status) {
      const details = { from: before.status, to: status };
      await recordStaffEvent(client, { event: 'ticket.status_changed', ...changed, details }, traceOf(caller));
    }
    if (assignee !== before.assignee_id) {
      const details = { to: assignee ?? 'nobody' };
      await recordStaffEvent(client, { event: 'ticket.assigned', ...changed, details }, traceOf(caller));
    }
    return read();
  });
}
