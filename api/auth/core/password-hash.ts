import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServerBusyError } from '#api/lib/errors.ts';

interface Limits {
  running: number;
  /** Length of the queue; further calls fail with ServerBusyError. */
  waiting: number;
}

/**
 * Wraps a function so that a limited number of calls run at once and the next ones are queued. A call whose signal is
 * aborted leaves the queue: nobody would read its result.
 */
export function limitConcurrency<Args extends unknown[], Result>(
  limits: Limits,
  work: (...args: Args) => Promise<Result>,
): (signal: AbortSignal | undefined, ...args: Args) => Promise<Result> {
  let running = 0;
  const queue = new Set<() => void>();

  const waitForTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        queue.delete(start);
        reject(new ServerBusyError());
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.add(start);
    });

  return async (signal, ...args) => {
    if (signal?.aborted === true) throw new ServerBusyError();
    if (running < limits.running) running += 1;
    else if (queue.size >= limits.waiting) throw new ServerBusyError();
    else await waitForTurn(signal);
    try {
      return await work(...args);
    } finally {
      // The slot passes to the next in the queue without being freed, so that a new call cannot overtake it.
      const [next] = queue;
      if (next === undefined) running -= 1;
      else {
        queue.delete(next);
        next();
      }
    }
  };
}

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const hashPattern = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{43,86})$/;

// Node's thread pool has four threads, which also read files: two hashes at a time leave half of them. A hash takes 25 to
// 50 ms, so the last in the queue waits about a second.
const derive = limitConcurrency({ running: 2, waiting: 50 }, promisify(argon2));
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * The cost parameters are part of the hash, so that they can be raised while old hashes still verify. The signal is that
 * of the request: a queued hash is dropped when the client disconnects.
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(signal, 'argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }, signal?: AbortSignal) {
  const [, memory, passes, parallelism, nonce, expected] = hashPattern.exec(hash) ?? [];
  if (nonce === undefined || expected === undefined) return false;
  const expectedTag = Buffer.from(expected, 'base64');
  const tag = await derive(signal, 'argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expectedTag.length,
  });
  return timingSafeEqual(tag, expectedTag);
}
