import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { isUniqueViolation } from '#api/db/errors.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { ConflictError } from '#api/lib/errors.ts';
import type { Run } from '#api/services/lists/query.ts';
import { attachFiles } from '#api/services/tickets/attachments.ts';
import { noTicket } from '#api/services/tickets/conversation.ts';
import { figuresStatement, toFigures } from '#api/services/tickets/figures.ts';
import { IdempotencyKeyReusedError } from '#api/services/tickets/open-ticket.ts';
import { type StaffAction, transition } from '#api/services/tickets/status-machine.ts';
import { readThread } from '#api/services/tickets/thread.ts';
import { findReplay, type LockedTicket, lockTicket, saveTicket } from '#api/services/tickets/ticket-store.ts';
import { applyWatcherChange, setWatcher, type WatcherChange } from '#api/services/tickets/watchers.ts';
import type { Figures, ThreadQuery } from '#contract/conversation.ts';
import type {
  DeskReplied,
  DeskReply,
  DeskThreadPage,
  MergeTicket,
  NewNote,
  Noted,
} from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { traceOf } from './desk.ts';
import { changed, readQueued, recordChange } from './tickets.ts';

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

const runOn =
  (client: ClientBase): Run =>
  (...statements: Statement[]) =>
    runBatch(client, statements);

async function describeSince(
  client: ClientBase,
  id: string,
  version: number,
  messageId: string | null,
): Promise<DeskReplied> {
  const { items } = await readThread(runOn(client), 'desk', { id, after: version });
  return { ticket: await readQueued(client, id), messageId, items };
}

async function lock(client: ClientBase, id: string): Promise<LockedTicket> {
  const ticket = await lockTicket(client, id);
  if (ticket === undefined) throw noTicket;
  return ticket;
}

async function rejectStale(client: ClientBase, ticket: LockedTicket, version: number): Promise<void> {
  if (ticket.version === version) return;
  throw new ConflictError('changed_meanwhile', changed, await describeSince(client, ticket.id, version, null));
}

const actions: Record<DeskReply['next'], StaffAction> = {
  reply: 'staff_replies',
  ask: 'staff_asks',
  resolve: 'staff_resolves',
};

/** A reply to an unassigned ticket assigns it to its author. */
export async function reply(
  database: Database,
  caller: Caller,
  { id, version, body, next, fileIds = [] }: DeskReply,
  idempotencyKey: string | undefined,
): Promise<DeskReplied> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lock(client, id);
    const replay = await findReplay(client, 'ticket_messages', { key: idempotencyKey, body, ticketIds: [id], fileIds });
    if (replay !== undefined) return describeSince(client, id, version, replay.id);
    await rejectStale(client, ticket, version);
    const now = new Date();
    const move = transition(actions[next], ticket, now);
    const assigneeId = ticket.assigneeId ?? (await ownId(client));
    const message = { body, source: 'desk' as const, idempotencyKey };
    const { messageId } = await saveTicket(client, ticket, { move, message, assigneeId, isUnread: false }, now);
    await attachFiles(client, fileIds, { ticketId: id, messageId });
    const of = { customer: ticket.customerId, entity: `ticket:${id}` };
    await recordStaffEvent(client, { event: 'ticket.replied', ...of }, traceOf(caller));
    await recordChange(client, caller, ticket, { move, assigneeId });
    return describeSince(client, id, version, messageId);
  });
}

async function ownId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT app_staff_id() AS id');
  if (rows[0] === undefined) throw new Error('There is no staff member.');
  return rows[0].id;
}

