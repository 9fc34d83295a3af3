import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#api/lib/log.ts';
import { isConnectionError } from '#api/lib/errors.ts';

interface PeriodicTask<D> {
  /** Undefined until the database has opened: then there is nothing to do yet. */
  database: () => D | undefined;
  /** Returns the milliseconds until the next run, if it is not the interval. */
  run: (database: D) => Promise<number | undefined>;
  intervalMs: number;
  log: Log;
  /** For the log, of a run that throws. */
  failure: string;
}

const maxPauseMs = 30_000;

/**
 * Repeats `run` until stopped, first at once. After errors the pause doubles, up to half a minute or the interval. `stop`
 * waits for the run in progress; `wake` ends a pause, and during a run asks for another one after it.
 */
export function startPeriodic<D>({ database, run, intervalMs, log, failure }: PeriodicTask<D>) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWoken = false;
  let endPause = () => {};

  async function pauseFor(ms: number): Promise<void> {
    if (isWoken) return;
    const pausing = new AbortController();
    endPause = () => pausing.abort();
    await wait(ms, undefined, { signal: AbortSignal.any([signal, pausing.signal]), ref: false }).catch(() => undefined);
  }

  async function repeat(): Promise<void> {
    let errorPause = intervalMs;
    while (!signal.aborted) {
      isWoken = false;
      let pause = intervalMs;
      try {
        const current = database();
        if (current !== undefined) pause = (await run(current)) ?? intervalMs;
        errorPause = intervalMs;
      } catch (error) {
        errorPause = Math.max(Math.min(errorPause * 2, maxPauseMs), intervalMs);
        pause = errorPause;
        // Connection errors are already logged by the failing requests.
        const level = isConnectionError(error) ? 'debug' : 'error';
        if (!signal.aborted) log[level]({ err: error, nextTryInMs: pause }, failure);
      }
      await pauseFor(pause);
    }
  }

  const running = repeat();
  return {
    wake: (): void => {
      isWoken = true;
      endPause();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}
