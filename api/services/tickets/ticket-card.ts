import type { Row, Run, Statement } from '#api/db/batch.ts';
import type { Person, RelatedTickets, Sla, TicketCard } from '#contract/conversation.ts';
import { slaCalendars, slaStates } from '#contract/ticket-states.ts';
import { isKept } from './sla-clock.ts';
import { replyEffect } from './status-machine.ts';
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
const ticketState = columns({
  closedAt: nullable(text('closed_at')),
  reopenedCount: integer('reopened_count'),
  lastMessageAt: nullable(text('last_public_at')),
  state: nullable(oneOf('sla_state', slaStates)),
  calendar: nullable(oneOf('sla_calendar', slaCalendars)),
  dueAt: nullable(text('first_response_due_at')),
  respondedAt: nullable(text('first_responded_at')),
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
  sla: Sla | null;
  author: Person | null;
  requester: Person | null;
  assigneeName: string | null;
  watchers: Person[];
}

export function readSurroundings([states = [], people = [], others = []]: Row[][]): Surroundings {
  const { state, calendar, dueAt, respondedAt, ...facts } = ticketState.read(states[0] ?? []);
  const withRole = (role: string) => person.all(people.filter((row) => row.at(-1) === role));
  const withRelation = (relation: string) => relatedTicket.all(others.filter((row) => row.at(-1) === relation));
  return {
    ...facts,
    sla: state === null || calendar === null || dueAt === null ? null : toSla({ state, calendar, dueAt, respondedAt }),
    author: withRole('author')[0] ?? null,
    requester: withRole('requester')[0] ?? null,
    assigneeName: withRole('assignee')[0]?.name ?? null,
    watchers: withRole('watcher'),
    follows: withRelation('follows')[0] ?? null,
    followedBy: withRelation('followedBy'),
    mergedInto: withRelation('mergedInto')[0] ?? null,
    mergedFrom: withRelation('mergedFrom'),
  };
}

function toSla(stored: Omit<Sla, 'isKept'>): Sla {
  const { state, calendar, dueAt, respondedAt } = stored;
  const clock = {
    state,
    calendar,
    dueAt: new Date(dueAt),
    respondedAt: respondedAt === null ? null : new Date(respondedAt),
    pausedAt: null,
  };
  return { ...stored, isKept: isKept(clock) ?? null };
}

const card = columns({
  id: text('id'),
  ticketNumber: text('ticket_number'),
  subject: text('subject'),
  description: text('description'),
  priority: text('priority'),
  status: text('status'),
  createdAt: text('created_at'),
  resolvedAt: nullable(text('resolved_at')),
  version: integer('version'),
  isAssigned: flag('assignee_id IS NOT NULL'),
});
const cardText = `SELECT ${card.sql} FROM tickets WHERE id = $1`;

/** Undefined if the caller may not see the ticket. */
export async function readCard(run: Run, id: string, now: Date): Promise<TicketCard | undefined> {
  const [cards, ...rest] = await run({ name: 'ticket-card', text: cardText, values: [id] }, ...surroundingsOf(id));
  const found = card.first(cards);
  if (found === undefined) return undefined;
  const { isAssigned, ...ticket } = found;
  const surroundings = readSurroundings(rest);
  const closedAt = surroundings.closedAt === null ? null : new Date(surroundings.closedAt);
  const effect = replyEffect({ status: ticket.status, isAssigned, closedAt }, now);
  return { ...surroundings, ...ticket, replyEffect: effect };
}