/** Internal: no version, since it changes nothing that another staff member could be working on. */
export async function addNote(
  database: Database,
  caller: Caller,
  { id, body, fileIds = [] }: NewNote,
  idempotencyKey: string | undefined,
): Promise<Noted> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lock(client, id);
    const replay = await findReplay(client, 'ticket_notes', { key: idempotencyKey, body, ticketIds: [id], fileIds });
    if (replay !== undefined) return { ticket: await readQueued(client, id), noteId: replay.id };
    const { rows } = await client
      .query<{ id: string }>(
        `INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body, idempotency_key)
        VALUES ($1, $2, $3, app_staff_id(), $4, $5) RETURNING id`,
        [id, ticket.customerId, ticket.version, body, idempotencyKey ?? null],
      )
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new IdempotencyKeyReusedError('The key was used for another note.') : error;
      });
    const of = { customer: ticket.customerId, entity: `ticket:${id}` };
    await recordStaffEvent(client, { event: 'ticket.noted', ...of }, traceOf(caller));
    const noteId = rows[0]?.id ?? '';
    await attachFiles(client, fileIds, { ticketId: id, noteId });
    return { ticket: await readQueued(client, id), noteId };
  });
}

/** Nothing of the customer is unread any more. Changes nothing else, so that nobody else's version becomes stale. */
export async function markRead(database: Database, caller: Caller, id: string): Promise<QueuedTicket> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lock(client, id);
    if (ticket.unreadSince !== null) await saveTicket(client, ticket, { isUnread: false }, new Date());
    return readQueued(client, id);
  });
}

export async function changeWatcher(database: Database, caller: Caller, change: WatcherChange): Promise<void> {
  await inStaffTransaction(database, caller, { needs }, async (client) => {
    const ticket = await lock(client, change.id);
    // find_colleague looks among the people of the context's customer.
    await client.query(`SELECT set_config('app.customer_id', $1, true)`, [ticket.customerId]);
    const event = await applyWatcherChange(client, ticket, change);
    if (event !== undefined) await recordStaffEvent(client, { customer: ticket.customerId, ...event }, traceOf(caller));
  });
}

const notMergeable = (reason: string) => new AccountError('invalid_request', reason);

/** The duplicate is closed and says where the conversation goes on; its messages stay where they were written. */
export async function mergeTicket(
  database: Database,
  caller: Caller,
  { id, version, intoId, addPeople }: MergeTicket,
): Promise<DeskReplied> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    // In the order of their ids, so that two merges of the same tickets wait for each other.
    const locked = new Map<string, LockedTicket>();
    for (const one of [id, intoId].toSorted()) locked.set(one, await lock(client, one));
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
    await saveTicket(client, duplicate, { move, mergedIntoId: intoId, isUnread: false, events: [into] }, now);
    const from = { kind: 'merged_from' as const, payload: { ticketId: id } };
    await saveTicket(client, target, { events: [from] }, now);
    if (addPeople) await addPeopleOf(client, duplicate, intoId);
    const details = { into: `ticket:${intoId}` };
    const of = { customer: duplicate.customerId, entity: `ticket:${id}` };
    await recordStaffEvent(client, { event: 'ticket.merged', ...of, details }, traceOf(caller));
    await recordChange(client, caller, duplicate, { move });
    return describeSince(client, id, version, null);
  });
}

/** Author, requester and watchers of the duplicate watch the other ticket, as far as they still belong to the customer. */
async function addPeopleOf(
  client: ClientBase,
  { id, customerId, authorId, requesterId }: LockedTicket,
  intoId: string,
) {
  await client.query(`SELECT set_config('app.customer_id', $1, true)`, [customerId]);
  const { rows } = await client.query<{ user_id: string }>(
    `SELECT user_id FROM list_colleagues() WHERE user_id = ANY($1::uuid[])
      OR user_id IN (SELECT user_id FROM ticket_watchers WHERE ticket_id = $2)`,
    [[authorId, requesterId].filter((one) => one !== null), id],
  );
  for (const { user_id: userId } of rows) {
    const target = await lock(client, intoId);
    if (userId === target.authorId || userId === target.requesterId) continue;
    await setWatcher(client, target, { userId, watches: true });
  }
}

export async function getFigures(database: Database, caller: Caller, customerId: string | undefined): Promise<Figures> {
  const [rows = []] = await runAsStaff(database, caller, { needs }, figuresStatement(customerId ?? null));
  return toFigures(rows);
}
