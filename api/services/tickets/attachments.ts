import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { type Attachment, attachmentStates, type DeskAttachment, type Upload } from '#contract/attachments.ts';
import { discardUploads, storeUpload } from './store-upload.ts';
import { noTicket } from './ticket-store.ts';
import { columns, flag, integer, nullable, oneOf, text } from '#api/db/columns.ts';

// Files of a ticket, for customers and staff alike: the database decides which a caller sees (api/db/functions/08_files.sql).

/** On which side of the desk the caller is. */
export type Side = 'portal' | 'desk';

const noFile = new UserError('not_found', 'There is no such file.');

const rejectFiles = fromSqlState({
  PT404: noFile,
  PT409: new UserError('file_infected', 'A virus was found in a file. Please remove it.'),
});

const run = (
  database: Database,
  caller: Caller,
  side: Side,
  mode: 'read' | 'write',
  ...statements: Statement[]
): Promise<Row[][]> =>
  side === 'desk'
    ? runAsStaff(database, caller, { needs: ['support'] }, ...statements)
    : runAsSession(database, caller, { mode, needs: 'tickets' }, ...statements);

const attachment = columns({
  id: text('id'),
  messageId: nullable(text('message_id')),
  fileName: text('file_name'),
  contentType: text('content_type'),
  size: integer('size'),
  state: oneOf('state', attachmentStates),
  isPreviewable: flag('is_previewable'),
  isSent: flag('attached_at IS NOT NULL'),
  createdAt: text('created_at'),
});
const ofNote = columns({ noteId: nullable(text('note_id')) });
const stored = columns({
  customerId: text('customer_id'),
  sha256: text('sha256'),
  state: oneOf('state', attachmentStates),
  fileName: text('file_name'),
  contentType: text('content_type'),
  size: integer('size'),
  isPreviewable: flag('is_previewable'),
});

const ticketStatement = (id: string) => ({
  name: 'file-ticket',
  text: 'SELECT customer_id FROM tickets WHERE id = $1',
  values: [id],
});

/** One file for a ticket, or for one that is about to be opened. Until it is sent with a text, nobody else sees it. */
export async function uploadFile(
  deps: { database: Database; files: Files },
  caller: Caller,
  side: Side,
  { id, customerId = '', name, size }: Upload & { size: number },
  content: AsyncIterable<Uint8Array>,
): Promise<Attachment> {
  const runAsSender = async (statement: Statement) =>
    (await run(deps.database, caller, side, 'write', statement)).at(0);
  const target = id === undefined ? { customerId } : { ticketId: id };
  const upload = await storeUpload(deps, runAsSender, { ...target, name, size }, content);
  try {
    const rows = await runAsSender({
      name: 'file-add',
      text: `SELECT ${attachment.sql} FROM add_attachment($1, $2)`,
      values: [id ?? null, JSON.stringify(upload)],
    }).catch(rejectFiles);
    const added = attachment.first(rows);
    if (added === undefined) throw noTicket;
    return added;
  } catch (error) {
    await discardUploads(deps, [upload]);
    throw error;
  }
}

const listStatement = (name: string, selected: string, ticketId: string) => ({
  name,
  text: `SELECT ${selected} FROM attachments WHERE ticket_id = $1 ORDER BY created_at, id LIMIT 1000`,
  values: [ticketId],
});

export async function listFiles(database: Database, caller: Caller, ticketId: string): Promise<Attachment[]> {
  const files = listStatement('file-list', attachment.sql, ticketId);
  const [tickets, rows = []] = await run(database, caller, 'portal', 'read', ticketStatement(ticketId), files);
  if (tickets?.length !== 1) throw noTicket;
  return attachment.all(rows);
}

/** With the notes that files belong to. */
export async function listDeskFiles(database: Database, caller: Caller, ticketId: string): Promise<DeskAttachment[]> {
  const files = listStatement('file-desk-list', `${attachment.sql}, ${ofNote.sql}`, ticketId);
  const [tickets, rows = []] = await run(database, caller, 'desk', 'read', ticketStatement(ticketId), files);
  if (tickets?.length !== 1) throw noTicket;
  return rows.map((row) => ({ ...attachment.read(row), ...ofNote.read(row.slice(attachment.count)) }));
}

export interface OpenedFile extends Pick<Attachment, 'fileName' | 'contentType' | 'size' | 'isPreviewable'> {
  sha256: string;
  content: Readable;
}

/** The content of a file that the caller may see and that has been found clean, or is not scanned here. */
export async function openFile(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  side: Side,
  id: string,
): Promise<OpenedFile> {
  const [rows] = await run(database, caller, side, 'read', {
    name: 'file-open',
    text: `SELECT ${stored.sql} FROM attachments WHERE id = $1`,
    values: [id],
  });
  const found = stored.first(rows);
  if (found === undefined) throw noFile;
  const { customerId, sha256, state, fileName, contentType, size, isPreviewable } = found;
  if (state === 'pending') throw new UserError('file_pending', 'This file is still being checked for viruses.');
  if (state === 'infected') throw new UserError('file_infected', 'A virus was found in this file.');
  const content = await files.storage.read(customerId, sha256).catch((error: unknown) => {
    throw error instanceof FileMissingError ? new UserError('file_missing', 'This file is not available.') : error;
  });
  return { fileName, contentType, size, isPreviewable, sha256, content };
}

/**
 * Whether a text has these files and no others. A file that was added before the text is sent again must not be taken for one
 * that was sent.
 */
export async function hasFiles(
  client: ClientBase,
  of: { messageId: string } | { noteId: string } | { ticketId: string },
  fileIds: readonly string[],
): Promise<boolean> {
  const [where, id] =
    'messageId' in of
      ? ['message_id = $1', of.messageId]
      : 'noteId' in of
        ? ['note_id = $1', of.noteId]
        : ['ticket_id = $1 AND num_nonnulls(message_id, note_id) = 0 AND attached_at IS NOT NULL', of.ticketId];
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM attachments WHERE ${where}`, [id]);
  return rows.length === new Set(fileIds).size && rows.every((row) => fileIds.includes(row.id));
}

/** Call it in the transaction of the text that the files belong to. */
export async function attachFiles(
  client: ClientBase,
  fileIds: readonly string[],
  to: { ticketId: string; messageId?: string | null; noteId?: string | null },
): Promise<void> {
  if (fileIds.length === 0) return;
  const values = [fileIds, to.ticketId, to.messageId ?? null, to.noteId ?? null];
  await client.query('SELECT attach_files($1, $2, $3, $4)', values).catch(rejectFiles);
}
