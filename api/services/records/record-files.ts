import type { Readable } from 'node:stream';
import { columns, integer, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { UserError } from '#api/lib/errors.ts';
import { attachmentStates } from '#contract/attachments.ts';
import { readingPermissions } from '#contract/staff.ts';

/** On which side of the desk the caller is. */
export type Side = 'portal' | 'desk';

const contentTypes = ['application/pdf', 'application/xml'] as const;
export const recordFile = columns({
  id: text('id'),
  fileName: text('file_name'),
  contentType: oneOf('content_type', contentTypes),
  language: nullable(oneOf('language', ['fr', 'en'])),
  size: integer('size'),
  state: oneOf('state', attachmentStates),
  createdAt: text('created_at'),
});

/** The files that stand: one that was replaced stays only in the history. */
export const filesStatement = (
  column: 'invoice_id' | 'contract_id' | 'license_id',
  ofRecord: string,
  values: unknown[],
) => ({
  name: `files-of-${column}-${values.length}`,
  text: `SELECT ${recordFile.sql} FROM record_files WHERE ${column} = ${ofRecord} AND replaced_at IS NULL
    ORDER BY content_type, language NULLS LAST, created_at, id LIMIT 100`,
  values,
});

const stored = columns({
  customerId: text('customer_id'),
  sha256: text('sha256'),
  state: oneOf('state', attachmentStates),
  fileName: text('file_name'),
  contentType: oneOf('content_type', contentTypes),
  size: integer('size'),
});

export interface OpenedRecordFile {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  content: Readable;
}

/** A file that was replaced can still be opened by its id: a link to it may be in a mail. */
const openStatement = (id: string): Statement => ({
  name: 'record-file-open',
  text: `SELECT ${stored.sql} FROM record_files WHERE id = $1`,
  values: [id],
});

/** The content of a file that the caller may see and that has been found clean, or is not scanned here. */
export async function openRecordFile(
  { database, files }: { database: Database; files: Files },
  caller: Caller,
  side: Side,
  id: string,
): Promise<OpenedRecordFile> {
  // The policy of the table decides by kind: contracts need other roles than licenses.
  const [rows] =
    side === 'desk'
      ? await runAsStaff(database, caller, { needs: readingPermissions }, openStatement(id))
      : await runAsSession(database, caller, 'read', openStatement(id));
  const found = stored.first(rows);
  if (found === undefined) throw new UserError('not_found', 'There is no such file.');
  const { customerId, sha256, state, fileName, contentType, size } = found;
  if (state === 'pending') throw new UserError('file_pending', 'This file is still being checked for viruses.');
  if (state === 'infected') throw new UserError('file_infected', 'A virus was found in this file.');
  const content = await files.storage.read(customerId, sha256).catch((error: unknown) => {
    throw error instanceof FileMissingError ? new UserError('file_missing', 'This file is not available.') : error;
  });
  return { fileName, contentType, size, sha256, content };
}
