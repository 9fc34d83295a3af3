import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { type Run, runOn } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { notifyMentioned } from '#api/services/notifications/ticket-jobs.ts';
import { attachFiles } from './attachments.ts';
import { figuresStatement, toFigures } from './figures.ts';
import { transition } from './status-machine.ts';
import { holdReply, isWaiting, pendingStatement, toPending } from './pending-replies.ts';
import { writeStaffReply } from './write-staff-reply.ts';
import { readThread } from './thread.ts';
import { findReplay } from './replay.ts';
import { type LockedTicket, lockTicket, noTicket, saveTicket } from './ticket-store.ts';
import { applyWatcherChange, setWatcher, type WatcherChange } from './watchers.ts';
import type { Figures, ThreadQuery } from '#contract/conversation.ts';
import type {
  DeskReplied,
  DeskReply,
  DeskThreadPage,
  MergeTicket,
  NewNote,
  Noted,
} from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { changed, readQueued } from './desk-tickets.ts';

// The staff's side of a conversation. A change names the version of the ticket that the staff member has seen.

const needs = ['support'] as const satisfies StaffPermission[];
const noteReadText = `SELECT note_staff_read(customer_id, 'ticket', 'ticket:' || id, $2, $3) FROM tickets WHERE id = $1`;

export async function getThread(database: Database, caller: Caller, query: ThreadQuery): Promise<DeskThreadPage> {
  const { requestId, network } = traceOf(caller);
  const noteRead = { name: 'desk-ticket-note', text: noteReadText, values: [query.id, requestId, network] };
  const run: Run = async (...statements) => {
    const [read, ...results] = await runAsStaff(database, caller, { needs }, noteRead, ...statements);
    if (read?.length !== 1) throw noTicket;
    return results;
  };
  return readThread(run, 'desk', query);
}

async function describeSince(
  client: ClientBase,
  id: string,
  version: number,
  messageId: string | null,
): Promise<DeskReplied> {
  const run = runOn(client);
  const { items } = await readThread(run, 'desk', { id, after: version });
  const [rows] = await run(pendingStatement(id));
  return { ticket: await readQueued(client, id), messageId, items, pendingReply: toPending(rows) };
}

const staff = (caller: Caller) => ({ kind: 'staff', ...caller }) as const;

async function rejectStale(client: ClientBase, ticket: LockedTicket, version: number): Promise<void> {
  if (ticket.version === version) return;
  throw new UserError('changed_meanwhile', changed, await describeSince(client, ticket.id, version, null));
}

const otherWaits = 'Another reply of yours to this ticket has not been published yet.';

/** With `undoSeconds`, it is published by a job (pending-replies.ts). What would be rejected then is rejected at once. */
export async function reply(
  database: Database,
  caller: Caller,
  { undoSeconds, ...written }: DeskReply,
  idempotencyKey: string | undefined,
): Promise<DeskReplied> {
  const { id, version, body, fileIds = [] } = written;
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, id);
    const replay = await findReplay(client, 'ticket_messages', { key: idempotencyKey, body, ticketIds: [id], fileIds });
    if (replay !== undefined) return describeSince(client, id, version, replay.id);
    if (await isWaiting(client, written, idempotencyKey)) return describeSince(client, id, version, null);
    await rejectStale(client, ticket, version);
    const publish = () => writeStaffReply(client, caller, ticket, written, { idempotencyKey, isRead: true });
    if (undoSeconds === undefined) return describeSince(client, id, version, await publish());
    await client.query('SAVEPOINT before_reply');
    await publish();
    await client.query('ROLLBACK TO SAVEPOINT before_reply');
    const isHeld = await holdReply(client, caller, written, { seconds: undoSeconds, idempotencyKey });
    const described = await describeSince(client, id, version, null);
    if (!isHeld) throw new UserError('changed_meanwhile', otherWaits, described);
    return described;
  });
}

/** Internal: no version, since it changes nothing that another staff member could be working on. */
export async function addNote(
  database: Database,
  caller: Caller,
  { id, body, fileIds = [], mentions = [] }: NewNote,
  idempotencyKey: string | undefined,
): Promise<Noted> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, id);
    const replay = await findReplay(client, 'ticket_notes', { key: idempotencyKey, body, ticketIds: [id], fileIds });
    if (replay !== undefined) return { ticket: await readQueued(client, id), noteId: replay.id };
    const mentioned = await findMentioned(client, mentions);
    const { rows } = await client
      .query<{ id: string }>(
        `INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body, mentions, idempotency_key)
        VALUES ($1, $2, $3, app_staff_id(), $4, $5, $6) RETURNING id`,
        [id, ticket.customerId, ticket.version, body, mentioned, idempotencyKey ?? null],
      )
      .catch(fromSqlState({ '23505': idempotencyKeyReused }));
    const noteId = rows[0]?.id;
    if (noteId === undefined) throw new Error('The note was not saved.');
    const of = { customer: ticket.customerId, entity: `ticket:${id}` };
    await recordStaffEvent(client, { event: 'ticket.noted', ...of }, traceOf(caller));
    await attachFiles(client, fileIds, { ticketId: id, noteId });
    const noted = { ticket: await readQueued(client, id), noteId };
    if (mentioned.length === 0) return noted;
    await leaveStaff(client);
    await notifyMentioned(client, { ticketId: id, version: ticket.version, userIds: mentioned }, new Date());
    return noted;
  });
}

