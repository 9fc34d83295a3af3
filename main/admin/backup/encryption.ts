import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '#api/lib/errors.ts';
import { type Bytes, BackupError } from './backup-format.ts';

/** The first bytes of every file that age encrypted. */
export const encryptedStart = Buffer.from('age-encryption.org/v1\n');

/** Encrypted by age, for public keys whose private halves need not be on this machine. */
export async function* encrypt(source: Bytes, recipients: readonly string[], signal?: AbortSignal): Bytes {
  const args = recipients.flatMap((recipient) => ['--recipient', recipient]);
  yield* throughAge(['--encrypt', ...args], source, {
    signal,
    describe: (message) => new OperatorError(`The backup cannot be encrypted: ${message}.`),
  });
}

/** Decrypted with the private key in the file `identity`. age verifies every 64 KB before it passes them on. */
export async function* decrypt(source: Bytes, name: string, identity: string | undefined): Bytes {
  if (identity === undefined)
    throw new OperatorError(
      `${name} is encrypted: name the file with the private key, with --identity or BACKUP_IDENTITY.`,
    );
  yield* throughAge(['--decrypt', '--identity', identity], source, {
    describe: (message) => describeDecryption(message, name, identity),
  });
}

function describeDecryption(message: string, name: string, identity: string): Error {
  if (message.includes('no identity matched')) return new BackupError(`${name} is encrypted for another key`);
  if (/identity file|reading "|failed to open/.test(message))
    return new OperatorError(`The private key in ${identity} cannot be read: ${message}.`);
  return new BackupError(`${name} was altered or cut off`);
}

interface AgeRun {
  signal?: AbortSignal | undefined;
  describe: (message: string) => Error;
}

const closedPipe = new Set<string | undefined>(['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

async function* throughAge(args: string[], source: Bytes, { signal, describe }: AgeRun): Bytes {
  const age = spawn('age', args, { stdio: 'pipe', ...(signal !== undefined && { signal }) });
  const ended = waitForEnd(age);
  // age takes an input that broke off for a short one: its output counts only after this has succeeded too.
  const fed = pipeline(source, age.stdin).catch((error: unknown) => error as NodeJS.ErrnoException);
  try {
    for await (const chunk of age.stdout) yield chunk as Buffer;
    const { code, message } = await ended;
    const failure = await fed;
    // A closed pipe means that age ended first, and its message says why.
    if (failure !== undefined && !closedPipe.has(failure.code)) throw failure;
    if (code !== 0 || failure !== undefined) throw describe(message);
  } finally {
    age.kill('SIGKILL');
  }
}

/** Never rejects: a program that is not there is a message too. */
async function waitForEnd(age: ChildProcess): Promise<{ code: number | null; message: string }> {
  let text = '';
  age.stderr?.setEncoding('utf8').on('data', (more: string) => (text = `${text}${more}`.slice(0, 2000)));
  try {
    const [code] = (await once(age, 'close')) as [number | null];
    const line = text.split('\n').find((one) => one.startsWith('age: error: ')) ?? `it ended with ${code}`;
    return { code, message: line.replace('age: error: ', '').trim() };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { code: null, message: isMissing ? 'the program age is not installed' : (error as Error).message };
  }
}
