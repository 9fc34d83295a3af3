import { setTimeout as wait } from 'node:timers/promises';
import { isConnectionError } from '#api/db/errors.ts';
import { batch, deliverDue, type Delivering } from './deliver-due.ts';

const pollEvery = 2_000;
const longestPause = 30_000;

export interface Delivery {
  /** Waits for the mails in hand. */
  stop(): Promise<void>;
}

interface Delivers extends Omit<Delivering, 'database'> {
  /** Nothing while it opens. */
  database: () => Delivering['database'] | undefined;
}

/** Delivers mails as they come due, until stopped. Every copy of the server runs one. */
export function startDelivery(delivering: Delivers): Delivery {
  const stopping = new AbortController();
  const running = run(delivering, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      delivering.transport.close();
    },
  };
}

async function run({ database: current, ...rest }: Delivers, signal: AbortSignal): Promise<void> {
  let pause = pollEvery;
  while (!signal.aborted) {
    try {
      const database = current();
      const taken = database === undefined ? 0 : await deliverDue({ ...rest, database });
      pause = taken === batch ? 0 : pollEvery;
    } catch (error) {
      if (signal.aborted) return;
      pause = Math.min(Math.max(pause, pollEvery) * 2, longestPause);
      // The requests that fail for the same reason are logged: one voice is enough.
      const level = isConnectionError(error) ? 'debug' : 'error';
      rest.log[level]({ err: error, nextTryInMs: pause }, 'the mail queue could not be read');
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}
