import type { ClientBase } from 'pg';
import { type AuditEventName, auditStatement } from '#api/db/audit-log.ts';
import { type Row, runBatch, type Statement } from '#api/db/batch.ts';
import { columns, nullable, text } from '#api/db/columns.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import type { InternalEventKind, MessageSource, TicketEventKind } from '#contract/ticket-states.ts';
import type { Move, TicketFacts } from './status-machine.ts';
import {
  clockEvents,
  type Clocks,
  generalTerms,
  moveClocks,
  resolutionTime,
  type SlaTerms,
  type StoredClocks,
  type StoredTerms,
  toClocks,
  toColumns,
  toTerms,
} from './ticket-clocks.ts';
import { auditEdits, type Edit, editsOf } from './ticket-edits.ts';

export const noTicket = new UserError('not_found', 'There is no such ticket.');
/** Nobody can open a ticket for it: it is unknown, erased, or somebody else's. */
export const noCustomer = new UserError('not_found', 'There is no such customer.');

/** A ticket that the transaction has locked. */
export interface LockedTicket extends TicketFacts, Clocks {
  id: string;
  customerId: string;
  ticketNumber: string;
  subject: string;
  priority: string;
  /** Empty for customers, who do not see them. */
  tags: string[];
  version: number;
  assigneeId: string | null;
  requesterId: string | null;
  authorId: string | null;
  mergedIntoId: string | null;
  reopenedCount: number;
  unreadSince: Date | null;
  snoozedUntil: Date | null;
  /** The targets of a clock that would start now. */
  terms: SlaTerms;
}

export interface StoredTicket extends StoredClocks {
  id: string;
  customer_id: string;
  ticket_number: string;
  subject: string;
  priority: string;
  tags: string[];
  status: string;
  version: number;
  assignee_id: string | null;
  requester_id: string | null;
  author_id: string | null;
  merged_into_id: string | null;
  reopened_count: number;
  resolved_at: Date | null;
  closed_at: Date | null;
  unread_since: Date | null;
  snoozed_until: Date | null;
}

/** The SLA targets of a customer's tickets with this priority. */
export async function readTerms(client: ClientBase, customerId: string, priority: string): Promise<SlaTerms> {
  const { rows } = await client.query<StoredTerms>('SELECT * FROM sla_terms($1, $2)', [customerId, priority]);
  return rows[0] === undefined ? generalTerms : toTerms(rows[0]);
}

/** With the terms of its SLA targets, which may be others. */
export async function planPriority(client: ClientBase, ticket: LockedTicket, priority: string | undefined) {
  if (priority === undefined || priority === ticket.priority) return {};
  return { priority, terms: await readTerms(client, ticket.customerId, priority) };
}

/** A ticket that the caller may see. For a customer, the ticket that it was merged into. */
export async function lockTicket(client: ClientBase, id: string): Promise<LockedTicket> {
  const { rows } = await client.query<StoredTicket & StoredTerms>(
    'SELECT (ticket).*, calendar, response, resolution FROM lock_ticket($1)',
    [id],
  );
  if (rows[0] === undefined) throw noTicket;
  return toLocked(rows[0], toTerms(rows[0]));
}

export const toLocked = (row: StoredTicket, terms = generalTerms): LockedTicket => ({
  id: row.id,
  customerId: row.customer_id,
  ticketNumber: row.ticket_number,
  subject: row.subject,
  priority: row.priority,
  tags: row.tags,
  status: row.status,
  version: row.version,
  isAssigned: row.assignee_id !== null,
  assigneeId: row.assignee_id,
  requesterId: row.requester_id,
  authorId: row.author_id,
  mergedIntoId: row.merged_into_id,
  reopenedCount: row.reopened_count,
  closedAt: row.closed_at,
  unreadSince: row.unread_since,
  snoozedUntil: row.snoozed_until,
  ...toClocks(row),
  terms,
});

export interface NewMessage {
  body: string;
  source: MessageSource;
  idempotencyKey?: string | undefined;
  /** The Message-ID of a mail that came in. */
  emailMessageId?: string | undefined;
}

/** The payload has no personal data but ids: events remain after a user is erased. */
export type NewEvent =
  | { kind: TicketEventKind; payload?: Record<string, string | number | boolean | null> }
  | { kind: InternalEventKind; payload: Record<string, string | string[]>; isInternal: true };

/** Who changes a ticket. `sender`: of a held mail, which a staff member publishes. */
export type Actor =
  | ({ kind: 'customer' } & Pick<Caller, 'trace'>)
  | ({ kind: 'staff' } & Pick<Caller, 'trace'>)
  | ({ kind: 'sender'; mailId: string; isVerified: boolean } & Pick<Caller, 'trace'>)
  | { kind: 'operator' | 'system' };

export interface TicketChange extends Edit {
  move?: Move;
  message?: NewMessage;
  assigneeId?: string | null;
  mergedIntoId?: string | null;
  /** The targets of another priority (readTerms), for clocks that have started. */
  terms?: SlaTerms;
  /** Whether staff find it unread, or have read it. */
  isUnread?: boolean;
  /** A ticket that becomes unread or done is woken by the database. */
  snoozedUntil?: Date | null;
  events?: NewEvent[];
  /** For the audit log, which also has what staff, operators and jobs do to status and assignee. */
  audit?: { event: AuditEventName; details?: Record<string, string> };
}

