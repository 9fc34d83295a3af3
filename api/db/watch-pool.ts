import type pg from 'pg';
import type { Log } from '#api/lib/log.ts';

interface WatchOptions {
  pool: pg.Pool;
  /** A query on a new connection outside the pool. */
  pingDirectly: () => Promise<unknown>;
  /** Milliseconds: first without a successful query, then again while the database responds only outside the pool. */
  stuckAfter: number;
  log: Log;
}

/**
 * Detects a pool that does not recover although the database responds: only a restart helps then. Each call, by /healthz,
 * returns what is known and starts a check in the background if one is due. An unreachable database is not a stuck pool.
 */
export function watchPool({ pool, pingDirectly, stuckAfter, log }: WatchOptions): () => boolean {
  let lastSuccess = performance.now();
  let stuckSince: number | undefined;
  let isChecking = false;

  pool.on('release', (error: unknown) => {
    if (error instanceof Error || error === true) return;
    lastSuccess = performance.now();
    stuckSince = undefined;
  });

  async function check(): Promise<void> {
    if (await succeeds(pool.query('SELECT 1'))) return;
    if (!(await succeeds(pingDirectly()))) stuckSince = undefined;
    else if (stuckSince === undefined) {
      stuckSince = performance.now();
      log.error(counts(pool), 'the database responds, but not to the connection pool');
    }
  }

  return () => {
    const now = performance.now();
    if (!isChecking && now - lastSuccess >= stuckAfter) {
      isChecking = true;
      void check().finally(() => (isChecking = false));
    }
    return stuckSince !== undefined && now - stuckSince >= stuckAfter;
  };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const counts = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({ totalCount, idleCount, waitingCount });
