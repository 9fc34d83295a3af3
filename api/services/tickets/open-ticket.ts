import { AccountError } from '#api/auth/account-error.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import { CustomerChangedError, NotLinkedError } from '#api/services/customer.ts';
import { byId, key, type ListDefinition, toItem } from '#api/services/lists/query.ts';
import type { OpenedTicket, OpenTicket } from '#contract/conversation.ts';
import type { ticketSorts } from '#contract/sorts.ts';
import type { Ticket } from '#contract/tickets.ts';
import { dueFrom } from './sla-clock.ts';

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
export const noColleague = new AccountError(
  'invalid_request',
  'Nobody who may see tickets of your company has this email address.',
);

const openedColumns = { ...ticketList.columns, firstResponseDueAt: 'first_response_due_at' };

// The audit event is written by the same statement: there is no ticket without it.
const createTicketStatement = {
  name: 'create-ticket',
  text: `WITH created AS (SELECT ticket, is_replay FROM create_ticket($1, $2, $3, $4, hourly_limit => $7, office_due => $8,
      continuous_due => $9, requested_for => $10, follows => $11)
      WHERE $12::uuid IS NULL OR $12 = app_customer_id()),
    event AS (INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network)
      SELECT 'user', 'ticket.created', app_user_id(), (ticket).customer_id, 'ticket:' || (ticket).id, $5, $6
      FROM created WHERE NOT is_replay)
    SELECT is_replay, ${Object.values(openedColumns)
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
  now?: Date;
}

/** `follows`: the ticket that was closed too long ago to be reopened. */
export function createTicketStatementOf(
  caller: Pick<Caller, 'trace'>,
  { subject, description, priority, requestedFor }: OpenTicket,
  { idempotencyKey, customerId, hourlyLimit = 60, now = new Date() }: TicketOptions,
  follows: string | null = null,
): Statement {
  const { requestId = null, network = null } = caller.trace ?? {};
  return {
    ...createTicketStatement,
    values: [
      subject,
      description,
      priority,
      idempotencyKey ?? null,
      requestId,
      network,
      hourlyLimit,
      dueFrom('office', now).toISOString(),
      dueFrom('continuous', now).toISOString(),
      requestedFor ?? null,
      follows,
      customerId ?? null,
    ],
  };
}

/** Returns the new ticket, or the one that the same idempotency key created before (`isReplay`). */
export async function createTicket(
  database: Database,
  caller: Caller,
  input: OpenTicket,
  options: TicketOptions = {},
): Promise<{ ticket: OpenedTicket; isReplay: boolean }> {
  const access = { mode: 'write', needs: 'tickets' } as const;
  const statement = createTicketStatementOf(caller, input, options);
  const [rows] = await runAsSession(database, caller, access, statement).catch(rethrowRejected);
  if (rows?.length === 0 && options.customerId !== undefined)
    throw new CustomerChangedError('The ticket was written for another customer.');
  return readCreated(rows, input);
}

export function readCreated(rows: Row[] | undefined, { subject, description, priority }: OpenTicket) {
  if (rows?.[0] === undefined) throw new NotLinkedError('The user is linked to no customer.');
  const [isReplay, ...row] = rows[0];
  const ticket = toItem<OpenedTicket, string>({ columns: openedColumns }, row);
  const isSame = ticket.subject === subject && ticket.description === description && ticket.priority === priority;
  if (!isSame) throw new IdempotencyKeyReusedError('The key was used for another ticket.');
  return { ticket, isReplay: isReplay as boolean };
}

// create_ticket raises PT429 with the seconds to wait as detail, and PT404 where nobody has the email address.
export function rethrowRejected(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code === 'PT404') throw noColleague;
  throw code === 'PT429' ? new RateLimitError(Number(detail), false, tooManyTickets) : error;
}
