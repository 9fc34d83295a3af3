import { setTimeout as wait } from 'node:timers/promises';
import { advisoryLocks, withAdvisoryLock } from '#api/db/advisory-locks.ts';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { type RuleResult, applyRetention, countRows } from './apply-retention.ts';

const dayMs = 24 * 60 * 60 * 1000;
const checkIntervalMs = 10 * 60 * 1000;
const retryAfterFailureMs = 60 * 60 * 1000;

type RetentionDatabase = Pick<Database, 'engine' | 'pool' | 'withOwner'>;

interface RetentionDeps {
  /** Undefined until the database has opened. */
  database: () => RetentionDatabase | undefined;
  dataDir: string;
  log: Log;
}

/** Applies retention once a day. Every instance checks periodically whether it is due; one of them runs it. */
export function startRetention(deps: RetentionDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = poll(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

// Not at the same time on all instances.
const withJitter = (ms: number) => ms * (0.5 + Math.random());

async function poll({ database: current, dataDir, log }: RetentionDeps, signal: AbortSignal): Promise<void> {
  for (let pause = checkIntervalMs; !signal.aborted;) {
    await wait(withJitter(pause), undefined, { signal, ref: false }).catch(() => undefined);
    const database = current();
    if (signal.aborted || database === undefined) continue;
    try {
      const results = await runIfDue(database, dataDir, new Date());
      if (results !== undefined) logResults(log, results);
      pause = results?.some(({ failure }) => failure !== undefined) === true ? retryAfterFailureMs : checkIntervalMs;
    } catch (error) {
      pause = retryAfterFailureMs;
      log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'retention failed');
    }
  }
}

function logResults(log: Log, results: RuleResult[]): void {
  for (const { name, failure } of results)
    if (failure !== undefined) log.error({ err: failure, rule: name }, 'retention rule failed');
  log.info({ rows: countRows(results) }, 'retention applied');
}

/** Undefined if it ran less than a day ago, or another instance is running it. */
export async function runIfDue(
  database: RetentionDatabase,
  dataDir: string,
  now: Date,
): Promise<RuleResult[] | undefined> {
  const { engine, pool, withOwner } = database;
  if (!(await isDue(pool, now))) return undefined;
  if (engine === 'embedded') return applyRetention({ connection: pool, dataDir, now });
  return withOwner((client) =>
    withAdvisoryLock(client, advisoryLocks.retention, async () =>
      // Another instance may have finished since the first check.
      (await isDue(client, now)) ? applyRetention({ connection: client, dataDir, now }) : undefined,
    ),
  );
}

async function isDue(connection: { query: RetentionDatabase['pool']['query'] }, now: Date): Promise<boolean> {
  const { rows } = await connection.query<{ is: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM retention_runs WHERE started_at > $1) AS is',
    [new Date(now.getTime() - dayMs)],
  );
  return rows[0]?.is === true;
}
