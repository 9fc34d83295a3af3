import type { ClientBase } from 'pg';
import { isUniqueViolation } from '#api/db/errors.ts';
import type { MessageSource, SlaCalendar, SlaState, TicketEventKind } from '#contract/ticket-states.ts';
import { IdempotencyKeyReusedError } from './open-ticket.ts';
import {
  dropClock,
  isKept,
  pauseClock,
  respondClock,
  responseMinutes,
  resumeClock,
  type SlaClock,
  startClock,
} from './sla-clock.ts';
import type { ClockEffect, Move, TicketFacts } from './status-machine.ts';

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
  /** The calendar of a promise that would be made now. */
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
  created_by: string | null;
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

/** Undefined if the caller may not see the ticket. For a customer, the ticket that it was merged into. */
export async function lockTicket(client: ClientBase, id: string): Promise<LockedTicket | undefined> {
  const { rows } = await client.query<StoredTicket>('SELECT (ticket).*, is_continuous FROM lock_ticket($1)', [id]);
  const [row] = rows;
  return row && toLocked(row);
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
  authorId: row.created_by,
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
  /** Of a mail that came in. */
  emailMessageId?: string | undefined;
}

export interface NewEvent {
  kind: TicketEventKind;
  /** No personal data but ids: events remain after a user is erased. */
  payload?: Record<string, string | number | boolean | null>;
}

export interface TicketChange {
  move?: Move;
  message?: NewMessage;
  assigneeId?: string | null;
  mergedIntoId?: string | null;
  /** Whether staff find it unread, or have read it. */
  isUnread?: boolean;
  events?: NewEvent[];
}

export interface SavedTicket {
  version: number;
  messageId: string | null;
  /** What was written, for mails. */
  events: NewEvent[];
}

/** The new values of a ticket's columns, and what its timeline says about them. */
export function planChange(ticket: LockedTicket, change: TicketChange, now: Date) {
  const { move = { to: ticket.status, clock: 'keep' } } = change;
  const clock = applyEffect(move.clock, ticket, now);
  const assigneeId = change.assigneeId === undefined ? ticket.assigneeId : change.assigneeId;
  const unreadSince = change.isUnread === true ? (ticket.unreadSince ?? now) : null;
  const columns = {
    status: move.to,
    assignee_id: assigneeId,
    // A ticket that is reopened is no duplicate any more.
    merged_into_id: move.isReopened === true ? null : (change.mergedIntoId ?? ticket.mergedIntoId),
    reopened_count: ticket.reopenedCount + (move.isReopened === true ? 1 : 0),
    first_response_due_at: clock.dueAt,
    first_responded_at: clock.respondedAt,
    sla_state: clock.state,
    sla_calendar: clock.calendar,
    sla_paused_at: clock.pausedAt,
    unread_since: change.isUnread === undefined ? ticket.unreadSince : unreadSince,
  };
  return { columns, events: eventsOf(ticket, change, move, clock, assigneeId) };
}

/** Every change of a ticket by customers and staff, and everything said in it, is written here. The ticket must be locked. */
export async function saveTicket(
  client: ClientBase,
  ticket: LockedTicket,
  change: TicketChange,
  now: Date,
): Promise<SavedTicket> {
  const { message } = change;
  const { columns, events } = planChange(ticket, change, now);
  const { rows } = await client
    .query<{ version: number; message_id: string | null }>(
      'SELECT version, message_id FROM save_ticket($1, $2, $3, $4, $5)',
      [
        ticket.id,
        ticket.version,
        JSON.stringify(columns),
        message === undefined ? null : JSON.stringify(message),
        JSON.stringify(events.map(({ kind, payload = {} }) => ({ kind, payload }))),
      ],
    )
    .catch(rethrowReusedKey);
  const [saved] = rows;
  if (saved === undefined) throw new Error('The ticket was not saved.');
  return { version: saved.version, messageId: saved.message_id, events };
}

// Two requests with one key for two tickets: each has locked another one.
function rethrowReusedKey(error: unknown): never {
  throw isUniqueViolation(error) ? new IdempotencyKeyReusedError('The key was used for another reply.') : error;
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
    ...(isResponse
      ? [{ kind: 'responded' as const, payload: { isKept: isKept(clock) === true, minutes: responseMinutes(clock) } }]
      : []),
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

export interface Replay {
  id: string;
  ticketId: string;
}

interface Repeatable {
  key: string | undefined;
  body: string;
  ticketIds: readonly string[];
  fileIds: readonly string[];
}

/** The message or note that the caller has written with this key before. */
export async function findReplay(
  client: ClientBase,
  table: 'ticket_messages' | 'ticket_notes',
  { key, body, ticketIds, fileIds }: Repeatable,
): Promise<Replay | undefined> {
  if (key === undefined) return undefined;
  const { rows } = await client.query<{ id: string; ticket_id: string; body: string }>(
    `SELECT id, ticket_id, body FROM ${table}
    WHERE author_id = coalesce(app_staff_id(), app_user_id()) AND idempotency_key = $1`,
    [key],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const isSame = found.body === body && ticketIds.includes(found.ticket_id);
  if (!isSame || !(await hasFiles(client, table, found.id, fileIds)))
    throw new IdempotencyKeyReusedError('The key was used for another reply.');
  return { id: found.id, ticketId: found.ticket_id };
}

/** A file that was added before the text is sent again must not be taken for one that was sent. */
async function hasFiles(
  client: ClientBase,
  table: 'ticket_messages' | 'ticket_notes',
  id: string,
  fileIds: readonly string[],
): Promise<boolean> {
  const column = table === 'ticket_messages' ? 'message_id' : 'note_id';
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM attachments WHERE ${column} = $1`, [id]);
  return rows.length === new Set(fileIds).size && rows.every((row) => fileIds.includes(row.id));
}
