import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maxFileBytes } from '#contract/file-types.ts';

/** More bytes than a file may have. */
export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError';
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

/**
 * Writes a stream to a temporary file, hashed and counted on the way: neither its size nor its end is known before. Whatever
 * ends the stream early leaves nothing behind; only a killed process does, and the orphan check removes that.
 */
export async function receiveFile(
  filesFolder: string,
  stream: AsyncIterable<Uint8Array>,
  maxSize = maxFileBytes,
): Promise<ReceivedFile> {
  const folder = incomingFolder(filesFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > maxSize) throw new FileTooLargeError(`A file may have ${maxSize} bytes.`);
        hash.update(chunk);
        await writeWhole(handle, chunk);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { path, size, sha256: hash.digest('hex'), discard };
}

// A write may be short, on a disk that is nearly full.
async function writeWhole(handle: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
