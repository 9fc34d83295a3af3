import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';

export interface OpenDatabase {
  readonly engine: 'embedded' | 'postgresql';
  ping(): Promise<void>;
  /** The database responds, but not to this process: only a restart helps. */
  isStuck?(): boolean;
  close(): Promise<void>;
}

/** Holds the database while it opens, so that pages are served before it is open. */
export interface DatabaseHandle<Database extends OpenDatabase> {
  /** Undefined until the database is open. */
  readonly current: Database | undefined;
  open(connect: () => Promise<Database>): Promise<Database>;
  /** Waits for an opening in progress: a migration must not be interrupted. */
  close(): Promise<void>;
}

export function createDatabaseHandle<Database extends OpenDatabase>(): DatabaseHandle<Database> {
  let current: Database | undefined;
  let opening: Promise<Database> | undefined;
  return {
    get current() {
      return current;
    },
    async open(connect) {
      opening = connect();
      current = await opening;
      return current;
    },
    async close() {
      const database = await opening?.catch(() => undefined);
      current = undefined;
      await database?.close();
    },
  };
}

interface ConnectOptions<Database extends OpenDatabase> {
  handle: DatabaseHandle<Database>;
  connect: () => Promise<Database>;
  isEmbedded: boolean;
  log: Log;
  /** Ends the retries. */
  signal: AbortSignal;
  firstDelayMs?: number;
  onFailure?: () => void;
}

const maxDelayMs = 30_000;

/**
 * Opens the database. An embedded one that fails to open stops the server, since only the operator can help; an
 * unreachable PostgreSQL is retried until it responds.
 */
export async function connectWithRetry<Database extends OpenDatabase>({
  handle,
  connect,
  isEmbedded,
  log,
  signal,
  firstDelayMs = 1000,
  onFailure = () => undefined,
}: ConnectOptions<Database>): Promise<Database | undefined> {
  for (let delay = firstDelayMs; !signal.aborted; delay = Math.min(delay * 2, maxDelayMs)) {
    try {
      const database = await handle.open(connect);
      return signal.aborted ? undefined : database;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof OperatorError) throw error;
      log.error({ err: error, ...(isEmbedded ? {} : { nextTryInMs: delay }) }, 'the database did not open');
      if (isEmbedded) throw new OperatorError(firstLine(error));
      onFailure();
      await wait(delay, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) || 'The database cannot be opened.';

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
