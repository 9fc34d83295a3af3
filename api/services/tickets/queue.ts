import { z } from 'zod';
import type { Run } from '#api/db/batch.ts';
import { columns, integer, json, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { DeskCounts, SavedView, SaveView } from '#contract/desk-queue.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { maxCounted, maxExcerptLength, maxViews } from '#contract/staff.ts';
import { slaWarningMinutes } from '#contract/ticket-states.ts';
import { addMinutes } from './office-hours.ts';

const message = columns({
  id: text('page.id'),
  requesterName: nullable(text('requester.name')),
  kind: oneOf('kind', ['customer', 'staff', 'system', 'note'] as const),
  author: nullable(text('coalesce(author.name, unverified_sender)')),
  excerpt: text(`left(regexp_replace(trim(beginning), '\\s+', ' ', 'g'), ${maxExcerptLength})`),
  at: text('at'),
});

// Only for the rows of a page: each is a few steps in an index.
const messagesText = `WITH page AS MATERIALIZED (
    SELECT tickets.id, coalesce(requester_id, tickets.author_id) AS requester_id, last.* FROM tickets CROSS JOIN LATERAL (
      SELECT * FROM (
        (SELECT author_kind AS kind, ticket_messages.author_id, unverified_sender, left(body, 400) AS beginning, ticket_messages.created_at AS at
          FROM ticket_messages WHERE ticket_id = tickets.id ORDER BY position DESC LIMIT 1)
        UNION ALL (SELECT 'note', ticket_notes.author_id, NULL, left(body, 400), ticket_notes.created_at
          FROM ticket_notes WHERE ticket_id = tickets.id ORDER BY position DESC, created_at DESC, id DESC LIMIT 1)
        UNION ALL SELECT CASE WHEN EXISTS (SELECT FROM staff_members WHERE user_id = tickets.author_id) THEN 'staff' ELSE 'customer' END,
          tickets.author_id, NULL, left(description, 400), tickets.created_at
      ) AS written ORDER BY at DESC LIMIT 1
    ) AS last WHERE tickets.id = ANY($1::uuid[])),
  people AS MATERIALIZED (
    SELECT user_id, name FROM ticket_people(ARRAY(SELECT requester_id FROM page UNION SELECT author_id FROM page)))
  SELECT ${message.sql} FROM page
  LEFT JOIN people AS requester ON requester.user_id = requester_id LEFT JOIN people AS author ON author.user_id = author_id`;

const access = { needs: ['support'] } as const;
type Row = Omit<QueuedTicket, 'requesterName' | 'lastMessage'>;

/** The tickets with who asked, and the last message or internal note. */
export async function withMessages(run: Run, tickets: Row[]): Promise<QueuedTicket[]> {
  const ids = tickets.map(({ id }) => id);
  const [rows] = ids.length === 0 ? [] : await run({ name: 'queue-messages', text: messagesText, values: [ids] });
  const found = new Map(message.all(rows).map(({ id, requesterName, ...last }) => [id, { requesterName, last }]));
  return tickets.flatMap((ticket) => {
    const more = found.get(ticket.id);
    // Deleted between the two statements.
    return more === undefined ? [] : [{ ...ticket, requesterName: more.requesterName, lastMessage: more.last }];
  });
}

/** Until when what is due is due soon, by calendar. The clock of the office stands still outside of its hours. */
export const dueSoon = (now = new Date()) => [
  addMinutes('office', now, slaWarningMinutes.response),
  addMinutes('continuous', now, slaWarningMinutes.response),
];
export const isDueSoon = (office = '', continuous = '') =>
  `due_key <= greatest(${office}::timestamptz, ${continuous}::timestamptz)
    AND due_key <= CASE sla_calendar WHEN 'continuous' THEN ${continuous}::timestamptz ELSE ${office}::timestamptz END`;

// Each stops at the limit, and reads an index of what it counts.
const countOf = (where: string, table = 'tickets') =>
  integer(`(SELECT count(*)::integer FROM (SELECT FROM ${table} WHERE ${where} LIMIT ${maxCounted}) AS counted)`);
const counts = columns({
  active: countOf('needs_staff'),
  mine: countOf('needs_staff AND assignee_id = (SELECT app_staff_id())'),
  unassigned: countOf('needs_staff AND assignee_id IS NULL'),
  unread: countOf('needs_staff AND unread_since IS NOT NULL'),
  due: countOf(`needs_staff AND ${isDueSoon('$1', '$2')}`),
  waiting: countOf('needs_staff AND customer_wrote_last'),
  heldMails: countOf(`state = 'held'`, 'inbound_mails'),
});

/** What the menu and the views of the queue count. */
export async function countTickets(database: Database, caller: Caller): Promise<DeskCounts> {
  const statement = { name: 'queue-counts', text: `SELECT ${counts.sql}`, values: dueSoon() };
  const [rows] = await runAsStaff(database, caller, access, statement);
  return counts.read(rows?.[0] ?? []);
}

// ---- saved views: row-level security shows and accepts one's own only

const view = columns({
  id: text('id'),
  name: text('name'),
  filters: json('filters', z.record(z.string(), z.string())),
});
const listViewsText = `SELECT ${view.sql} FROM saved_views ORDER BY name_key`;
const tooManyViews = new UserError('quota_exceeded', `There are ${maxViews} saved views already.`);

export async function listViews(database: Database, caller: Caller): Promise<{ views: SavedView[] }> {
  const [rows] = await runAsStaff(database, caller, access, { name: 'saved-views', text: listViewsText });
  return { views: view.all(rows) };
}

/** In the first free place; without one, in a place that is taken, which the database rejects. */
const saveViewText = `INSERT INTO saved_views (user_id, place, name, filters)
  SELECT app_staff_id(), coalesce(min(place), ${maxViews}), $1, $2::jsonb FROM generate_series(1, ${maxViews}) AS free (place)
    WHERE NOT EXISTS (SELECT FROM saved_views WHERE saved_views.place = free.place)
  ON CONFLICT (user_id, name_key) DO UPDATE SET name = EXCLUDED.name, filters = EXCLUDED.filters`;

export async function saveView(database: Database, caller: Caller, { name, filters }: SaveView) {
  const save = { text: saveViewText, values: [name, JSON.stringify(filters)] };
  const [, rows] = await runAsStaff(database, caller, access, save, { text: listViewsText }).catch(
    fromSqlState({ '23505': tooManyViews }),
  );
  return { views: view.all(rows) };
}

export async function deleteView(database: Database, caller: Caller, id: string): Promise<{ views: SavedView[] }> {
  const remove = { text: 'DELETE FROM saved_views WHERE id = $1', values: [id] };
  const [, rows] = await runAsStaff(database, caller, access, remove, { text: listViewsText });
  return { views: view.all(rows) };
}
