import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { readHostPort } from '#api/lib/hosts.ts';

export type ScanResult = { state: 'clean' } | { state: 'infected'; signature: string };

/** The scanner gave no verdict; a later attempt may get one. */
export class ScanError extends Error {
  override name = 'ScanError';
}

interface ScannerOptions {
  /** Without any byte from or to the scanner. */
  idleMs?: number;
  /** For the whole scan: archives take their time. */
  totalMs?: number;
}

const maxReplyLength = 1024;

/**
 * Sends a file to clamd over its INSTREAM command: chunks with their length in front, an empty one at the end. Only the
 * exact replies count as a verdict; whatever else happens is a ScanError, so that no failure looks like a clean file.
 */
export async function scanFile(
  clamd: string,
  file: AsyncIterable<Uint8Array>,
  { idleMs = 30_000, totalMs = 5 * 60_000 }: ScannerOptions = {},
): Promise<ScanResult> {
  const target = readHostPort(clamd);
  if (target === undefined) throw new ScanError('CLAMD is not host:port.');
  const socket = connect(target);
  const giveUp = () => socket.destroy(new ScanError('The scanner timed out.'));
  socket.setTimeout(idleMs, giveUp);
  const timer = setTimeout(giveUp, totalMs);
  const replied = new AbortController();
  let isSent = false;
  const sending = sendFile(socket, file, replied.signal).then(
    () => {
      isSent = true;
    },
    () => {
      // Half-closed: it may have replied and stopped reading because of a limit, and the reply says why.
      socket.end();
    },
  );
  try {
    const reply = await readReply(socket).finally(() => replied.abort());
    await sending;
    if (reply === undefined) throw new ScanError('The scanner closed the connection.');
    const verdict = readVerdict(reply);
    if (verdict.state === 'clean' && !isSent) throw new ScanError('The scanner replied before the end of the file.');
    return verdict;
  } catch (error) {
    await sending;
    throw error instanceof ScanError ? error : new ScanError('The scanner cannot be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function sendFile(socket: Socket, file: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const write = async (chunk: Uint8Array) => {
    signal.throwIfAborted();
    if (!socket.write(chunk)) await once(socket, 'drain', { signal });
  };
  await once(socket, 'connect', { signal });
  await write(Buffer.from('zINSTREAM\0'));
  for await (const chunk of file) {
    if (chunk.length === 0) continue;
    await write(lengthOf(chunk.length));
    await write(chunk);
  }
  // No wait behind the last byte: the reply may be faster than `drain`.
  signal.throwIfAborted();
  socket.write(lengthOf(0));
}

function lengthOf(size: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  return length;
}

/** The reply up to its zero byte; undefined if the connection ends before. */
async function readReply(socket: Socket): Promise<string | undefined> {
  let text = '';
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('utf8');
    const end = text.indexOf('\0');
    if (end !== -1) return text.slice(0, end);
    if (text.length > maxReplyLength) throw new ScanError('The scanner sent no reply that can be read.');
  }
  return undefined;
}

function readVerdict(reply: string): ScanResult {
  if (reply === 'stream: OK') return { state: 'clean' };
  const [, signature] = /^stream: (\S+) FOUND$/.exec(reply) ?? [];
  if (signature !== undefined) return { state: 'infected', signature };
  throw new ScanError(`The scanner replied "${reply.slice(0, 100)}".`);
}
