import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from './limit-concurrency.ts';

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

export async function verifyPassword(
  { hash, password }: { hash: string; password: string },
  signal?: AbortSignal,
): Promise<boolean> {
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
