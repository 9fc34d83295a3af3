import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ThreadRequest } from './mail-thread.ts';
import { type ReadMail, type ReadRequest, unreadable } from './read-mail.ts';

// Beside this file in the sources, beside the bundle in a build.
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./mail-thread.ts', import.meta.url)
  : new URL('./mail-thread.js', import.meta.url);

/** The largest ordinary mails take a tenth of it. CPU time, so that a busy machine does not change what becomes of a mail. */
const maxCpuMs = 3_000;
/** For a machine that gives the thread hardly any time. */
const maxWallMs = 60_000;
const checkEveryMs = 100;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

export interface StoredMail extends Omit<ReadRequest, 'raw'> {
  original: AsyncIterable<Uint8Array>;
}

export interface MailReader {
  /** One mail at a time. A mail that exceeds the limits of memory or time is malformed. Its bytes are transferred. */
  read: (mail: StoredMail) => Promise<ReadMail>;
  close: () => Promise<void>;
}

export function createMailReader({ cpuMs = maxCpuMs } = {}): MailReader {
  let thread: Promise<Worker> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const forget = () => {
    thread = undefined;
  };

  async function readNext(request: ThreadRequest): Promise<ReadMail> {
    thread ??= startThread(forget);
    const worker = await thread;
    worker.ref();
    const mail = await readIn(worker, request, cpuMs);
    worker.unref();
    return mail ?? unreadable;
  }

  return {
    read: async ({ original, ...mail }) => {
      const request = { ...mail, pieces: await piecesOf(original) };
      const reading = queue.then(() => readNext(request));
      queue = reading.catch(() => undefined);
      return reading;
    },
    close: async () => {
      await queue;
      await (await thread)?.terminate();
    },
  };
}

function startThread(onExit: () => void): Promise<Worker> {
  const worker = new Worker(threadFile, { resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    // Also later: an error without a listener would end the server.
    worker.on('error', reject);
    worker.once('exit', () => {
      onExit();
      reject(new Error('The thread that reads mails did not start.'));
    });
  });
}

/** The thread joins them: that takes 50 ms for 25 MB. Copies those that share their memory, which cannot be transferred. */
async function piecesOf(original: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of original)
    pieces.push(piece.byteLength === piece.buffer.byteLength ? piece : new Uint8Array(piece));
  return pieces;
}

/** Undefined, and the thread is gone, if the mail exceeds the limits. */
async function readIn(worker: Worker, request: ThreadRequest, cpuMs: number): Promise<ReadMail | undefined> {
  const done = new AbortController();
  const { promise, resolve } = Promise.withResolvers<ReadMail | undefined>();
  // Out of memory, or terminated below.
  const giveUp = () => resolve(undefined);
  worker.once('message', resolve).once('exit', giveUp);
  worker.postMessage(
    request,
    request.pieces.map(({ buffer }) => buffer as ArrayBuffer),
  );
  void terminateLate(worker, cpuMs, done.signal);
  try {
    return await promise;
  } finally {
    done.abort();
    worker.off('message', resolve).off('exit', giveUp);
  }
}

async function terminateLate(worker: Worker, cpuMs: number, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  const before = await cpuOf(worker);
  while (!signal.aborted) {
    await wait(checkEveryMs, undefined, { signal }).catch(() => undefined);
    const isLate = (await cpuOf(worker)) - before > cpuMs || performance.now() - started > maxWallMs;
    if (isLate && !signal.aborted) await worker.terminate();
  }
}

/** Milliseconds; none of a thread that has ended. A thread that does not respond is left to the other limit. */
const cpuOf = (worker: Worker) =>
  Promise.race([
    worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1000,
      () => 0,
    ),
    wait(1_000, 0, { ref: false }),
  ]);
