import type { ClientBase } from 'pg';
import { columns, integer, nullable, text } from '#api/db/columns.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { withTransaction } from '#api/db/transaction.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { ForbiddenError, fromSqlState, UserError } from '#api/lib/errors.ts';
import { type DeskReply, type PendingReply, type TakenReply, takenReplySchema } from '#contract/desk-conversation.ts';
import { writeStaffReply } from './write-staff-reply.ts';
import { lockTicket, noTicket } from './ticket-store.ts';

// Replies that their author can take back for some seconds. Until a job publishes them they are in a table of their own, in which
// nobody else sees them: taking one back and publishing it both delete its row, so that one of them wins.

const pending = columns({
  id: text('id'),
  body: text('body'),
  seconds: integer('greatest(0, ceil(extract(epoch FROM publish_at - now())))::integer'),
  problem: nullable(text('problem')),
});

/** The caller's own, under row-level security. */
export const pendingStatement = (ticketId: string): Statement => ({
  name: 'pending-reply',
  text: `SELECT ${pending.sql} FROM pending_replies WHERE ticket_id = $1`,
  values: [ticketId],
});
export const toPending = (rows: unknown[][] | undefined): PendingReply | null => pending.first(rows) ?? null;

type Sent = Omit<DeskReply, 'undoSeconds'>;
interface StoredRequest extends Omit<Sent, 'id' | 'body'> {
  idempotencyKey?: string | undefined;
  trace?: Caller['trace'];
}
interface StoredReply {
  ticket_id: string;
  author_id: string;
  body: string;
  request: StoredRequest;
}

/** Whether the same request waits already. The ticket must be locked. */
export async function isWaiting(client: ClientBase, { id, body }: Sent, key: string | undefined): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pending_replies WHERE ticket_id = $1 AND body = $2 AND request->>'idempotencyKey' = $3`,
    [id, body, key ?? null],
  );
  return rowCount === 1;
}

/** False if another reply of the caller waits at this ticket. */
export async function holdReply(
  client: ClientBase,
  { trace }: Caller,
  { id, body, ...options }: Sent,
  { seconds, idempotencyKey }: { seconds: number; idempotencyKey: string | undefined },
): Promise<boolean> {
  const request: StoredRequest = { ...options, idempotencyKey, trace };
  const { rowCount } = await client.query(
    `INSERT INTO pending_replies (ticket_id, author_id, body, request, publish_at)
    VALUES ($1, app_staff_id(), $2, $3, now() + make_interval(secs => $4)) ON CONFLICT DO NOTHING`,
    [id, body, JSON.stringify(request), seconds],
  );
  return rowCount === 1;
}

const take = async (client: ClientBase, id: string) =>
  (await client.query<StoredReply>('SELECT * FROM take_reply($1)', [id])).rows[0];

const gone = new UserError('changed_meanwhile', 'This reply was published, or taken back before.');

/** Gives it back to its author, also one that could not be published. */
export async function undoReply(database: Database, caller: Caller, id: string): Promise<TakenReply> {
  return inStaffTransaction(database, caller, { needs: ['support'] }, async (client) => {
    const taken = await take(client, id);
    if (taken === undefined) throw gone;
    return takenReplySchema.parse({ body: taken.body, ...taken.request });
  });
}

export const replyHandlers = (database: () => Pick<Database, 'pool'> | undefined): JobHandlers => ({
  reply: {
    maxRetrySeconds: 10,
    run: async ({ ticketId, data: { replyId } }) => {
      const current = database();
      if (current === undefined || ticketId === null) throw new Error('The database is not open.');
      return publishPending(current, { ticketId, replyId });
    },
  },
});

interface Publication {
  ticketId: string;
  replyId: string;
}

/** Publishes a reply with the rights that its author has now, or returns it to them with the reason. */
async function publishPending(database: Pick<Database, 'pool'>, publication: Publication): Promise<Outcome> {
  try {
    return await withTransaction(database.pool, (client) => publishAsAuthor(client, publication)).catch(fromSqlState());
  } catch (error) {
    const problem = error instanceof UserError ? error.code : error instanceof ForbiddenError ? 'forbidden' : undefined;
    if (problem === undefined) throw error;
    await database.pool.query('SELECT return_reply($1, $2)', [publication.replyId, problem]);
    return 'done';
  }
}

async function publishAsAuthor(client: ClientBase, { ticketId, replyId }: Publication): Promise<Outcome> {
  const { rows } = await client.query<{ author: string | null; may: boolean }>(
    `SELECT set_author_context($1) AS author, staff_has('support') AS may`,
    [replyId],
  );
  const author = rows[0]?.author ?? undefined;
  if (author === undefined) return 'discard';
  if (rows[0]?.may !== true) throw new ForbiddenError('The author may not write to tickets.');
  // The ticket first, as for every reply.
  const ticket = await lockTicket(client, ticketId);
  const taken = await take(client, replyId);
  if (taken === undefined) return 'discard';
  const { idempotencyKey, trace, ...options } = taken.request;
  const since = await readSince(client, { ticketId, version: options.version, author });
  if (since.is_obsolete) throw new UserError('changed_meanwhile', 'The ticket has changed since the reply was sent.');
  const reply = {
    ...options,
    body: taken.body,
    // The author has decided on the status after the reply.
    next: since.is_moved ? ('reply' as const) : options.next,
  };
  await writeStaffReply(client, trace === undefined ? {} : { trace }, ticket, reply, {
    idempotencyKey,
    isRead: !since.is_unread,
  });
  return 'done';
}

interface Since {
  /** A colleague has replied or changed the status, or the ticket is done, merged or another customer's. */
  is_obsolete: boolean;
  /** The author has changed the status. */
  is_moved: boolean;
  /** The customer has written. */
  is_unread: boolean;
}

async function readSince(
  client: ClientBase,
  { ticketId, version, author }: { ticketId: string; version: number; author: string },
): Promise<Since> {
  const { rows } = await client.query<Since>(
    `SELECT coalesce(bool_or(kind IN ('merged_into', 'customer_changed') OR actor_id IS DISTINCT FROM $3
          AND (actor_kind = 'staff' AND kind IN ('message', 'status_changed', 'reopened')
            OR kind = 'status_changed' AND is_done(payload->>'to'))), false) AS is_obsolete,
        coalesce(bool_or(actor_id = $3 AND kind IN ('status_changed', 'reopened')), false) AS is_moved,
        coalesce(bool_or(kind = 'message' AND actor_kind = 'customer'), false) AS is_unread
      FROM (SELECT 'message' AS kind, author_kind AS actor_kind, author_id AS actor_id, '{}'::jsonb AS payload
          FROM ticket_messages WHERE ticket_id = $1 AND position > $2
        UNION ALL SELECT kind, actor_kind, actor_id, payload FROM ticket_events WHERE ticket_id = $1 AND position > $2) AS since`,
    [ticketId, version, author],
  );
  if (rows[0] === undefined) throw noTicket;
  return rows[0];
}
