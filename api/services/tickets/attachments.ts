import type { Readable } from 'node:stream';
import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { sanitizeFileName } from '#api/files/file-name.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { FileRejectedError, inspectFile } from '#api/files/inspect-file.ts';
import { FileTooLargeError, receiveFile } from '#api/files/receive-file.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { Attachment, AttachmentState, DeskAttachment, Upload } from '#contract/attachments.ts';

// Files of a ticket, for customers and staff alike: the database decides which a caller sees (migration 0010).

/** On which side of the desk the caller is. */
export type Side = 'portal' | 'desk';

const noFile = new AccountError('not_found', 'There is no such file.');
const noTicket = new AccountError('not_found', 'There is no such ticket.');

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

/** As `add_attachment` and `add_mail_file` take it. */
export interface StoredAttachment {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  isPreviewable: boolean;
  isScanned: boolean;
}

/** Receives, inspects and stores one file. Nothing of a rejected one remains. */
export async function storeFile(
  files: Files,
  customerId: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<StoredAttachment> {
  const fileName = sanitizeFileName(name);
  const received = await receiveFile(files.folder, content);
  try {
    const inspected = await inspectFile(received.path, fileName);
    await files.storage.store(customerId, received);
    const { size, sha256 } = received;
    return { fileName, size, sha256, ...inspected, isScanned: files.clamd !== undefined };
  } finally {
    await received.discard();
  }
}

const columns = `id, message_id, file_name, content_type, size, state, is_previewable, attached_at IS NOT NULL, created_at`;

function toAttachment([
  id,
  messageId,
  fileName,
  contentType,
  size,
  state,
  isPreviewable,
  isSent,
  createdAt,
]: Row): Attachment {
  return { id, messageId, fileName, contentType, size, state, isPreviewable, isSent, createdAt } as Attachment;
}

const ticketStatement = (id: string) => ({
  name: 'file-ticket',
  text: 'SELECT customer_id FROM tickets WHERE id = $1',
  values: [id],
});

/** One file for a ticket. Until it is sent with a text, nobody else sees it. */
export async function uploadFile(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  side: Side,
  { id, name }: Upload,
  content: AsyncIterable<Uint8Array>,
): Promise<Attachment> {
  // Before anything is read: who may not see the ticket sends nothing.
  const [found] = await run(database, caller, side, 'write', ticketStatement(id));
  const customerId = found?.[0]?.[0];
  if (typeof customerId !== 'string') throw noTicket;
  const stored = await storeFile(files, customerId, name, content).catch(rethrowRejected);
  const [rows] = await run(database, caller, side, 'write', {
    name: 'file-add',
    text: `SELECT ${columns} FROM add_attachment($1, $2)`,
    values: [id, JSON.stringify(stored)],
  }).catch(rethrowDenied);
  const [row] = rows ?? [];
  if (row === undefined) throw noTicket;
  return toAttachment(row);
}

const rejectedMessages: Record<string, AccountError['code']> = {
  empty: 'file_empty',
  type_not_allowed: 'file_type_not_allowed',
  type_mismatch: 'file_type_mismatch',
};

function rethrowRejected(error: unknown): never {
  if (error instanceof FileRejectedError)
    throw new AccountError(rejectedMessages[error.code] ?? 'invalid_file', error.message);
  if (error instanceof FileTooLargeError) throw new AccountError('payload_too_large', 'A file may have 25 MB.');
  throw error;
}

function rethrowDenied(error: unknown): never {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code === 'PT404') throw noFile;
  if (code === 'PT409') throw new AccountError('file_infected', 'A virus was found in a file. Please remove it.');
  if (code === 'PT429') throw new RateLimitError(Number(detail ?? 600), false);
  throw error;
}

const listStatement = (name: string, selected: string, ticketId: string) => ({
  name,
  text: `SELECT ${selected} FROM attachments WHERE ticket_id = $1 ORDER BY created_at, id LIMIT 1000`,
  values: [ticketId],
});

export async function listFiles(database: Database, caller: Caller, ticketId: string): Promise<Attachment[]> {
  const files = listStatement('file-list', columns, ticketId);
  const [tickets, rows = []] = await run(database, caller, 'portal', 'read', ticketStatement(ticketId), files);
  if (tickets?.length !== 1) throw noTicket;
  return rows.map(toAttachment);
}

/** With the notes that files belong to. */
export async function listDeskFiles(database: Database, caller: Caller, ticketId: string): Promise<DeskAttachment[]> {
  const files = listStatement('file-desk-list', `note_id, ${columns}`, ticketId);
  const [tickets, rows = []] = await run(database, caller, 'desk', 'read', ticketStatement(ticketId), files);
  if (tickets?.length !== 1) throw noTicket;
  return rows.map(([noteId, ...row]) => ({ ...toAttachment(row), noteId }) as DeskAttachment);
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
    text: 'SELECT customer_id, sha256, state, file_name, content_type, size, is_previewable FROM attachments WHERE id = $1',
    values: [id],
  });
  const [row] = rows ?? [];
  if (row === undefined) throw noFile;
  const [customerId, sha256, state, fileName, contentType, size, isPreviewable] = row as [
    string,
    string,
    AttachmentState,
    string,
    string,
    number,
    boolean,
  ];
  if (state === 'pending') throw new AccountError('file_pending', 'This file is still being checked for viruses.');
  if (state === 'infected') throw new AccountError('file_infected', 'A virus was found in this file.');
  const content = await files.storage.read(customerId, sha256).catch((error: unknown) => {
    throw error instanceof FileMissingError ? new AccountError('file_missing', 'This file is not available.') : error;
  });
  return { fileName, contentType, size, isPreviewable, sha256, content };
}

/** Call it in the transaction of the text that the files belong to. */
export async function attachFiles(
  client: ClientBase,
  fileIds: readonly string[],
  to: { ticketId: string; messageId?: string | null; noteId?: string | null },
): Promise<void> {
  if (fileIds.length === 0) return;
  const values = [fileIds, to.ticketId, to.messageId ?? null, to.noteId ?? null];
  await client.query('SELECT attach_files($1, $2, $3, $4)', values).catch(rethrowDenied);
}
