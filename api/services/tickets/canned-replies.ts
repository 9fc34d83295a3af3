import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { type Row, runBatch } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type {
  ArchiveCannedReply,
  CannedReplies,
  CannedReply,
  ChangeCannedReply,
  NewCannedReply,
} from '#contract/desk-conversation.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { columns, flag, integer, nullable, oneOf, text, texts } from '#api/db/columns.ts';

const needs = ['support'] as const satisfies StaffPermission[];
const reply = columns({
  id: text('id'),
  title: text('title'),
  body: text('body'),
  next: nullable(oneOf('next', ['reply', 'ask', 'resolve'])),
  priority: nullable(text('priority')),
  tags: texts('tags'),
  assignToMe: flag('assigns_author'),
  version: integer('version'),
  updatedAt: text('updated_at'),
});

const noReply = new UserError('not_found', 'There is no such text.');
const titleTaken = new UserError('name_taken', 'There already is a text of this title.');

export async function listCannedReplies(database: Database, caller: Caller): Promise<CannedReplies> {
  const list = `SELECT ${reply.sql} FROM canned_replies WHERE archived_at IS NULL ORDER BY title_key, id`;
  const [rows] = await runAsStaff(database, caller, { needs }, { name: 'canned-replies', text: list });
  return { replies: reply.all(rows) };
}

const valuesOf = ({ title, body, next, priority, tags, assignToMe }: NewCannedReply) => [
  title,
  body,
  next,
  priority,
  tags,
  assignToMe,
];

export async function createCannedReply(database: Database, caller: Caller, input: NewCannedReply) {
  return write(database, caller, 'canned_reply.saved', (client) =>
    runBatch(client, [
      {
        text: `INSERT INTO canned_replies (title, body, next, priority, tags, assigns_author, updated_by)
          VALUES ($1, $2, $3, $4, $5, $6, app_staff_id()) RETURNING ${reply.sql}`,
        values: valuesOf(input),
      },
    ]),
  );
}

const update = (
  assignments: string,
) => `UPDATE canned_replies SET ${assignments}, version = version + 1, updated_by = app_staff_id(),
  updated_at = now() WHERE id = $1 AND version = $2 AND archived_at IS NULL RETURNING ${reply.sql}`;

export async function changeCannedReply(
  database: Database,
  caller: Caller,
  { id, version, ...input }: ChangeCannedReply,
): Promise<CannedReply> {
  const statement = {
    text: update('title = $3, body = $4, next = $5, priority = $6, tags = $7, assigns_author = $8'),
    values: [id, version, ...valuesOf(input)],
  };
  return write(database, caller, 'canned_reply.saved', (client) => runBatch(client, [statement]), id);
}

/** Removes it from the list; its title is free again. */
export async function archiveCannedReply(database: Database, caller: Caller, { id, version }: ArchiveCannedReply) {
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
    const [rows] = await run(client).catch(fromSqlState({ '23505': titleTaken }));
    const saved = reply.first(rows);
    if (saved === undefined) throw await explain(client, id ?? '');
    await recordStaffEvent(client, { event, entity: `canned_reply:${saved.id}` }, traceOf(caller));
    return saved;
  });
}

/** Why an update found no row: somebody else was faster, or it is gone. */
async function explain(client: ClientBase, id: string): Promise<Error> {
  const current = `SELECT ${reply.sql} FROM canned_replies WHERE id = $1 AND archived_at IS NULL`;
  const [rows] = await runBatch(client, [{ text: current, values: [id] }]);
  const found = reply.first(rows);
  const message = 'Somebody else has changed this text meanwhile.';
  return found === undefined ? noReply : new UserError('changed_meanwhile', message, found);
}
