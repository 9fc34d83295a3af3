import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '#api/lib/errors.ts';
import { readError } from '#api/lib/read-failure.ts';
import type { Bytes } from './backup-format.ts';
import { isBackupName } from './backup-name.ts';

export interface StoredBackup {
  name: string;
  size: number;
}

/** Where backups are kept. */
export interface BackupStore {
  /** For messages: without credentials. */
  name: string;
  /** The place of one backup, for messages. */
  describe(name: string): string;
  /** Only backups with names of ours, the oldest first. */
  list(): Promise<StoredBackup[]>;
  /** A backup with this name is complete and durable once this resolves, and does not exist if it rejects. */
  write(name: string, content: Bytes, signal?: AbortSignal): Promise<void>;
  read(name: string): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left. Nobody else may be writing. */
  removePartial(): Promise<void>;
}

export function folderStore(folder: string): BackupStore {
  return {
    name: folder,
    describe: (name) => join(folder, name),
    async list() {
      const names = (await listFolder(folder)).filter(isBackupName).toSorted();
      return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
    },
    async write(name, content, signal) {
      // Its parents must exist: a mistyped path, or a disk that is not mounted, is an error.
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw describeWriteError(error, join(folder, name));
      });
      await writeAtomically(folder, name, content, signal);
    },
    read: (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async removePartial() {
      for (const name of await listFolder(folder))
        if (name.endsWith(partial) && isBackupName(name.slice(0, -partial.length))) await rm(join(folder, name));
    },
  };
}

const partial = '.part';

const listFolder = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw readError(`The folder ${folder}`, error);
  });

/** Under another name and flushed first, then the folder: a file with the final name is complete, also after a power failure. */
async function writeAtomically(folder: string, name: string, content: Bytes, signal?: AbortSignal): Promise<void> {
  const file = join(folder, name);
  const draft = `${file}${partial}`;
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  let own: unknown;
  target.on('error', (error) => (own = error));
  try {
    await pipeline(content, target, { ...(signal !== undefined && { signal }) });
    await rename(draft, file).catch((error: unknown) => {
      own = error;
      throw error;
    });
    await syncFolder(folder);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    // What went wrong while the content was read has its own message.
    throw error === own ? describeWriteError(error, file) : error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  // Some network file systems cannot.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

const fullCodes = new Set<string | undefined>(['ENOSPC', 'EDQUOT']);

function describeWriteError(error: unknown, file: string): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = fullCodes.has(code) ? 'the disk is full' : (code ?? message.replace(/\.$/, ''));
  return new OperatorError(`The backup could not be written to ${file}: ${reason}. The partial file was deleted.`);
}
