import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { NewTicket, Ticket } from '#contract/tickets.ts';
import type { ticketSorts } from '#contract/sorts.ts';
import { CustomerChangedError, NotLinkedError } from './customer.ts';
import { byId, key, type ListDefinition, toItem } from './lists/query.ts';

export const ticketList: ListDefinition<Ticket, (typeof ticketSorts)[number]> = {
  table: 'tickets',
  needs: 'tickets',
  columns: {
    id: 'id',
    ticketNumber: 'ticket_number',
    subject: 'subject',
    description: 'description',
    priority: 'priority',
    status: 'status',
    createdAt: 'created_at',
  },
  sorts: {
    createdAt: [key('created_at', 'timestamptz'), byId],
    ticketNumber: [key('ticket_number', 'text'), byId],
    subject: [key('subject_key', 'text'), byId],
    priority: [key('priority_key', 'integer'), byId],
    status: [key('status', 'text'), key('created_at', 'timestamptz'), byId],
  },
  defaultSort: 'createdAt',
};

/** The idempotency key was used before, with other content. */
export class IdempotencyKeyReusedError extends Error {
  override name = 'IdempotencyKeyReusedError';
}

const tooManyTickets = 'Too many tickets were opened recently. Please try again later, or call us.';

// The audit event is written by the same statement: there is no ticket without it.
const createTicketStatement = {
  name: 'create-ticket',
  text: `WITH created AS (SELECT ticket, is_replay FROM create_ticket($1, $2, $3, $4, hourly_limit => $7)
      WHERE $8::uuid IS NULL OR $8 = app_customer_id()),
    event AS (INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network)
      SELECT 'user', 'ticket.created', app_user_id(), (ticket).customer_id, 'ticket:' || (ticket).id, $5, $6
      FROM created WHERE NOT is_replay)
    SELECT is_replay, ${Object.values(ticketList.columns)
      .map((column) => `(ticket).${column}`)
      .join(', ')}
    FROM created`,
};

export interface TicketOptions {
  idempotencyKey?: string | undefined;
  /** The customer that the ticket was written for. */
  customerId?: string | undefined;
  /** Per customer, and five times as many per day; 0 for no limit. */
  hourlyLimit?: number;
}

/** Returns the new ticket, or the one that the same idempotency key created before (`isReplay`). */
export async function createTicket(
  database: Database,
  caller: Caller,
  { subject, description, priority }: NewTicket,
  { idempotencyKey, customerId, hourlyLimit = 60 }: TicketOptions = {},
): Promise<{ ticket: Ticket; isReplay: boolean }> {
  const { requestId = null, network = null } = caller.trace ?? {};
  const values = [
    subject,
    description,
    priority,
    idempotencyKey ?? null,
    requestId,
    network,
    hourlyLimit,
    customerId ?? null,
  ];
  const [rows] = await runAsSession(
    database,
    caller,
    { mode: 'write', needs: 'tickets' },
    { ...createTicketStatement, values },
  ).catch(rethrowLimit);
  if (rows?.[0] === undefined) {
    if (customerId !== undefined) throw new CustomerChangedError('The ticket was written for another customer.');
    throw new NotLinkedError('The user is linked to no customer.');
  }
  const [isReplay, ...row] = rows[0];
  const ticket = toItem(ticketList, row);
  const isSame = ticket.subject === subject && ticket.description === description && ticket.priority === priority;
  if (!isSame) throw new IdempotencyKeyReusedError('The key was used for another ticket.');
  return { ticket, isReplay: isReplay as boolean };
}

// create_ticket raises PT429 with the seconds to wait as detail.
function rethrowLimit(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  throw code === 'PT429' ? new RateLimitError(Number(detail), false, tooManyTickets) : error;
}
