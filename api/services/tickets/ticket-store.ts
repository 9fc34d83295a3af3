import type { ClientBase } from 'pg';
import { type AuditEventName, auditStatement } from '#api/db/audit-log.ts';
import { type Row, runBatch, type Statement } from '#api/db/batch.ts';
import { columns, nullable, text } from '#api/db/columns.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import type { MessageSource, SlaCalendar, SlaState, TicketEventKind } from '#contract/ticket-states.ts';
import {
  dropClock,
  isKept,
  missClock,
  pauseClock,
  respondClock,
  describeResponse,
  resumeClock,
  type SlaClock,
  startClock,
} from './sla-clock.ts';
import type { ClockEffect, Move, TicketFacts } from './status-machine.ts';

export const noTicket = new UserError('not_found', 'There is no such ticket.');

/** A ticket that the transaction has locked. */
export interface LockedTicket extends TicketFacts {
  id: string;
  customerId: string;
  ticketNumber: string;
  subject: string;
  priority: string;
  version: number;
  assigneeId: string | null;
  requesterId: string | null;
  authorId: string | null;
  mergedIntoId: string | null;
  reopenedCount: number;
  unreadSince: Date | null;
  clock: SlaClock;
  /** The calendar of an SLA target that would be set now. */
  calendar: SlaCalendar;
}

export interface StoredTicket {
  id: string;
  customer_id: string;
  ticket_number: string;
  subject: string;
  priority: string;
  status: string;
  version: number;
  assignee_id: string | null;
  requester_id: string | null;
  author_id: string | null;
  merged_into_id: string | null;
  reopened_count: number;
  closed_at: Date | null;
  unread_since: Date | null;
  first_response_due_at: Date | null;
  first_responded_at: Date | null;
  sla_state: SlaState | null;
  sla_calendar: SlaCalendar | null;
  sla_paused_at: Date | null;
  is_continuous: boolean;
}

/** A ticket that the caller may see. For a customer, the ticket that it was merged into. */
export async function lockTicket(client: ClientBase, id: string): Promise<LockedTicket> {
  const { rows } = await client.query<StoredTicket>('SELECT (ticket).*, is_continuous FROM lock_ticket($1)', [id]);
  if (rows[0] === undefined) throw noTicket;
  return toLocked(rows[0]);
}

export const toLocked = (row: StoredTicket): LockedTicket => ({
  id: row.id,
  customerId: row.customer_id,
  ticketNumber: row.ticket_number,
  subject: row.subject,
  priority: row.priority,
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
  clock: {
    state: row.sla_state,
    calendar: row.sla_calendar,
    dueAt: row.first_response_due_at,
    respondedAt: row.first_responded_at,
    pausedAt: row.sla_paused_at,
  },
  calendar: row.is_continuous ? 'continuous' : 'office',
});

export interface NewMessage {
  body: string;
  source: MessageSource;
  idempotencyKey?: string | undefined;
  /** The Message-ID of a mail that came in. */
  emailMessageId?: string | undefined;
}

export interface NewEvent {
  kind: TicketEventKind;
  /** No personal data but ids: events remain after a user is erased. */
  payload?: Record<string, string | number | boolean | null>;
}

/** Who changes a ticket. `sender`: of a held mail, which a staff member publishes. */
export type Actor =
  | ({ kind: 'customer' } & Pick<Caller, 'trace'>)
  | ({ kind: 'staff' } & Pick<Caller, 'trace'>)
  | ({ kind: 'sender'; mailId: string; isVerified: boolean } & Pick<Caller, 'trace'>)
  | { kind: 'operator' | 'system' };

export interface TicketChange {
  move?: Move;
  message?: NewMessage;
  assigneeId?: string | null;
  mergedIntoId?: string | null;
  /** Whether staff find it unread, or have read it. */
  isUnread?: boolean;
  events?: NewEvent[];
  /** For the audit log, which also has what staff, operators and jobs do to status and assignee. */
  audit?: { event: AuditEventName; details?: Record<string, string> };
}

