import { setTimeout as wait } from 'node:timers/promises';
import { Worker, type Transferable } from 'node:worker_threads';
import { createTurns } from './turns.ts';

/** For a machine that gives the thread hardly any time. */
const maxWallMs = 60_000;
const checkEveryMs = 100;

export interface LimitedThread<Request, Result> {
  /**
   * One request at a time. Undefined if it exceeds the limits of memory or time; the next one gets a new thread. Each owner has one
   * place in the queue, so that the requests of one do not hold up everybody else.
   */
  run: (request: Request, transfer: Transferable[], options?: RunOptions) => Promise<Result | undefined>;
  close: () => Promise<void>;
}

interface RunOptions {
  /** Who asks: a user or an API key. */
  owner?: string;
  /** Less CPU time than usual. */
  cpuMs?: number;
}

interface ThreadOptions {
  /** A module that posts one message when it is ready, and one per request. */
  file: URL;
  /** CPU time, so that a busy machine does not change the result. */
  cpuMs: number;
  maxHeapMegabytes?: number;
  /** A thread that has had nothing to do for so long ends: its libraries take 75 MB. */
  idleMs?: number;
}

/** Runs in a thread what takes long, or what strangers wrote: neither time nor memory that it takes must stop the server. */
export function createLimitedThread<Request, Result>({
  file,
  cpuMs,
  maxHeapMegabytes = 256,
  idleMs = 60_000,
}: ThreadOptions): LimitedThread<Request, Result> {
  let thread: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const start = () => {
    const started: Promise<Worker> = startThread(file, maxHeapMegabytes, () => {
      if (thread === started) thread = undefined;
    });
    return started;
  };
  const end = (worker: Worker) => {
    thread = undefined;
    void worker.terminate();
  };

  const inTurn = createTurns();

  async function runNow(request: Request, transfer: Transferable[], allowedMs: number): Promise<Result | undefined> {
    clearTimeout(idle);
    thread ??= start();
    const worker = await thread;
    worker.ref();
    const result = await runIn<Request, Result>(worker, request, transfer, allowedMs);
    worker.unref();
    idle = setTimeout(() => end(worker), idleMs).unref();
    return result;
  }

  return {
    run: (request, transfer, { owner = '', cpuMs: allowedMs = cpuMs } = {}) =>
      inTurn.run(owner, () => runNow(request, transfer, allowedMs)),
    close: async () => {
      await inTurn.ended();
      clearTimeout(idle);
      await (await thread)?.terminate();
    },
  };
}

function startThread(file: URL, maxOldGenerationSizeMb: number, onExit: () => void): Promise<Worker> {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
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
