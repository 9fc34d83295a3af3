/** There is more to do than can be done soon: the request should be made again in a moment. */
export class ServerBusyError extends Error {
  override name = 'ServerBusyError';

  constructor() {
    super('The server is busy right now. Please try again in a few seconds.');
  }
}

interface Limits {
  /** How many calls run at once. */
  running: number;
  /** How many more wait for their turn; the next is refused. */
  waiting: number;
}

/**
 * The same function, with at most so many calls running at once and so many waiting. A call whose signal is aborted while
 * it waits gives its place up: nobody would read what it returns.
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
      // The place is handed on rather than freed: a newcomer cannot slip in between.
      const [next] = queue;
      if (next === undefined) running -= 1;
      else {
        queue.delete(next);
        next();
      }
    }
  };
}

/** At most so many in a second on average, and so many at once after a pause. True when there is one left. */
export function createTokenBucket(perSecond: number, burst: number, now: () => number = () => performance.now()) {
  let tokens = burst;
  let filledAt = now();
  return (): boolean => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
