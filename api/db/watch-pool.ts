import type pg from 'pg';
import type { Log } from '#api/lib/log.ts';

interface Watching {
  pool: pg.Pool;
  /** A query on a new connection that is not the pool's. */
  askDirectly: () => Promise<unknown>;
  /** Milliseconds without a query that succeeds, and again with a database that answers everybody but the pool. */
  stuckAfter: number;
  log: Log;
}

/**
 * Tells when the pool does not recover although the database answers: only a restart helps then. It asks the database when
 * it is asked itself, by /healthz, and answers what it knows until then. A database that is away is not our failure.
 */
export function watchPool({ pool, askDirectly, stuckAfter, log }: Watching): () => boolean {
  let lastSuccess = performance.now();
  let ignoredSince: number | undefined;
  let isChecking = false;

  pool.on('release', (error: unknown) => {
    if (error instanceof Error || error === true) return;
    lastSuccess = performance.now();
    ignoredSince = undefined;
  });

  async function check(): Promise<void> {
    if (await succeeds(pool.query('SELECT 1'))) return;
    if (!(await succeeds(askDirectly()))) ignoredSince = undefined;
    else if (ignoredSince === undefined) {
      ignoredSince = performance.now();
      log.error(counts(pool), 'the database answers, but not to the connection pool');
    }
  }

  return () => {
    const now = performance.now();
    if (!isChecking && now - lastSuccess >= stuckAfter) {
      isChecking = true;
      void check().finally(() => (isChecking = false));
    }
    return ignoredSince !== undefined && now - ignoredSince >= stuckAfter;
  };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const counts = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({ totalCount, idleCount, waitingCount });
