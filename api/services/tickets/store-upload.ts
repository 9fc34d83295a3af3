import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { sanitizeFileName } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { inspectFile } from '#api/files/inspect-file.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { fromSqlState } from '#api/lib/errors.ts';
import { noCustomer, noTicket } from './ticket-store.ts';

// Reserve, then receive: a file is counted before a byte of it is read (reserve_upload).

export interface UploadDeps {
  database: Pick<Database, 'pool'>;
  files: Files;
}

/** Runs a statement with the rights of the user who sends the file, in a transaction of its own. */
export type RunAsSender = (statement: Statement) => Promise<Row[] | undefined>;

/** The ticket of a file, or the customer for whom one is about to be opened. */
export type FileTarget = { ticketId: string } | { customerId: string };

export type NewFile = FileTarget & {
  name: string;
  /** In bytes, at least as many as come. */
  size: number;
};

/** A file that is stored and reserved, as `add_attachment` takes it. */
export interface StoredAttachment {
  reservationId: string;
  customerId: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  isPreviewable: boolean;
  isScanned: boolean;
}

/**
 * Reserves, receives, inspects and stores one file. Nothing of a rejected one remains. Give the result to `add_attachment`, or to
 * `discardUploads` if that fails.
 */
export async function storeUpload(
  deps: UploadDeps,
  runAsSender: RunAsSender,
  { name, size, ...target }: NewFile,
  content: AsyncIterable<Uint8Array>,
): Promise<StoredAttachment> {
  const { database, files } = deps;
  const fileName = sanitizeFileName(name);
  const reservation = await reserve(runAsSender, target, size, files);
  let sha256: string | undefined;
  try {
    const received = await receiveFile(files, content, size);
    try {
      const inspected = await inspectFile(received.path, fileName);
      await database.pool.query('SELECT name_upload($1, $2)', [reservation.reservationId, received.sha256]);
      ({ sha256 } = received);
      await files.storage.store(reservation.customerId, received);
      const isScanned = files.clamd !== undefined;
      return { ...reservation, fileName, size: received.size, sha256, ...inspected, isScanned };
    } finally {
      await received.discard();
    }
  } catch (error) {
    await discardUploads(deps, [{ ...reservation, sha256 }]);
    throw error;
  }
}

async function reserve(runAsSender: RunAsSender, target: FileTarget, size: number, { limits }: Files) {
  const [ticketId, wantedFor] = 'ticketId' in target ? [target.ticketId, null] : [null, target.customerId];
  const rows = await runAsSender({
    name: 'file-reserve',
    text: 'SELECT reservation_id, reserved_for FROM reserve_upload($1, $2, $3, $4, $5, $6)',
    values: [ticketId, wantedFor, size, limits.maxFiles, limits.maxBytes, limits.maxStored],
  }).catch(rejectReservation);
  const [reservationId, customerId] = rows?.[0] ?? [];
  if (typeof reservationId !== 'string' || typeof customerId !== 'string')
    throw ticketId === null ? noCustomer : noTicket;
  return { reservationId, customerId };
}

/** Ends uploads that are not wanted: their reservations, and their files unless another row names them. */
export async function discardUploads(
  { database, files }: UploadDeps,
  uploads: readonly { reservationId: string; customerId: string; sha256: string | undefined }[],
): Promise<void> {
  for (const { reservationId, customerId, sha256 } of uploads) {
    await withTransaction(database.pool, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('SELECT release_upload($1, $2, $3) AS is', [
        reservationId,
        customerId,
        sha256 ?? null,
      ]);
      if (rows[0]?.is === true && sha256 !== undefined) await files.storage.remove(customerId, sha256);
      // The error of the upload is the one to report. Its reservation expires, and the daily retention removes its file.
    }).catch(() => undefined);
  }
}

const rejectReservation = fromSqlState({
  PT429: 'Too many files were sent recently. Please try again later.',
  PT507: 'Your company has no room left for files. Please contact support.',
});
