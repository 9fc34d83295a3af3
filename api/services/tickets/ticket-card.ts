import type { Row, Run, Statement } from '#api/db/batch.ts';
import type { Person, RelatedTickets, Sla, TicketCard } from '#contract/conversation.ts';
import {
  ratingDays,
  type Rating,
  ratings,
  slaCalendars,
  slaStates,
  ticketOrigins,
  type TicketOrigin,
} from '#contract/ticket-states.ts';
import { minutesBetween } from './office-hours.ts';
import { isKept } from './sla-clock.ts';
import { isDone, replyEffect } from './status-machine.ts';
import { columns, flag, integer, nullable, oneOf, text } from '#api/db/columns.ts';

// What surrounds a conversation, for the portal and the desk: people, related tickets, and the SLA target.

const maxRelated = 20;
const relatedTicket = columns({
  id: text('id'),
  ticketNumber: text('ticket_number'),
  subject: text('subject'),
  status: text('status'),
});
const related = (relation: string, where: string) =>
  `(SELECT ${relatedTicket.sql}, '${relation}' FROM tickets WHERE ${where} ORDER BY created_at DESC, id LIMIT ${maxRelated})`;
const own = (column: string) => `(SELECT ${column} FROM tickets WHERE id = $1)`;

const person = columns({
  userId: text('user_id'),
  name: text('name'),
  email: nullable(text('email')),
  isYou: flag('coalesce(user_id = coalesce(app_staff_id(), app_user_id()), false)'),
});
const peopleText = `SELECT ${person.sql}, role
  FROM (SELECT 'author' AS role, author_id AS user_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'requester', requester_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'assignee', assignee_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'watcher', user_id FROM ticket_watchers WHERE ticket_id = $1) AS roles
  JOIN ticket_people(ARRAY(SELECT unnest(ARRAY[author_id, requester_id, assignee_id]) FROM tickets WHERE id = $1)
    || ARRAY(SELECT user_id FROM ticket_watchers WHERE ticket_id = $1)) AS people USING (user_id) ORDER BY name`;
const relatedText = [
  related('follows', `id = ${own('follows_ticket_id')}`),
  related('followedBy', 'follows_ticket_id = $1'),
  related('mergedInto', `id = ${own('merged_into_id')}`),
  related('mergedFrom', 'merged_into_id = $1'),
].join(' UNION ALL ');
const ratingOf = `(SELECT CASE kind WHEN 'rated' THEN payload->>'to' END FROM ticket_events
  WHERE ticket_id = tickets.id AND kind IN ('rated', 'reopened') ORDER BY position DESC LIMIT 1)`;
const ticketState = columns({
  closedAt: nullable(text('closed_at')),
  reopenedCount: integer('reopened_count'),
  lastMessageAt: nullable(text('last_public_at')),
  state: nullable(oneOf('sla_state', slaStates)),
  calendar: nullable(oneOf('sla_calendar', slaCalendars)),
  dueAt: nullable(text('first_response_due_at')),
  respondedAt: nullable(text('first_responded_at')),
  minutes: integer('response_minutes'),
  resolutionState: nullable(oneOf('resolution_state', slaStates)),
  resolutionDueAt: nullable(text('resolution_due_at')),
  resolutionMinutes: nullable(integer('resolution_minutes')),
  rating: nullable(oneOf(ratingOf, ratings)),
  origin: oneOf('origin', ticketOrigins),
  unverifiedSender: nullable(text('unverified_sender')),
  // Row-level security: null for those who may not see invoices.
  invoiceId: nullable(text('(SELECT id FROM invoices WHERE id = tickets.invoice_id)')),
  invoiceNumber: nullable(text('(SELECT number FROM invoices WHERE id = tickets.invoice_id)')),
});
const stateText = `SELECT ${ticketState.sql} FROM tickets WHERE id = $1`;

/** Statements for readSurroundings, under the policies of the caller. */
export const surroundingsOf = (id: string): Statement[] => [
  { name: 'ticket-state', text: stateText, values: [id] },
  { name: 'ticket-people', text: peopleText, values: [id] },
  { name: 'ticket-related', text: relatedText, values: [id] },
];

export interface Surroundings extends RelatedTickets {
  closedAt: string | null;
  reopenedCount: number;
  lastMessageAt: string | null;
  rating: Rating | null;
  origin: TicketOrigin;
  unverifiedSender: string | null;
  sla: Sla | null;
  author: Person | null;
  requester: Person | null;
  assigneeName: string | null;
  watchers: Person[];
}

