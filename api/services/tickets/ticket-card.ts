import type { Row, Statement } from '#api/db/batch.ts';
import type { Run } from '#api/services/lists/query.ts';
import type { Person, RelatedTicket, RelatedTickets, Sla, TicketCard } from '#contract/conversation.ts';
import { isKept } from './sla-clock.ts';
import { replyEffect } from './status-machine.ts';

// What surrounds a conversation, for the portal and the desk: people, related tickets, and the promise.

const maxRelated = 20;
const related = (relation: string, where: string) =>
  `(SELECT '${relation}', id, ticket_number, subject, status FROM tickets WHERE ${where} ORDER BY created_at DESC, id LIMIT ${maxRelated})`;
const own = (column: string) => `(SELECT ${column} FROM tickets WHERE id = $1)`;

const peopleText = `SELECT role, user_id, name, user_id = coalesce(app_staff_id(), app_user_id())
  FROM (SELECT 'author' AS role, created_by AS user_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'requester', requester_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'assignee', assignee_id FROM tickets WHERE id = $1
    UNION ALL SELECT 'watcher', user_id FROM ticket_watchers WHERE ticket_id = $1) AS roles
  JOIN ticket_people(ARRAY(SELECT unnest(ARRAY[created_by, requester_id, assignee_id]) FROM tickets WHERE id = $1)
    || ARRAY(SELECT user_id FROM ticket_watchers WHERE ticket_id = $1)) AS people USING (user_id) ORDER BY name`;
const relatedText = [
  related('follows', `id = ${own('follows_ticket_id')}`),
  related('followedBy', 'follows_ticket_id = $1'),
  related('mergedInto', `id = ${own('merged_into_id')}`),
  related('mergedFrom', 'merged_into_id = $1'),
].join(' UNION ALL ');
const stateText = `SELECT closed_at, reopened_count, last_public_at, sla_state, sla_calendar, first_response_due_at, first_responded_at
  FROM tickets WHERE id = $1`;

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

const toRelated = ([, id, ticketNumber, subject, status]: Row) =>
  ({ id, ticketNumber, subject, status }) as RelatedTicket;
const toPerson = ([, userId, name, isYou]: Row) => ({ userId, name, isYou }) as Person;

export function readSurroundings([states = [], people = [], others = []]: Row[][]): Surroundings {
  const [closedAt, reopenedCount, lastMessageAt, state, calendar, dueAt, respondedAt] = states[0] ?? [];
  const withRole = (role: string) => people.filter(([of]) => of === role).map(toPerson);
  const withRelation = (relation: string) => others.filter(([of]) => of === relation).map(toRelated);
  const toDate = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
  const clock = { state, calendar, dueAt: toDate(dueAt), respondedAt: toDate(respondedAt), pausedAt: null };
  return {
    closedAt,
    reopenedCount,
    lastMessageAt,
    sla:
      state === null
        ? null
        : { state, calendar, dueAt, respondedAt, isKept: isKept(clock as Parameters<typeof isKept>[0]) ?? null },
    author: withRole('author')[0] ?? null,
    requester: withRole('requester')[0] ?? null,
    assigneeName: withRole('assignee')[0]?.name ?? null,
    watchers: withRole('watcher'),
    follows: withRelation('follows')[0] ?? null,
    followedBy: withRelation('followedBy'),
    mergedInto: withRelation('mergedInto')[0] ?? null,
    mergedFrom: withRelation('mergedFrom'),
  } as Surroundings;
}

const cardText = `SELECT id, ticket_number, subject, description, priority, status, created_at, resolved_at, version, assignee_id IS NOT NULL
  FROM tickets WHERE id = $1`;

/** Undefined if the caller may not see the ticket. */
export async function readCard(run: Run, id: string, now: Date): Promise<TicketCard | undefined> {
  const [cards, ...rest] = await run({ name: 'ticket-card', text: cardText, values: [id] }, ...surroundingsOf(id));
  const row = cards?.[0];
  if (row === undefined) return undefined;
  const [, ticketNumber, subject, description, priority, status, createdAt, resolvedAt, version, isAssigned] = row;
  const surroundings = readSurroundings(rest);
  const { closedAt } = surroundings;
  const facts = {
    status: status as string,
    isAssigned: isAssigned === true,
    closedAt: closedAt === null ? null : new Date(closedAt),
  };
  return {
    ...surroundings,
    id,
    ticketNumber,
    subject,
    description,
    priority,
    status,
    createdAt,
    resolvedAt,
    version,
    replyEffect: replyEffect(facts, now),
  } as TicketCard;
}
