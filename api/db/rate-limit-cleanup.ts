import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isConnectionError } from './errors.ts';
import type { Log } from '#api/lib/log.ts';

type Pool = Pick<Database, 'pool'>;

// In batches, as a flood may have left many. What another instance is deleting, or a request is counting anew, is skipped.
const batch = 5_000;
const deleteText = `DELETE FROM rate_limits WHERE key IN (
  SELECT key FROM rate_limits WHERE resets_at <= now() LIMIT ${batch} FOR UPDATE SKIP LOCKED)`;

/** Deletes the counts whose time is over, and tells how many there were. */
export async function deleteExpiredCounts({ pool }: Pool): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await pool.query(deleteText);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}

interface Cleanup {
  /** Nothing while it opens. */
  database: () => Pool | undefined;
  log: Log;
  /** Milliseconds between two runs. */
  interval?: number;
}

/** Every instance does it: a run that finds nothing reads one page of an index. */
export function startRateLimitCleanup({ database, log, interval = 60_000 }: Cleanup): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined);
      const current = database();
      if (signal.aborted || current === undefined) continue;
      try {
        await deleteExpiredCounts(current);
      } catch (error) {
        log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'expired rate limits could not be deleted');
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
