import type { Row, Statement } from '#api/db/batch.ts';
import { type Order, readCursor, writeCursor } from '#api/services/lists/cursor.ts';
import { rethrowBadCursor, type Run } from '#api/services/lists/query.ts';
import type { ThreadItem, ThreadPage, ThreadQuery } from '#contract/conversation.ts';
import type { DeskThreadItem, DeskThreadPage } from '#contract/desk-conversation.ts';
import { threadPageSize } from '#contract/ticket-states.ts';

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
  /** `kind, author kind, author, body, source, event, payload`. */
  columns: string;
  at: string;
}
const messages: Part = {
  table: 'ticket_messages',
  columns: `'message', author_kind, author_id, body, source, NULL, NULL::jsonb`,
  at: `'${publicTime}'::timestamptz`,
};
const events: Part = {
  table: 'ticket_events',
  columns: `'event', actor_kind, actor_id, NULL, NULL, kind, payload`,
  at: `'${publicTime}'::timestamptz`,
};
const notes: Part = {
  table: 'ticket_notes',
  columns: `'note', 'staff', author_id, body, NULL, NULL, NULL::jsonb`,
  at: 'created_at',
};

const names = 'position, at, id, created_at, item_kind, author_kind, author_id, body, source, event, payload';
const select = ({ table, columns, at }: Part, where: string, direction: string) =>
  `(SELECT position, ${at} AS at, id, created_at, ${columns} FROM ${table} WHERE ticket_id = $1 AND ${where}
    ORDER BY position ${direction}, ${at === 'created_at' ? `created_at ${direction}, id ${direction}` : `id ${direction}`} LIMIT ${take})`;

// With the names of authors and of the people and tickets that events name, as far as the caller may see them.
const withNames = (parts: string[], direction: string) => `WITH page (${names}) AS MATERIALIZED (
    SELECT * FROM (${parts.join(' UNION ALL ')}) AS parts (${names}) ORDER BY position ${direction}, at ${direction}, id ${direction} LIMIT ${take}),
  people AS MATERIALIZED (SELECT user_id, name FROM ticket_people(ARRAY(
    SELECT author_id FROM page WHERE author_id IS NOT NULL UNION SELECT (payload->>'userId')::uuid FROM page WHERE payload ? 'userId')))
  SELECT page.position::text, page.at::text, page.id::text, page.created_at, item_kind, author_kind, author.name,
    author_id = coalesce(app_staff_id(), app_user_id()), body, source, event, payload, person.name, other.id, other.ticket_number
  FROM page LEFT JOIN people AS author ON author.user_id = author_id
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
// A note has the position of what it follows: those after a version may be known already.
const newerText = (parts: Part[]) =>
  withNames(
    parts.map((part) => select(part, `position ${part === notes ? '>=' : '>'} $2::integer`, 'ASC')),
    'ASC',
  );

const publicParts = [messages, events];
const allParts = [messages, events, notes];
const texts = {
  portal: { older: olderText(publicParts), newer: newerText(publicParts) },
  desk: { older: olderText(allParts), newer: newerText(allParts) },
};

/** One page of a conversation, under the policies of the caller. Only the desk reads internal notes. */
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
  const [rows = []] = await run(statement).catch(rethrowBadCursor);
  const page = rows.slice(0, threadPageSize);
  const hasMore = rows.length > threadPageSize;
  const last = page.at(-1);
  return {
    items: (isNewer ? page : page.toReversed()).map(toThreadItem),
    olderCursor: !isNewer && hasMore && last !== undefined ? writeCursor(order, last.slice(0, 3)) : null,
    hasNewer: isNewer && hasMore,
  };
}

function toThreadItem(row: Row): DeskThreadItem {
  const [position, , id, createdAt, kind, authorKind, authorName, isYou, body, source, event, ...rest] = row;
  const author = { kind: authorKind, name: authorName, isYou: isYou === true };
  const common = { id, position: Number(position), createdAt, author };
  if (kind === 'event') return { ...common, kind, event, details: toDetails(rest) } as ThreadItem;
  if (kind === 'note') return { ...common, kind, body } as DeskThreadItem;
  return { ...common, kind, body, source } as ThreadItem;
}

function toDetails([payload, personName, ticketId, ticketNumber]: Row) {
  const { userId, ticketId: hasTicket, ...details } = payload as Record<string, unknown>;
  return {
    ...details,
    ...(userId !== undefined && { personName }),
    ...(hasTicket !== undefined && { ticketId, ticketNumber }),
  };
}
