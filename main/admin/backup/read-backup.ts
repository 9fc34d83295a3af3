import { type Hash, createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readError } from '#api/lib/read-failure.ts';
import { type Bytes, BackupError, alteredError, cutOffError } from './backup-format.ts';
import { decrypt, encryptedStart } from './encryption.ts';

export interface BackupReader {
  /** How messages call it. */
  name: string;
  /** The next line, or undefined at the end. */
  line(): Promise<string | undefined>;
  /** The next bytes, or fewer at the end. */
  bytes(count: number): Bytes;
  /** The hash of everything before the line that was read last. */
  hashBefore(): string;
}

export interface BackupSource {
  /** How messages call it, for example `The file backup.gz`. */
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** The file with the private key, for a backup that is encrypted. */
  identity?: string | undefined;
}

// More than any row has: a file without line ends must not fill the memory.
const maxLineBytes = 64 * 1024 * 1024;

/** Decrypts and decompresses while it reads: memory does not depend on the size of the backup. */
export function readBackup(source: BackupSource): BackupReader {
  const { name } = source;
  const chunks = decode(source);
  let rest: Buffer = Buffer.alloc(0);
  const hash = createHash('sha256');
  let before: Hash = hash;
  const read = async (): Promise<boolean> => {
    const next = await chunks.next();
    rest = next.done === true ? Buffer.alloc(0) : next.value;
    return next.done !== true;
  };
  const take = (count: number): Buffer => {
    const taken = rest.subarray(0, count);
    rest = rest.subarray(taken.length);
    hash.update(taken);
    return taken;
  };
  return {
    name,
    line: async () => {
      before = hash.copy();
      const parts: Buffer[] = [];
      for (let length = 0; ; length += parts.at(-1)?.length ?? 0) {
        const end = rest.indexOf(0x0a);
        parts.push(take(end === -1 ? rest.length : end + 1));
        if (end !== -1) return Buffer.concat(parts).toString('utf8').slice(0, -1);
        if (length > maxLineBytes) throw alteredError(name);
        if (await read()) continue;
        if (parts.some((part) => part.length > 0)) throw cutOffError(name);
        return undefined;
      }
    },
    bytes: async function* bytes(count) {
      for (let left = count; left > 0;) {
        if (rest.length === 0 && !(await read())) return;
        const chunk = take(left);
        left -= chunk.length;
        yield chunk;
      }
    },
    hashBefore: () => before.copy().digest('hex'),
  };
}

const gzipStart = Buffer.from([0x1f, 0x8b]);

async function* decode({ name, content, identity }: BackupSource): Bytes {
  try {
    const iterator = toBuffers(content);
    let start = Buffer.alloc(0);
    while (start.length < encryptedStart.length) {
      const next = await iterator.next();
      if (next.done === true) break;
      start = Buffer.concat([start, next.value]);
    }
    const isEncrypted = start.subarray(0, encryptedStart.length).equals(encryptedStart);
    const all = prepend(start, iterator);
    if (!isEncrypted && start.length === 0) throw new BackupError(`${name} is empty`);
    if (!isEncrypted && !start.subarray(0, 2).equals(gzipStart))
      throw new BackupError(`${name} is not a backup of this product`);
    yield* decompress(isEncrypted ? decrypt(all, name, identity) : all, name);
  } catch (error) {
    throw describeReadError(error, name);
  }
}

async function* toBuffers(content: AsyncIterable<Uint8Array>): Bytes {
  for await (const chunk of content) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

async function* prepend(start: Buffer, rest: Bytes): Bytes {
  yield start;
  yield* rest;
}

async function* decompress(source: Bytes, name: string): Bytes {
  const unzip = createGunzip();
  let received = 0;
  async function* counted(): Bytes {
    for await (const chunk of source) {
      received += chunk.length;
      yield chunk;
    }
  }
  const fed = pipeline(counted(), unzip).then(
    () => undefined,
    (error: Error) => error,
  );
  try {
    for await (const chunk of unzip) yield chunk as Buffer;
    const failure = await fed;
    if (failure !== undefined) throw failure;
    // zlib ignores what follows the end of its data.
    if (unzip.bytesWritten !== received) throw alteredError(name);
  } finally {
    unzip.destroy();
  }
}

function describeReadError(error: unknown, name: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === 'open' || syscall === 'read') return readError(name, error);
  if (message === 'unexpected end of file') return cutOffError(name);
  return code?.startsWith('Z_') === true ? alteredError(name) : error;
}
