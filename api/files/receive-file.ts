import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFileBytes } from '#contract/file-types.ts';
import { UserError } from '#api/lib/errors.ts';

/** More bytes than a file may have. */
export class FileTooLargeError extends UserError {
  override name = 'FileTooLargeError';

  constructor() {
    super('payload_too_large', 'A file may have 25 MB.');
  }
}

/** The disk has room, but only what is left to others. */
export class DiskReserveError extends Error {
  override name = 'DiskReserveError';
  readonly code = 'ENOSPC';
}

/** Where files are received. */
export interface IncomingDisk {
  folder: string;
  /** Bytes of its disk that are left to others, such as the database. */
  diskReserve: number;
}

/** A file on the disk of this machine whose bytes are all there, and that nobody knows yet. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** In hexadecimal. */
  sha256: string;
  /** Deletes what was not stored. */
  discard: () => Promise<void>;
}

/** Within the folder of the files, so that storing one is a rename. */
export const incomingFolder = (filesFolder: string) => join(filesFolder, 'incoming');

const checkInterval = 1024 * 1024;

/** Throws if less than the reserve would be left. Also while files are written: others write to the same disk. */
async function checkDisk({ folder, diskReserve }: IncomingDisk, needed: number) {
  if (diskReserve === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - needed < diskReserve)
    throw new DiskReserveError('Less space is left on the disk of DATA_DIR than DISK_RESERVE says.');
}

/**
 * Writes a stream to a temporary file, hashed and counted on the way: its end is not known before. A stream that ends early
 * leaves nothing behind; only a killed process does, and the orphan check removes that.
 */
export async function receiveFile(
  disk: IncomingDisk,
  stream: AsyncIterable<Uint8Array>,
  maxSize = maxFileBytes,
): Promise<ReceivedFile> {
  const folder = incomingFolder(disk.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkDisk(disk, maxSize);
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  let checkedSize = 0;
  // With the first bytes: a connection that sends none has no file open.
  let handle: FileHandle | undefined;
  try {
    try {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > maxSize) throw new FileTooLargeError();
        if (size - checkedSize >= checkInterval) {
          await checkDisk(disk, chunk.length);
          checkedSize = size;
        }
        hash.update(chunk);
        handle ??= await open(path, 'wx', 0o600);
        await writeWhole(handle, chunk);
      }
      handle ??= await open(path, 'wx', 0o600);
      await handle.sync();
    } finally {
      await handle?.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, size, sha256: hash.digest('hex'), discard };
}

// A write may be short, on a disk that is nearly full.
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
