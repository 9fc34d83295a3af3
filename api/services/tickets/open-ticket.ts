import type { ClientBase } from 'pg';
import type { AuditEventName } from '#api/db/audit-log.ts';
import { type Row, runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction, runAsSession, traceOf } from '#api/db/tenant.ts';
import { customerChanged, fromSqlState, idempotencyKeyReused, notLinked, UserError } from '#api/lib/errors.ts';
import { toItem } from '#api/services/lists/query.ts';
import { ticketList } from '#api/services/lists/record-lists.ts';
import type { OpenedTicket, OpenTicket } from '#contract/conversation.ts';
import { slaMinutes, type TicketOrigin } from '#contract/ticket-states.ts';
import { attachFiles, hasFiles } from './attachments.ts';
import { officeHoursFrom } from './office-hours.ts';

export const noColleague = new UserError(
  'unknown_colleague',
  'Nobody who may see tickets of your company has this email address.',
);
export const rejectTicket = fromSqlState({
  PT404: noColleague,
  PT410: new UserError('invalid_request', 'There is no such invoice.'),
  PT429: 'Too many tickets were opened recently. Please try again later, or call us.',
});

const openedColumns = { ...ticketList.columns, firstResponseDueAt: 'first_response_due_at' };

// The audit event is written by the same statement: there is no ticket without it.
const createText = (
  source: string,
  actor: string,
  userId: string,
  event: AuditEventName = 'ticket.created',
) => `WITH created AS (SELECT ticket, is_replay FROM ${source}),
    event AS (INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network)
      SELECT '${actor}', '${event}', ${userId}, (ticket).customer_id, 'ticket:' || (ticket).id, $5, $6
      FROM created WHERE NOT is_replay)
    SELECT is_replay, ${Object.values(openedColumns)
      .map((column) => `(ticket).${column}`)
      .join(', ')}
    FROM created`;

const createTicketStatement = {
  name: 'create-ticket',
  text: createText(
    `create_ticket($1, $2, $3, $4, hourly_limit => $7, sla_start => $8, office_hours => $9, requested_for => $10, follows => $11, new_origin => $13,
        new_topic => $14, about_invoice => $15)
      WHERE $12::uuid IS NULL OR $12 = app_customer_id()`,
    'user',
    'app_user_id()',
  ),
};

/** What the database computes the SLA targets of a new ticket from. */
const slaValues = (now: Date): [start: string, officeHours: string[]] => [
  now.toISOString(),
  officeHoursFrom(now, slaMinutes.resolution.low).map((time) => time.toISOString()),
];

export interface TicketOptions {
  idempotencyKey?: string | undefined;
  /** The customer that the ticket was written for. */
  customerId?: string | undefined;
  /** Per customer, and five times as many per day; 0 for no limit, also of replies. */
  hourlyLimit?: number;
  origin?: Extract<TicketOrigin, 'portal' | 'email'>;
  now?: Date;
}

/** `follows`: the ticket that was closed too long ago to be reopened. */
export function createTicketStatementOf(
  caller: Pick<Caller, 'trace'>,
  { subject, description, priority, requestedFor, topic, invoiceId }: OpenTicket,
  { idempotencyKey, customerId, hourlyLimit = 60, origin = 'portal', now = new Date() }: TicketOptions,
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
      ...slaValues(now),
      requestedFor ?? null,
      follows,
      customerId ?? null,
      origin,
      topic ?? null,
      invoiceId ?? null,
    ],
  };
}

/** What a staff member opens for a customer, by themselves or from a held mail. */
export interface StaffTicket extends Pick<OpenTicket, 'subject' | 'description' | 'priority' | 'requestedFor'> {
  mailId?: string | undefined;
  /** Whether nobody of the customer is told. */
  isQuiet: boolean;
}

export function openAsStaffStatement(
  caller: Pick<Caller, 'trace'>,
  { subject, description, priority, requestedFor, mailId, isQuiet }: StaffTicket,
  { idempotencyKey, now = new Date() }: TicketOptions,
): Statement {
  const { requestId, network } = traceOf(caller);
  const source = 'create_ticket_as_staff($1, $2, $3, $4, $7, $8, $9, $10, $11)';
  return {
    name: 'create-ticket-as-staff',
    text: createText(source, 'staff', 'app_staff_id()', 'ticket.opened'),
    values: [
      subject,
      description,
      priority,
      idempotencyKey ?? null,
      requestId,
      network,
      ...slaValues(now),
      requestedFor ?? null,
      mailId ?? null,
      isQuiet,
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
    values: [subject, description, priority, mailId, requestId, network, ...slaValues(now), follows],
  };
}

/** Returns the new ticket, or the one that the same idempotency key created before (`isReplay`). */
export async function createTicket(database: Database, caller: Caller, input: OpenTicket, options: TicketOptions = {}) {
  const access = { mode: 'write', needs: 'tickets' } as const;
  const statement = createTicketStatementOf(caller, input, options);
  const read = (rows: Row[] | undefined) => {
    if (rows?.length === 0 && options.customerId !== undefined) throw customerChanged;
    return readCreated(rows, input);
  };
  const { fileIds = [] } = input;
  if (fileIds.length === 0) {
    const [rows] = await runAsSession(database, caller, access, statement).catch(rejectTicket);
    return read(rows);
  }
  return inTenantTransaction(database, caller, access.needs, async (client) => {
    const [rows] = await runBatch(client, [statement]);
    const created = read(rows);
    await attachToDescription(client, created, fileIds);
    return created;
  }).catch(rejectTicket);
}

/** In the transaction that opens the ticket. A replay must come with the same files. */
export async function attachToDescription(
  client: ClientBase,
  { ticket: { id }, isReplay }: { ticket: Pick<OpenedTicket, 'id'>; isReplay: boolean },
  fileIds: readonly string[],
): Promise<void> {
  if (!isReplay) await attachFiles(client, fileIds, { ticketId: id });
  else if (!(await hasFiles(client, { ticketId: id }, fileIds))) throw idempotencyKeyReused;
}

export function readCreated(
  rows: Row[] | undefined,
  { subject, description, priority }: Pick<OpenTicket, 'subject' | 'description' | 'priority'>,
) {
  if (rows?.[0] === undefined) throw notLinked;
  const [isReplay, ...row] = rows[0];
  const ticket = toItem<OpenedTicket>({ columns: openedColumns }, row);
  const isSame = ticket.subject === subject && ticket.description === description && ticket.priority === priority;
  if (!isSame) throw idempotencyKeyReused;
  return { ticket, isReplay: isReplay === true };
}
