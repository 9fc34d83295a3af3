/** The queue is full: the client should retry in a few seconds. */
export class ServerBusyError extends Error {
  override name = 'ServerBusyError';

  constructor() {
    super('The server is busy right now. Please try again in a few seconds.');
  }
}

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