/** The new values of a ticket's columns, and what its timeline says about them. */
function planChange(ticket: LockedTicket, change: TicketChange, now: Date) {
  const { move = { to: ticket.status, clock: 'keep' } } = change;
  const clocks = moveClocks(ticket, move, now, change.terms);
  const assigneeId = change.assigneeId === undefined ? ticket.assigneeId : change.assigneeId;
  const unreadSince = change.isUnread === true ? (ticket.unreadSince ?? now) : null;
  const values = {
    status: move.to,
    assignee_id: assigneeId,
    // A ticket that is reopened is not a duplicate.
    merged_into_id: move.isReopened === true ? null : (change.mergedIntoId ?? ticket.mergedIntoId),
    reopened_count: ticket.reopenedCount + (move.isReopened === true ? 1 : 0),
    ...toColumns(clocks),
    unread_since: change.isUnread === undefined ? ticket.unreadSince : unreadSince,
    snoozed_until: change.snoozedUntil === undefined ? ticket.snoozedUntil : change.snoozedUntil,
    ...(change.priority !== undefined && { priority: change.priority }),
    ...(change.subject !== undefined && { subject: change.subject }),
    ...(change.tags !== undefined && { tags: change.tags }),
  };
  return { values, events: eventsOf(ticket, change, move, clocks, assigneeId) };
}

const saved = columns({ messageId: nullable(text('message_id')) });

/** The function that writes for an actor, and the actor of the audit log. */
const writers = {
  customer: ['save_ticket', 'user'],
  staff: ['save_ticket', 'staff'],
  sender: ['save_ticket_as_sender', 'staff'],
  operator: ['save_ticket_as_operator', 'operator'],
  system: ['save_ticket_as_system', 'system'],
} as const;

function saveStatement(actor: Actor, ticket: LockedTicket, change: TicketChange, now: Date): Statement {
  const { values: changed, events } = planChange(ticket, change, now);
  const [name] = writers[actor.kind];
  const values = [
    ticket.id,
    ticket.version,
    JSON.stringify(changed),
    change.message === undefined ? null : JSON.stringify(change.message),
    JSON.stringify(events.map((event) => ({ payload: {}, ...event }))),
    ...(actor.kind === 'sender' ? [actor.mailId] : []),
  ];
  const parameters = values.map((_, at) => `$${at + 1}`).join(', ');
  return { name, text: `SELECT ${saved.sql} FROM ${name}(${parameters})`, values };
}

function auditStatements(actor: Actor, ticket: LockedTicket, change: TicketChange): Statement[] {
  const { move, assigneeId, audit } = change;
  const of = { customer: ticket.customerId, entity: `ticket:${ticket.id}` };
  const moved = move === undefined || move.to === ticket.status ? undefined : { from: ticket.status, to: move.to };
  const isAssigned = assigneeId !== undefined && assigneeId !== ticket.assigneeId;
  // What a customer writes moves the ticket: that is one event.
  const isOne = actor.kind === 'customer' || actor.kind === 'sender';
  const events = [
    ...(audit === undefined ? [] : [isOne ? { ...audit, details: { ...audit.details, ...moved } } : audit]),
    ...(moved === undefined || isOne ? [] : [{ event: 'ticket.status_changed' as const, details: moved }]),
    ...(isAssigned ? [{ event: 'ticket.assigned' as const, details: { to: assigneeId ?? 'nobody' } }] : []),
    ...auditEdits(ticket, change),
  ];
  const trace = traceOf('trace' in actor ? actor : {});
  return events.map((event) => auditStatement(writers[actor.kind][1], { ...event, ...of }, trace));
}

/**
 * Every change of a ticket and everything said in it is written here, with its audit events and in one round trip. The ticket
 * must be locked. Triggers enqueue the mails.
 */
export async function saveTicket(
  client: ClientBase,
  actor: Actor,
  ticket: LockedTicket,
  change: TicketChange,
  now: Date,
): Promise<{ messageId: string | null }> {
  const [rows] = await saveTickets(client, actor, [{ ticket, change }], now);
  const result = saved.first(rows);
  if (result === undefined) throw new Error('The ticket was not saved.');
  return result;
}

/** Several, in one round trip. */
export async function saveTickets(
  client: ClientBase,
  actor: Actor,
  changes: readonly { ticket: LockedTicket; change: TicketChange }[],
  now: Date,
): Promise<Row[][]> {
  if (changes.length === 0) return [];
  const saves = changes.map(({ ticket, change }) => saveStatement(actor, ticket, change, now));
  const audits = changes.flatMap(({ ticket, change }) => auditStatements(actor, ticket, change));
  // Two requests with one key for two tickets: each has locked another one.
  return runBatch(client, [...saves, ...audits]).catch(fromSqlState({ '23505': idempotencyKeyReused }));
}

function eventsOf(
  ticket: LockedTicket,
  change: TicketChange,
  move: Move,
  clocks: Clocks,
  assigneeId: string | null,
): NewEvent[] {
  return [
    ...clockEvents(ticket, clocks),
    ...(assigneeId === ticket.assigneeId ? [] : [{ kind: 'assigned' as const, payload: { userId: assigneeId } }]),
    ...(move.to === ticket.status
      ? []
      : [
          {
            kind: move.isReopened === true ? ('reopened' as const) : ('status_changed' as const),
            payload: { from: ticket.status, to: move.to, ...resolutionTime(ticket, clocks) },
          },
        ]),
    ...editsOf(ticket, change),
    ...(change.events ?? []),
  ];
}
