import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ClientBase } from 'pg';
import { readNamedFiles } from '../files/stored-files.ts';
import { FileMissingError } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import type { BackedUpFiles } from './backup-format.ts';

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