const unknownMention = new UserError('unknown_mention', 'A person whom the note mentions cannot see tickets.');

/** Each once, without the author. */
async function findMentioned(client: ClientBase, mentions: readonly string[]): Promise<string[]> {
  if (mentions.length === 0) return [];
  const { rows } = await client.query<{ id: string; is_own: boolean }>(
    `SELECT user_id AS id, user_id = app_staff_id() AS is_own FROM staff_members
    WHERE user_id = ANY($1) AND active AND 'support' = ANY(permissions)`,
    [mentions],
  );
  if (rows.length !== new Set(mentions).size) throw unknownMention;
  return rows.filter(({ is_own }) => !is_own).map(({ id }) => id);
}

/** Staff have read what the customer wrote. Changes nothing else, so that nobody else's version becomes stale. */
export async function markRead(database: Database, caller: Caller, id: string): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, id);
    if (ticket.unreadSince !== null) await saveTicket(client, staff(caller), ticket, { isUnread: false }, new Date());
    return readQueued(client, id);
  });
}

export async function changeWatcher(database: Database, caller: Caller, change: WatcherChange): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lockTicket(client, change.id);
    // find_colleague looks among the people of the context's customer.
    await client.query('SELECT set_staff_customer($1)', [ticket.customerId]);
    await applyWatcherChange(client, staff(caller), ticket, change);
  });
}

const notMergeable = (reason: string) => new UserError('invalid_request', reason);

/** The duplicate is closed and says where the conversation goes on; its messages stay where they were written. */
export async function mergeTicket(
  database: Database,
  caller: Caller,
  { id, version, intoId, addPeople }: MergeTicket,
): Promise<DeskReplied> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    // In the order of their ids, so that two merges of the same tickets wait for each other.
    const locked = new Map<string, LockedTicket>();
    for (const one of [id, intoId].toSorted()) locked.set(one, await lockTicket(client, one));
    const [duplicate, target] = [locked.get(id), locked.get(intoId)];
    if (duplicate === undefined || target === undefined) throw noTicket;
    if (id === intoId) throw notMergeable('Please choose another ticket.');
    if (duplicate.customerId !== target.customerId)
      throw notMergeable('This ticket cannot be merged with one of another customer.');
    if (target.mergedIntoId !== null) throw notMergeable('This ticket cannot be merged with a duplicate.');
    await rejectStale(client, duplicate, version);
    const now = new Date();
    const move = transition('staff_merges', duplicate, now);
    const into = { kind: 'merged_into' as const, payload: { ticketId: intoId } };
    const audit = { event: 'ticket.merged' as const, details: { into: `ticket:${intoId}` } };
    const change = { move, mergedIntoId: intoId, isUnread: false, events: [into], audit };
    await saveTicket(client, staff(caller), duplicate, change, now);
    const from = { kind: 'merged_from' as const, payload: { ticketId: id } };
    await saveTicket(client, staff(caller), target, { events: [from] }, now);
    if (addPeople) await addPeopleOf(client, caller, duplicate, intoId);
    return describeSince(client, id, version, null);
  });
}

/** The duplicate's author, requester and watchers watch the other ticket if they still belong to the customer. */
async function addPeopleOf(
  client: ClientBase,
  caller: Caller,
  { id, customerId, authorId, requesterId }: LockedTicket,
  intoId: string,
) {
  await client.query('SELECT set_staff_customer($1)', [customerId]);
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT user_id FROM list_colleagues() WHERE user_id = ANY($1::uuid[])
      OR user_id IN (SELECT user_id FROM ticket_watchers WHERE ticket_id = $2)`,
    [[authorId, requesterId].filter((one) => one !== null), id],
  );
  for (const { user_id: userId } of rows) {
    const target = await lockTicket(client, intoId);
    if (userId === target.authorId || userId === target.requesterId) continue;
    await setWatcher(client, staff(caller), target, { userId, watches: true });
  }
}

export async function getFigures(database: Database, caller: Caller, customerId: string | undefined): Promise<Figures> {
  const [rows = []] = await runAsStaff(database, caller, { needs }, figuresStatement(customerId ?? null));
  return toFigures(rows);
}
