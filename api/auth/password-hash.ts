import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitConcurrency } from './limit-concurrency.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const shape = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22,86})\$([\w+/]{43,86})$/;

// Node has four threads for all such work and for reading files: two at a time leave it half of them. A hash takes 25 to 50 ms:
// whoever is the last to wait does so for about a second.
const derive = limitConcurrency({ running: 2, waiting: 50 }, promisify(argon2));
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * Memory-hard; the costs are part of the hash, so that they can be raised and old hashes still checked. The signal is the
 * request's: a client that has gone is not worth a hash.
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
  const [, memory, passes, parallelism, nonce, expected] = shape.exec(hash) ?? [];
  if (nonce === undefined || expected === undefined) return false;
  const wanted = Buffer.from(expected, 'base64');
  const tag = await derive(signal, 'argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(tag, wanted);
}
