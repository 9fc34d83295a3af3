import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '#api/lib/errors.ts';

const closedPipe = new Set<string | undefined>(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Writes what `gzip` makes of the content to the target, encrypted with the public key of the recipient. The operator
 * imported that key into GNUPGHOME, so it needs no signature to be trusted.
 */
export async function encrypt(
  recipient: string,
  content: AsyncIterable<Buffer | string>,
  gzip: Transform,
  target: Writable,
): Promise<void> {
  const options = ['--batch', '--no-auto-key-locate', '--trust-model', 'always', '--recipient', recipient];
  const gpg = spawn('gpg', [...options, '--encrypt'], { stdio: 'pipe' });
  let message = '';
  gpg.stderr.setEncoding('utf8').on('data', (text: string) => (message += text));
  const [read, written, ended] = await Promise.allSettled([
    pipeline(content, gzip, gpg.stdin),
    pipeline(gpg.stdout, target),
    once(gpg, 'close') as Promise<[number | null]>,
  ]);
  if (ended.status === 'rejected')
    throw new OperatorError(`The backup cannot be encrypted: ${(ended.reason as Error).message}.`);
  // gpg takes an input that broke off for a short one. A closed pipe is the reverse: gpg ended first, and its message says why.
  if (read.status === 'rejected' && !closedPipe.has((read.reason as NodeJS.ErrnoException).code)) throw read.reason;
  if (written.status === 'rejected') throw written.reason;
  if (ended.value[0] !== 0 || read.status === 'rejected')
    throw new OperatorError(`The backup cannot be encrypted for ${recipient}: ${message.trim().split('\n').at(-1)}`);
}