/** The new values of a ticket's columns, and what its timeline says about them. */
function planChange(ticket: LockedTicket, change: TicketChange, now: Date) {
  const { move = { to: ticket.status, clock: 'keep' } } = change;
  const clock = applyEffect(move.clock, ticket, now);
  const assigneeId = change.assigneeId === undefined ? ticket.assigneeId : change.assigneeId;
  const unreadSince = change.isUnread === true ? (ticket.unreadSince ?? now) : null;
  const values = {
    status: move.to,
    assignee_id: assigneeId,
    // A ticket that is reopened is not a duplicate.
    merged_into_id: move.isReopened === true ? null : (change.mergedIntoId ?? ticket.mergedIntoId),
    reopened_count: ticket.reopenedCount + (move.isReopened === true ? 1 : 0),
    first_response_due_at: clock.dueAt,
    first_responded_at: clock.respondedAt,
    sla_state: clock.state,
    sla_calendar: clock.calendar,
    sla_paused_at: clock.pausedAt,
    unread_since: change.isUnread === undefined ? ticket.unreadSince : unreadSince,
  };
  return { values, events: eventsOf(ticket, change, move, clock, assigneeId) };
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
    JSON.stringify(events.map(({ kind, payload = {} }) => ({ kind, payload }))),
    ...(actor.kind === 'sender' ? [actor.mailId] : []),
  ];
  const parameters = values.map((_, at) => `$${at + 1}`).join(', ');
  return { name, text: `SELECT ${saved.sql} FROM ${name}(${parameters})`, values };
}

function auditStatements(actor: Actor, ticket: LockedTicket, { move, assigneeId, audit }: TicketChange): Statement[] {
  const of = { customer: ticket.customerId, entity: `ticket:${ticket.id}` };
  const moved = move === undefined || move.to === ticket.status ? undefined : { from: ticket.status, to: move.to };
  const isAssigned = assigneeId !== undefined && assigneeId !== ticket.assigneeId;
  // What a customer writes moves the ticket: that is one event.
  const isOne = actor.kind === 'customer' || actor.kind === 'sender';
  const events = [
    ...(audit === undefined ? [] : [isOne ? { ...audit, details: { ...audit.details, ...moved } } : audit]),
    ...(moved === undefined || isOne ? [] : [{ event: 'ticket.status_changed' as const, details: moved }]),
    ...(isAssigned ? [{ event: 'ticket.assigned' as const, details: { to: assigneeId ?? 'nobody' } }] : []),
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

function applyEffect(effect: ClockEffect, { clock, calendar }: LockedTicket, now: Date): SlaClock {
  switch (effect) {
    case 'keep':
      return clock;
    case 'respond':
      return respondClock(clock, now);
    case 'respond_and_pause':
      return pauseClock(respondClock(clock, now), now);
    case 'pause':
      return pauseClock(clock, now);
    case 'resume':
      return resumeClock(clock, now);
    case 'restart':
      return startClock(calendar, now);
    case 'miss':
      return missClock(clock, now);
    case 'drop':
      return dropClock(clock, now);
  }
}

function eventsOf(
  ticket: LockedTicket,
  { events = [] }: TicketChange,
  move: Move,
  clock: SlaClock,
  assigneeId: string | null,
): NewEvent[] {
  const isResponse = clock.respondedAt !== null && ticket.clock.respondedAt === null;
  // A round ends with one outcome: this event, or the one of the periodic run that found it overdue first.
  const isMissed = isKept(clock) === false && isKept(ticket.clock) === undefined;
  return [
    ...(isMissed ? [{ kind: 'response_missed' as const }] : []),
    ...(isResponse ? [{ kind: 'responded' as const, payload: describeResponse(clock) }] : []),
    ...(assigneeId === ticket.assigneeId ? [] : [{ kind: 'assigned' as const, payload: { userId: assigneeId } }]),
    ...(move.to === ticket.status
      ? []
      : [
          {
            kind: move.isReopened === true ? ('reopened' as const) : ('status_changed' as const),
            payload: { from: ticket.status, to: move.to },
          },
        ]),
    ...events,
  ];
}