export function readSurroundings([states = [], people = [], others = []]: Row[][]): Surroundings {
  const state = ticketState.read(states[0] ?? []);
  const { closedAt, reopenedCount, lastMessageAt, rating, origin, unverifiedSender, invoiceId, invoiceNumber } = state;
  const withRole = (role: string) => person.all(people.filter((row) => row.at(-1) === role));
  const withRelation = (relation: string) => relatedTicket.all(others.filter((row) => row.at(-1) === relation));
  return {
    closedAt,
    reopenedCount,
    lastMessageAt,
    rating,
    origin,
    unverifiedSender,
    sla: toSla(state),
    author: withRole('author')[0] ?? null,
    requester: withRole('requester')[0] ?? null,
    assigneeName: withRole('assignee')[0]?.name ?? null,
    watchers: withRole('watcher'),
    invoice: invoiceId === null ? null : { id: invoiceId, number: invoiceNumber },
    follows: withRelation('follows')[0] ?? null,
    followedBy: withRelation('followedBy'),
    mergedInto: withRelation('mergedInto')[0] ?? null,
    mergedFrom: withRelation('mergedFrom'),
  };
}

type StoredSla = ReturnType<typeof ticketState.read>;

function toSla({ state, calendar, minutes, dueAt, respondedAt, ...resolution }: StoredSla): Sla | null {
  if (state === null || calendar === null || dueAt === null) return null;
  const answered = respondedAt === null ? null : new Date(respondedAt);
  const kept = isKept({ state, dueAt: new Date(dueAt), respondedAt: answered });
  const isRunning = state === 'running' && respondedAt === null;
  return {
    state,
    calendar,
    minutes,
    dueAt,
    respondedAt,
    isKept: kept ?? null,
    minutesLeft: isRunning ? Math.floor(minutesBetween(calendar, new Date(), new Date(dueAt))) : null,
    resolution: toResolution(resolution),
  };
}

function toResolution({
  resolutionState: state,
  resolutionDueAt: dueAt,
  resolutionMinutes: minutes,
}: Pick<StoredSla, 'resolutionState' | 'resolutionDueAt' | 'resolutionMinutes'>): Sla['resolution'] {
  if (state === null || dueAt === null || minutes === null) return null;
  return { state, minutes, dueAt, isKept: state === 'met' || (state === 'missed' ? false : null) };
}

const card = columns({
  id: text('id'),
  ticketNumber: text('ticket_number'),
  shortNumber: integer('short_number'),
  subject: text('subject'),
  description: text('description'),
  priority: text('priority'),
  topic: text('topic'),
  status: text('status'),
  createdAt: text('created_at'),
  resolvedAt: nullable(text('resolved_at')),
  version: integer('version'),
  isAssigned: flag('assignee_id IS NOT NULL'),
  canBecomeUrgent: flag(`priority <> 'urgent' AND NOT is_done(status) AND NOT EXISTS (SELECT FROM ticket_events
    WHERE ticket_id = $1 AND ticket_events.kind = 'priority_changed' AND actor_kind = 'customer')`),
});
const cardText = `SELECT ${card.sql} FROM tickets WHERE id = $1`;

interface Rateable {
  status: string;
  resolvedAt: string | Date | null;
  isMerged: boolean;
}

/** A resolved ticket that was not merged, for `ratingDays`. */
export const canBeRated = ({ status, resolvedAt, isMerged }: Rateable, now: Date) =>
  isDone(status) &&
  !isMerged &&
  resolvedAt !== null &&
  now.getTime() <= new Date(resolvedAt).getTime() + ratingDays * 24 * 60 * 60 * 1000;

/** Undefined if the caller may not see the ticket. */
export async function readCard(run: Run, id: string, now: Date): Promise<TicketCard | undefined> {
  const [cards, ...rest] = await run({ name: 'ticket-card', text: cardText, values: [id] }, ...surroundingsOf(id));
  const found = card.first(cards);
  if (found === undefined) return undefined;
  const { isAssigned, ...ticket } = found;
  const surroundings = readSurroundings(rest);
  const closedAt = surroundings.closedAt === null ? null : new Date(surroundings.closedAt);
  const effect = replyEffect({ status: ticket.status, isAssigned, closedAt }, now);
  const canRate = canBeRated({ ...ticket, isMerged: surroundings.mergedInto !== null }, now);
  return { ...surroundings, ...ticket, canRate, replyEffect: effect };
}
