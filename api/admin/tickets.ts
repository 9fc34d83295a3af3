import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from './customers.ts';

// product §4
export const ticketStatuses = ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'];

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
  new OperatorError(`There is no ticket ${number}: see npm run portal -- tickets list.`);

/** Known statuses, and any other that a ticket has. */
export async function listTicketStatuses(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ status: string }>('SELECT DISTINCT status FROM tickets ORDER BY status');
  return [...new Set([...ticketStatuses, ...rows.map(({ status }) => status)])];
}

export async function getTicket(client: ClientBase, number: string): Promise<TicketDetails> {
  const { rows } = await client.query<TicketDetails>(
    `SELECT ticket_number, customers.name AS customer, customer_id, users.email AS author, subject, description, priority,
      status, tickets.created_at::text, resolved_at::text
    FROM tickets JOIN customers ON customers.id = customer_id LEFT JOIN users ON users.id = created_by
    WHERE ticket_number = $1`,
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

export async function setTicketStatus(
  client: ClientBase,
  number: string,
  status: string,
): Promise<{ from: string; to: string }> {
  if (!ticketStatuses.includes(status)) {
    throw new OperatorError(`A ticket cannot be "${status}": its status is one of ${ticketStatuses.join(', ')}.`);
  }
  const { rows } = await client.query<{ id: string; customer_id: string; status: string }>(
    'SELECT id, customer_id, status FROM tickets WHERE ticket_number = $1 FOR UPDATE',
    [number],
  );
  if (rows[0] === undefined) throw noSuchTicket(number);
  const { id, customer_id: customer, status: from } = rows[0];
  if (from === status) return { from, to: status };
  await client.query('UPDATE tickets SET status = $2 WHERE ticket_number = $1', [number, status]);
  const details = { from, to: status };
  await recordOperatorEvent(client, { event: 'ticket.status_changed', customer, entity: `ticket:${id}`, details });
  return details;
}
