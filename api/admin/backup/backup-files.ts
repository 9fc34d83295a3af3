import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { type NamedFile, readNamedFiles } from '#api/admin/files/stored-files.ts';
import { FileMissingError, isFolderName, isHashName } from '#api/files/file-storage.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { OperatorError } from '#api/lib/errors.ts';

/** Beside the backup of the rows: one line of JSON per file, followed by its bytes. Files are compressed already, or small. */
export const filesOf = (backup: string) => `${backup}.files`;

const entrySchema = z.object({
  folder: z.string().refine(isFolderName),
  sha256: z.string().refine(isHashName),
  size: z.number().int().nonnegative(),
});

export interface BackedUpFiles {
  files: number;
  /** Named by a row and not in the storage: `check` reports them. */
  missing: number;
}

/** In the transaction whose snapshot the rows are from. */
export async function backUpFiles(client: ClientBase, { storage }: Files, backup: string): Promise<BackedUpFiles> {
  const result = { files: 0, missing: 0 };
  const draft = `${filesOf(backup)}.part`;
  async function* entries(): AsyncGenerator<Buffer | string> {
    for await (const named of readNamedFiles(client)) {
      const content = await storage.read(named.folder, named.sha256).catch((error: unknown) => {
        if (error instanceof FileMissingError) return undefined;
        throw error;
      });
      if (content === undefined) {
        result.missing += 1;
        continue;
      }
      yield `${JSON.stringify(named)}\n`;
      let size = 0;
      for await (const chunk of content) {
        size += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      if (size !== named.size)
        throw new OperatorError(`A file of ${named.folder} has another size than its row: run check.`);
      result.files += 1;
    }
  }
  try {
    await pipeline(entries(), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, filesOf(backup));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return result;
}

/** Before the rows are: a row never lacks its file. Each is compared with its hash. Returns how many there were. */
export async function restoreFiles(backup: string, files: Files): Promise<number> {
  const path = filesOf(backup);
  const reader = createEntryReader(path);
  let count = 0;
  for (let entry = await reader.next(); entry !== undefined; entry = await reader.next()) {
    const received = await receiveFile(files.folder, reader.content(entry.size), entry.size);
    const isWhole = received.size === entry.size && received.sha256 === entry.sha256;
    if (isWhole) await files.storage.store(entry.folder, received);
    await received.discard();
    if (!isWhole) throw corrupted(path);
    count += 1;
  }
  return count;
}

const corrupted = (path: string) => new OperatorError(`The file ${path} is corrupted or incomplete.`);

function createEntryReader(path: string) {
  const stream = createReadStream(path)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const read = async (): Promise<boolean> => {
    const chunk = await stream.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (chunk === undefined || chunk.done === true) return false;
    rest = rest.length === 0 ? chunk.value : Buffer.concat([rest, chunk.value]);
    return true;
  };
  return {
    next: async (): Promise<NamedFile | undefined> => {
      while (!rest.includes(0x0a)) if (!(await read())) break;
      if (rest.length === 0) return undefined;
      const end = rest.indexOf(0x0a);
      try {
        const entry = entrySchema.parse(JSON.parse(rest.toString('utf8', 0, end)));
        rest = rest.subarray(end + 1);
        return entry;
      } catch {
        throw corrupted(path);
      }
    },
    content: async function* content(size: number): AsyncGenerator<Uint8Array> {
      for (let left = size; left > 0;) {
        if (rest.length === 0 && !(await read())) return;
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },
  };
}
