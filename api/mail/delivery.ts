import { setTimeout as wait } from 'node:timers/promises';
import { isOutage } from '#api/db/outage.ts';
import { batch, deliverDue, type Delivering } from './deliver-due.ts';
import { forgetSent } from './outbox.ts';

const pollEvery = 2_000;
const longestPause = 30_000;
const forgetEvery = 60 * 60 * 1000;
const keptDays = 30;

export interface Delivery {
  /** Waits for the mails in hand. */
  stop(): Promise<void>;
}

/** Delivers mails as they come due, until stopped. Every copy of the server runs one. */
export function startDelivery(delivering: Delivering): Delivery {
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

async function run(delivering: Delivering, signal: AbortSignal): Promise<void> {
  let pause = pollEvery;
  let forgottenAt = -Infinity;
  while (!signal.aborted) {
    try {
      const taken = await deliverDue(delivering);
      pause = taken === batch ? 0 : pollEvery;
      if (performance.now() - forgottenAt > forgetEvery) {
        await forgetSent(delivering.database.pool, keptDays);
        forgottenAt = performance.now();
      }
    } catch (error) {
      if (signal.aborted) return;
      pause = Math.min(Math.max(pause, pollEvery) * 2, longestPause);
      // The requests that fail for the same reason are logged: one voice is enough.
      const level = isOutage(error) ? 'debug' : 'error';
      delivering.log[level]({ err: error, nextTryInMs: pause }, 'the mail queue could not be read');
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}
