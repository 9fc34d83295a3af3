import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { type Row, runBatch } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { isUniqueViolation } from '#api/db/errors.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import type { Caller } from '#api/db/tenant.ts';
import { ConflictError } from '#api/lib/errors.ts';
import type {
  ArchiveCannedReply,
  CannedReplies,
  CannedReply,
  ChangeCannedReply,
  NewCannedReply,
} from '#contract/desk-conversation.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { traceOf } from './desk.ts';

const needs = ['support'] as const satisfies StaffPermission[];
const columns = 'id, title, body, version, updated_at';
const toReply = ([id, title, body, version, updatedAt]: Row) =>
  ({ id, title, body, version, updatedAt }) as CannedReply;

const noReply = new AccountError('not_found', 'There is no such text.');
const titleTaken = new AccountError('name_taken', 'There already is a text of this title.');

export async function listCannedReplies(database: Database, caller: Caller): Promise<CannedReplies> {
  const text = `SELECT ${columns} FROM canned_replies WHERE archived_at IS NULL ORDER BY title_key, id`;
  const [rows = []] = await runAsStaff(database, caller, { needs }, { name: 'canned-replies', text });
  return { replies: rows.map(toReply) };
}

export async function createCannedReply(
  database: Database,
  caller: Caller,
  { title, body }: NewCannedReply,
): Promise<CannedReply> {
  return write(database, caller, 'canned_reply.saved', (client) =>
    runBatch(client, [
      {
        text: `INSERT INTO canned_replies (title, body, updated_by) VALUES ($1, $2, app_staff_id()) RETURNING ${columns}`,
        values: [title, body],
      },
    ]),
  );
}

const update = (
  assignments: string,
) => `UPDATE canned_replies SET ${assignments}, version = version + 1, updated_by = app_staff_id(),
  updated_at = now() WHERE id = $1 AND version = $2 AND archived_at IS NULL RETURNING ${columns}`;

export async function changeCannedReply(
  database: Database,
  caller: Caller,
  { id, version, title, body }: ChangeCannedReply,
): Promise<CannedReply> {
  const statement = { text: update('title = $3, body = $4'), values: [id, version, title, body] };
  return write(database, caller, 'canned_reply.saved', (client) => runBatch(client, [statement]), id);
}

/** Removes it from the list; its title is free again. */
export async function archiveCannedReply(
  database: Database,
  caller: Caller,
  { id, version }: ArchiveCannedReply,
): Promise<CannedReply> {
  const statement = { text: update('archived_at = now()'), values: [id, version] };
  return write(database, caller, 'canned_reply.archived', (client) => runBatch(client, [statement]), id);
}

async function write(
  database: Database,
  caller: Caller,
  event: 'canned_reply.saved' | 'canned_reply.archived',
  run: (client: ClientBase) => Promise<Row[][]>,
  id?: string,
): Promise<CannedReply> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const [rows] = await run(client).catch((error: unknown) => {
      throw isUniqueViolation(error) ? titleTaken : error;
    });
    if (rows?.[0] === undefined) throw await explain(client, id ?? '');
    const saved = toReply(rows[0]);
    await recordStaffEvent(client, { event, entity: `canned_reply:${saved.id}` }, traceOf(caller));
    return saved;
  });
}

/** Why an update found no row: somebody else was faster, or it is gone. */
async function explain(client: ClientBase, id: string): Promise<Error> {
  const text = `SELECT ${columns} FROM canned_replies WHERE id = $1 AND archived_at IS NULL`;
  const [rows] = await runBatch(client, [{ text, values: [id] }]);
  const message = 'Somebody else has changed this text meanwhile.';
  return rows?.[0] === undefined ? noReply : new ConflictError('changed_meanwhile', message, toReply(rows[0]));
}
