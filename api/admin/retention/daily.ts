import { setTimeout as wait } from 'node:timers/promises';
import { advisoryLocks, withAdvisoryLock } from '#api/db/advisory-locks.ts';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { countsOf, applyRetention, type Kept } from './apply-retention.ts';

const day = 24 * 60 * 60 * 1000;
const lookEvery = 10 * 60 * 1000;
const afterFailure = 60 * 60 * 1000;

type Kind = Pick<Database, 'engine' | 'pool' | 'withOwner'>;

interface Daily {
  /** Nothing while it opens. */
  database: () => Kind | undefined;
  dataDir: string;
  log: Log;
}

export interface Retention {
  /** Waits for the batch in hand. */
  stop(): Promise<void>;
}

/** Keeps the promises once a day. Every copy of the server looks now and then whether it is time; one of them does it. */
export function startRetention(daily: Daily): Retention {
  const stopping = new AbortController();
  const running = run(daily, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

// Never at the same moment on all copies, nor right when a server starts.
const someTime = (length: number) => length * (0.5 + Math.random());

async function run({ database: current, dataDir, log }: Daily, signal: AbortSignal): Promise<void> {
  for (let pause = lookEvery; !signal.aborted;) {
    await wait(someTime(pause), undefined, { signal, ref: false }).catch(() => undefined);
    const database = current();
    if (signal.aborted || database === undefined) continue;
    try {
      const kept = await keepIfDue(database, dataDir, new Date());
      if (kept !== undefined) tell(log, kept);
      pause = kept?.some(({ failure }) => failure !== undefined) === true ? afterFailure : lookEvery;
    } catch (error) {
      pause = afterFailure;
      log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'the retention could not be kept');
    }
  }
}

function tell(log: Log, kept: Kept[]): void {
  for (const { name, failure } of kept)
    if (failure !== undefined) log.error({ err: failure, rule: name }, 'a rule of the retention failed');
  log.info({ rows: countsOf(kept) }, 'retention kept');
}

/** Nothing where it was done less than a day ago, or where another copy is at it. */
export async function keepIfDue(database: Kind, dataDir: string, now: Date): Promise<Kept[] | undefined> {
  const { engine, pool, withOwner } = database;
  if (!(await isDue(pool, now))) return undefined;
  if (engine === 'embedded') return applyRetention({ connection: pool, dataDir, now });
  return withOwner((client) =>
    withAdvisoryLock(client, advisoryLocks.retention, async () =>
      // Another copy may have ended it since we looked.
      (await isDue(client, now)) ? applyRetention({ connection: client, dataDir, now }) : undefined,
    ),
  );
}

async function isDue(asked: { query: Kind['pool']['query'] }, now: Date): Promise<boolean> {
  const { rows } = await asked.query<{ is: boolean }>(
    'SELECT NOT EXISTS (SELECT FROM retention_runs WHERE started_at > $1) AS is',
    [new Date(now.getTime() - day)],
  );
  return rows[0]?.is === true;
}
