import type { Run, Statement } from '#api/db/batch.ts';
import { type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import { rejectCursor } from '#api/services/lists/query.ts';
import type { ThreadPage, ThreadQuery, TicketEvent } from '#contract/conversation.ts';
import type { DeskThreadItem, DeskThreadPage } from '#contract/desk-conversation.ts';
import { authorKinds, messageSources, threadPageSize } from '#contract/ticket-states.ts';
import { columns, flag, json, nullable, oneOf, text } from '#api/db/columns.ts';

// Messages and events have the version of the ticket that they made as their position, notes that of the moment. Each part is
// read by its index, newest first, no further than a page: a conversation of ten thousand messages opens like one of ten.

const take = threadPageSize + 1;

// A page begins after a position; `at` orders the notes of one position, which follow its message or event.
const order: Order = {
  list: 'thread',
  sort: 'position',
  direction: 'desc',
  keys: [
    { column: 'position', type: 'integer' },
    { column: 'at', type: 'timestamptz' },
    { column: 'id', type: 'uuid' },
  ],
};
/** Before every note of its position. */
const publicTime = '0001-01-01 00:00:00+00';
const end = ['2147483647', publicTime, '00000000-0000-0000-0000-000000000000'];

interface Part {
  table: string;
  /** `kind, author kind, author, unverified sender, body, source, is withdrawn, event, payload`. */
  values: string;
  at: string;
}
const messages: Part = {
  table: 'ticket_messages',
  values: `'message', author_kind, author_id, unverified_sender, body, source, withdrawn_at IS NOT NULL, NULL, NULL::jsonb`,
  at: `'${publicTime}'::timestamptz`,
};
const events: Part = {
  table: 'ticket_events',
  values: `'event', actor_kind, actor_id, NULL, NULL, NULL, false, kind, payload`,
  at: `'${publicTime}'::timestamptz`,
};
const notes: Part = {
  table: 'ticket_notes',
  values: `'note', 'staff', author_id, NULL, body, NULL, false, NULL, CASE WHEN mentions <> '{}' THEN jsonb_build_object('mentions',
    ARRAY(SELECT name FROM staff_members WHERE user_id = ANY(mentions) ORDER BY name)) END`,
  at: 'created_at',
};

const internalEvents: Part = {
  table: 'ticket_internal_events',
  values: `'event', actor_kind, actor_id, NULL, NULL, NULL, false, kind, payload`,
  at: 'created_at',
};

const names =
  'position, at, id, created_at, item_kind, author_kind, author_id, unverified_sender, body, source, is_withdrawn, event, payload';
const select = ({ table, values, at }: Part, where: string, direction: string) =>
  `(SELECT position, ${at} AS at, id, created_at, ${values} FROM ${table} WHERE ticket_id = $1 AND ${where}
    ORDER BY position ${direction}, ${at === 'created_at' ? `created_at ${direction}, id ${direction}` : `id ${direction}`} LIMIT ${take})`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// It begins with the keys of the cursor.
const threadItem = columns({
  position: text('page.position::text'),
  at: text('page.at::text'),
  id: text('page.id::text'),
  createdAt: text('page.created_at'),
  kind: oneOf('item_kind', ['message', 'event', 'note']),
  authorKind: oneOf('author_kind', authorKinds),
  authorName: nullable(text('coalesce(author.name, page.unverified_sender)')),
  isYou: flag('coalesce(page.author_id = coalesce(app_staff_id(), app_user_id()), false)'),
  isUnverified: flag('page.unverified_sender IS NOT NULL'),
  body: nullable(text('body')),
  source: nullable(oneOf('source', messageSources)),
  isWithdrawn: flag('is_withdrawn'),
  event: nullable(text('event')),
  payload: json('payload', { parse: (value) => (isRecord(value) ? value : {}) }),
  personName: nullable(text('person.name')),
  ticketId: nullable(text('other.id')),
  ticketNumber: nullable(text('other.ticket_number')),
  customerName: nullable(
    text(
      `CASE WHEN payload ? 'customerId' THEN (SELECT name FROM customers WHERE id = (payload->>'customerId')::uuid) END`,
    ),
  ),
});

// Includes the names of authors, and of the people and tickets in events if the caller may see them.
const withNames = (parts: string[], direction: string) => `WITH page (${names}) AS MATERIALIZED (
    SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts (${names}) ORDER BY position ${direction}, at ${direction}, id ${direction} LIMIT ${take}),
  people AS MATERIALIZED (SELECT user_id, name FROM ticket_people(ARRAY(
    SELECT author_id FROM page WHERE author_id IS NOT NULL UNION SELECT (payload->>'userId')::uuid FROM page WHERE payload ? 'userId')))
  SELECT ${threadItem.sql}
  FROM page LEFT JOIN people AS author ON author.user_id = page.author_id
    LEFT JOIN people AS person ON person.user_id = (payload->>'userId')::uuid
    LEFT JOIN tickets AS other ON other.id = (payload->>'ticketId')::uuid
  ORDER BY page.position ${direction}, page.at ${direction}, page.id ${direction}`;

const olderText = (parts: Part[]) =>
  withNames(
    parts.map((part) =>
      select(
        part,
        `position <= $2::integer AND (position, ${part.at}, id) < ($2::integer, $3::timestamptz, $4::uuid)`,
        'DESC',
      ),
    ),
    'DESC',
  );
// A note or internal event has the position of what it follows: those after a version may be known already.
const newerText = (parts: Part[]) =>
  withNames(
    parts.map((part) => select(part, `position ${part.at === 'created_at' ? '>=' : '>'} $2::integer`, 'ASC')),
    'ASC',
  );

const publicParts = [messages, events];
const allParts = [messages, events, notes, internalEvents];
const texts = {
  portal: { older: olderText(publicParts), newer: newerText(publicParts) },
  desk: { older: olderText(allParts), newer: newerText(allParts) },
};

/** One page of a conversation, under the policies of the caller. Only the desk reads internal notes and events. */
export async function readThread(run: Run, side: 'portal', query: ThreadQuery): Promise<ThreadPage>;
export async function readThread(run: Run, side: 'desk', query: ThreadQuery): Promise<DeskThreadPage>;
export async function readThread(
  run: Run,
  side: 'portal' | 'desk',
  { id, cursor, after }: ThreadQuery,
): Promise<DeskThreadPage> {
  const isNewer = after !== undefined;
  const start = cursor === undefined ? end : readCursor(cursor, order);
  const statement: Statement = {
    name: `thread-${side}-${isNewer ? 'newer' : 'older'}`,
    text: texts[side][isNewer ? 'newer' : 'older'],
    values: isNewer ? [id, after] : [id, ...start],
  };
  const [rows = []] = await run(statement).catch(rejectCursor);
  const page = rows.slice(0, threadPageSize);
  const hasMore = rows.length > threadPageSize;
  const last = page.at(-1);
  return {
    items: threadItem.all(isNewer ? page : page.toReversed()).map(toThreadItem),
    olderCursor: !isNewer && hasMore && last !== undefined ? writeCursor(order, last.slice(0, 3)) : null,
    hasNewer: isNewer && hasMore,
  };
}

type StoredItem = ReturnType<typeof threadItem.read>;

function toThreadItem(stored: StoredItem): DeskThreadItem {
  const { id, position, createdAt, kind, body, source, event } = stored;
  const author = {
    kind: stored.authorKind,
    name: stored.authorName,
    isYou: stored.isYou,
    ...(stored.isUnverified && { isUnverified: true as const }),
  };
  const common = { id, position: Number(position), createdAt, author };
  if (kind === 'event' && event !== null) return { ...common, kind, event, details: toDetails(stored) };
  const { mentions } = stored.payload;
  if (kind === 'note' && body !== null) return { ...common, kind, body, mentions: isTexts(mentions) ? mentions : [] };
  if (kind === 'message' && body !== null && source !== null)
    return { ...common, kind, body, source, ...(stored.isWithdrawn && { isWithdrawn: true as const }) };
  throw new Error(`A ${kind} of a conversation is incomplete.`);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function toDetails(stored: StoredItem): TicketEvent['details'] {
  const { payload, personName, ticketId, ticketNumber, customerName } = stored;
  const { from, to, until, isKept, minutes, isOutsideHours, messageId, added, removed } = payload;
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof to === 'string' && { to }),
    ...(typeof until === 'string' && { until }),
    ...(typeof isKept === 'boolean' && { isKept }),
    ...(typeof minutes === 'number' && { minutes }),
    ...(typeof isOutsideHours === 'boolean' && { isOutsideHours }),
    ...(typeof messageId === 'string' && { messageId }),
    ...(payload['userId'] !== undefined && { personName }),
    ...(payload['ticketId'] !== undefined && { ticketId, ticketNumber }),
    ...(payload['customerId'] !== undefined && { customerName }),
    ...(isTexts(added) && { added }),
    ...(isTexts(removed) && { removed }),
  };
}
