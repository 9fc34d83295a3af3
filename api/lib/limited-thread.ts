import { setTimeout as wait } from 'node:timers/promises';
import { Worker, type Transferable } from 'node:worker_threads';

/** For a machine that gives the thread hardly any time. */
const maxWallMs = 60_000;
const checkEveryMs = 100;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

export interface LimitedThread<Request, Result> {
  /** One request at a time. Undefined if it exceeds the limits of memory or time; the next one gets a new thread. */
  run: (request: Request, transfer: Transferable[]) => Promise<Result | undefined>;
  close: () => Promise<void>;
}

interface ThreadOptions {
  /** A module that posts one message when it is ready, and one per request. */
  file: URL;
  /** CPU time, so that a busy machine does not change the result. */
  cpuMs: number;
}

/** Runs what strangers wrote in a thread: input that takes long, or all memory, must not stop the server. */
export function createLimitedThread<Request, Result>({ file, cpuMs }: ThreadOptions): LimitedThread<Request, Result> {
  let thread: Promise<Worker> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  const forget = () => {
    thread = undefined;
  };

  async function runNext(request: Request, transfer: Transferable[]): Promise<Result | undefined> {
    thread ??= startThread(file, forget);
    const worker = await thread;
    worker.ref();
    const result = await runIn<Request, Result>(worker, request, transfer, cpuMs);
    worker.unref();
    return result;
  }

  return {
    run: (request, transfer) => {
      const running = queue.then(() => runNext(request, transfer));
      queue = running.catch(() => undefined);
      return running;
    },
    close: async () => {
      await queue;
      await (await thread)?.terminate();
    },
  };
}

function startThread(file: URL, onExit: () => void): Promise<Worker> {
  const worker = new Worker(file, { resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    // Also later: an error without a listener would end the server.
    worker.on('error', reject);
    worker.once('exit', () => {
      onExit();
      reject(new Error(`The thread ${file.pathname} did not start.`));
    });
  });
}

/** Undefined, and the thread is gone, if the request exceeds the limits. */
async function runIn<Request, Result>(worker: Worker, request: Request, transfer: Transferable[], cpuMs: number) {
  const done = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  // Out of memory, or terminated below.
  const giveUp = () => resolve(undefined);
  worker.once('message', resolve).once('exit', giveUp);
  worker.postMessage(request, transfer);
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
