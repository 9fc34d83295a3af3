import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { readNamedFiles } from '#api/admin/files/stored-files.ts';
import { FileMissingError, isFolderName, isHashName } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { type BackedUpFiles, type BackupReader, corruptedError, readEnd } from './backup-format.ts';

const entrySchema = z.object({
  folder: z.string().refine(isFolderName),
  sha256: z.string().refine(isHashName),
  size: z.number().int().nonnegative(),
});

/**
 * In the transaction whose snapshot the rows are from; counts into `backedUp`. Each file is read whole, 25 MB at most, and
 * compared with its hash first: one damaged file must not make the backup unreadable.
 */
export async function* writeFiles(
  client: ClientBase,
  { storage }: Files,
  backedUp: BackedUpFiles,
): AsyncGenerator<Buffer | string> {
  for await (const { folder, sha256 } of readNamedFiles(client)) {
    const content = await storage
      .read(folder, sha256)
      .then(buffer)
      .catch((error: unknown) => {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      });
    if (content === undefined || createHash('sha256').update(content).digest('hex') !== sha256) backedUp.missing += 1;
    else {
      yield `${JSON.stringify({ folder, sha256, size: content.length })}\n`;
      yield content;
      backedUp.files += 1;
    }
  }
}

/** Reads to the end, so that the checksum of the whole file has been verified. */
export async function restoreFiles(reader: BackupReader, files: Files): Promise<BackedUpFiles> {
  let count = 0;
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    if (line.startsWith('[')) {
      const end = parseOr(reader, () => readEnd(line));
      if (end.files !== count || (await reader.line()) !== undefined) throw corruptedError(reader.name);
      return end;
    }
    const entry = parseOr(reader, () => entrySchema.parse(JSON.parse(line)));
    const received = await receiveFile({ ...files, diskReserve: 0 }, reader.bytes(entry.size), entry.size);
    const isWhole = received.size === entry.size && received.sha256 === entry.sha256;
    if (isWhole) await files.storage.store(entry.folder, received);
    await received.discard();
    if (!isWhole) throw corruptedError(reader.name);
    count += 1;
  }
  throw corruptedError(reader.name);
}

function parseOr<Result>({ name }: BackupReader, parse: () => Result): Result {
  try {
    return parse();
  } catch {
    throw corruptedError(name);
  }
}
