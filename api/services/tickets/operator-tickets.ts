import type { ClientBase } from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import { staffActionOf } from './write-staff-reply.ts';
import { type DeskReply, deskReplySchema } from '#contract/desk-conversation.ts';
import { chooseStatus, transition } from './status-machine.ts';
import { type LockedTicket, readTerms, saveTicket, type StoredTicket, toLocked } from './ticket-store.ts';
import { ticketStatuses, type TicketStatus } from '#contract/ticket-states.ts';
import { findCustomer } from '#api/services/customers/operator-customers.ts';
import { program } from '#api/lib/program.ts';

export interface TicketRow {
  ticket_number: string;
  customer: string;
  subject: string;
  description: string;
  priority: string;
  status: string;
  created_at: string;
}

export interface TicketDetails extends TicketRow {
  customer_id: string;
  /** Null if the user was deleted or the ticket was imported. */
  author: string | null;
  resolved_at: string | null;
}

const noSuchTicket = (number: string) =>
  new OperatorError(`There is no ticket ${number}: see ${program} tickets list.`);

/** Known statuses, and any other that a ticket has. */
export async function listTicketStatuses(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ status: string }>('SELECT DISTINCT status FROM tickets ORDER BY status');
  return [...new Set([...ticketStatuses, ...rows.map(({ status }) => status)])];
}

/** TKT-1794716637000, #1042 or 1042. */
const byNumber = `(ticket_number = $1 OR short_number::text = ltrim($1, '#'))`;

export async function getTicket(client: ClientBase, number: string): Promise<TicketDetails> {
  const { rows } = await client.query<TicketDetails>(
    `SELECT ticket_number, customers.name AS customer, customer_id, users.email AS author, subject, description, priority,
      status, tickets.created_at::text, resolved_at::text
    FROM tickets JOIN customers ON customers.id = customer_id LEFT JOIN users ON users.id = author_id
    WHERE ${byNumber}`,
    [number.trim()],
  );
  if (rows[0] === undefined) throw noSuchTicket(number);
  return rows[0];
}

export async function listTickets(
  client: ClientBase,
  { customer, status, limit }: { customer?: string | undefined; status?: string | undefined; limit: number },
): Promise<TicketRow[]> {
  const customerId = customer === undefined ? null : (await findCustomer(client, customer)).id;
  const { rows } = await client.query<TicketRow>(
    `SELECT ticket_number, customers.name AS customer, subject, description, priority, status, tickets.created_at::text
    FROM tickets JOIN customers ON customers.id = customer_id
    WHERE ($1::uuid IS NULL OR customer_id = $1) AND (CASE WHEN $2::text IS NULL THEN status <> 'closed' ELSE status = $2 END)
    ORDER BY tickets.created_at DESC, tickets.id LIMIT $3`,
    [customerId, status, limit],
  );
  return rows;
}

const isStatus = (status: string): status is TicketStatus => (ticketStatuses as readonly string[]).includes(status);

/** As a staff member chooses a status at the desk: the SLA clock, the timeline and mails follow. */
export async function setTicketStatus(
  client: ClientBase,
  number: string,
  status: string,
): Promise<{ from: string; to: string }> {
  if (!isStatus(status))
    throw new OperatorError(`A ticket cannot be "${status}": its status is one of ${ticketStatuses.join(', ')}.`);
  const ticket = await lockByNumber(client, number);
  const { status: from } = ticket;
  const move = chooseStatus(from, status);
  if (from !== status) await saveTicket(client, { kind: 'operator' }, ticket, { move, isUnread: false }, new Date());
  return { from, to: status };
}

/** In the name of the company: no person wrote it at the desk. Mails, the SLA clock and the timeline follow as from there. */
export async function replyToTicket(
  client: ClientBase,
  number: string,
  { body: given, next }: Pick<DeskReply, 'body' | 'next'>,
): Promise<{ from: string; to: string }> {
  const { data: body, error } = deskReplySchema.shape.body.safeParse(given.trimEnd());
  if (body === undefined) throw new OperatorError(error?.issues[0]?.message ?? 'The text is not valid.');
  const ticket = await lockByNumber(client, number);
  if (ticket.mergedIntoId !== null)
    throw new OperatorError(`The ticket ${number} was merged into another one: reply to that one.`);
  const now = new Date();
  const move = transition(staffActionOf[next], ticket, now);
  const message = { body, source: 'desk' as const };
  const audit = { event: 'ticket.replied' as const };
  await saveTicket(client, { kind: 'operator' }, ticket, { move, message, isUnread: false, audit }, now);
  return { from: ticket.status, to: move.to };
}

/** To a staff member, or to nobody. Returns their email address, and whether that changed anything. */
export async function assignTicket(
  client: ClientBase,
  number: string,
  email: string | undefined,
): Promise<{ assignee: string | undefined; isChanged: boolean }> {
  const ticket = await lockByNumber(client, number);
  const assignee = email === undefined ? undefined : await findAssignee(client, email);
  const assigneeId = assignee?.id ?? null;
  const isChanged = assigneeId !== ticket.assigneeId;
  if (isChanged) await saveTicket(client, { kind: 'operator' }, ticket, { assigneeId, isUnread: false }, new Date());
  return { assignee: assignee?.email, isChanged };
}

async function findAssignee(client: ClientBase, email: string): Promise<{ id: string; email: string }> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `SELECT users.id, users.email FROM users JOIN staff_members ON user_id = users.id
    WHERE users.email = lower($1) AND active AND 'support' = ANY(permissions)`,
    [email.trim()],
  );
  if (rows[0] === undefined)
    throw new OperatorError(`${email} is not active staff with the permission support: see ${program} staff list.`);
  return rows[0];
}

async function lockByNumber(client: ClientBase, number: string): Promise<LockedTicket> {
  const { rows } = await client.query<StoredTicket>(`SELECT * FROM tickets WHERE ${byNumber} FOR UPDATE`, [number]);
  const [row] = rows;
  if (row === undefined) throw noSuchTicket(number);
  await client.query('SELECT set_operator_customer($1)', [row.customer_id]);
  return toLocked(row, await readTerms(client, row.customer_id, row.priority));
}
