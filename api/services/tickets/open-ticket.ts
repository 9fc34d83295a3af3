import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import { customerChanged, fromSqlState, idempotencyKeyReused, notLinked, UserError } from '#api/lib/errors.ts';
import { toItem } from '#api/services/lists/query.ts';
import { ticketList } from '#api/services/lists/record-lists.ts';
import type { OpenedTicket, OpenTicket } from '#contract/conversation.ts';
import { dueFrom } from './sla-clock.ts';

export const noColleague = new UserError(
  'invalid_request',
  'Nobody who may see tickets of your company has this email address.',
);
export const rejectTicket = fromSqlState({
  PT404: noColleague,
  PT429: 'Too many tickets were opened recently. Please try again later, or call us.',
});

const openedColumns = { ...ticketList.columns, firstResponseDueAt: 'first_response_due_at' };

// The audit event is written by the same statement: there is no ticket without it.
const createText = (
  source: string,
  actor: string,
  userId: string,
) => `WITH created AS (SELECT ticket, is_replay FROM ${source}),
    event AS (INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network)
      SELECT '${actor}', 'ticket.created', ${userId}, (ticket).customer_id, 'ticket:' || (ticket).id, $5, $6
      FROM created WHERE NOT is_replay)
    SELECT is_replay, ${Object.values(openedColumns)
      .map((column) => `(ticket).${column}`)
      .join(', ')}
    FROM created`;

const createTicketStatement = {
  name: 'create-ticket',
  text: createText(
    `create_ticket($1, $2, $3, $4, hourly_limit => $7, office_due => $8, continuous_due => $9, requested_for => $10, follows => $11)
      WHERE $12::uuid IS NULL OR $12 = app_customer_id()`,
    'user',
    'app_user_id()',
  ),
};

export interface TicketOptions {
  idempotencyKey?: string | undefined;
  /** The customer that the ticket was written for. */
  customerId?: string | undefined;
  /** Per customer, and five times as many per day; 0 for no limit, also of replies. */
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
  const { requestId, network } = traceOf(caller);
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

/** Where a staff member publishes a mail in a ticket that was closed too long ago to be reopened. */
export function followUpOfMailStatement(
  { mailId, ...caller }: Pick<Caller, 'trace'> & { mailId: string },
  { subject, description, priority }: OpenTicket,
  now: Date,
  follows: string,
): Statement {
  const { requestId, network } = traceOf(caller);
  return {
    text: createText('create_ticket_as_sender($1, $2, $3, $7, $8, $9, $4)', 'staff', 'app_staff_id()'),
    values: [
      subject,
      description,
      priority,
      mailId,
      requestId,
      network,
      dueFrom('office', now),
      dueFrom('continuous', now),
      follows,
    ],
  };
}

/** Returns the new ticket, or the one that the same idempotency key created before (`isReplay`). */
export async function createTicket(database: Database, caller: Caller, input: OpenTicket, options: TicketOptions = {}) {
  const access = { mode: 'write', needs: 'tickets' } as const;
  const statement = createTicketStatementOf(caller, input, options);
  const [rows] = await runAsSession(database, caller, access, statement).catch(rejectTicket);
  if (rows?.length === 0 && options.customerId !== undefined) throw customerChanged;
  return readCreated(rows, input);
}

export function readCreated(rows: Row[] | undefined, { subject, description, priority }: OpenTicket) {
  if (rows?.[0] === undefined) throw notLinked;
  const [isReplay, ...row] = rows[0];
  const ticket = toItem<OpenedTicket>({ columns: openedColumns }, row);
  const isSame = ticket.subject === subject && ticket.description === description && ticket.priority === priority;
  if (!isSame) throw idempotencyKeyReused;
  return { ticket, isReplay: isReplay === true };
}
