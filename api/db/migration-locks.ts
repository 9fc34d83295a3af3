import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/**
 * A migration waits for its tables, and every request that comes after it waits behind it. It gives up before PostgreSQL looks
 * for deadlocks (after a second), so that a request is never the one that is ended, and lets requests pass before it tries again.
 */
const waitMs = 800;
/** Only who waits for longer than that second ends the autovacuum of a table. */
const longWaitMs = 1200;
const longWaitEvery = 40;
const pauseMs = 1500;
/** Nine minutes. */
const attempts = 240;

/**
 * Requests read these first (api/db/functions/01_context.sql): once they are locked, new ones wait without a lock that this
 * transaction needs, and those before have ended.
 */
const readFirst = ['sessions', 'staff_members', 'memberships', 'users'];

/** In a transaction: the locks of all tables. The limit is for all of them together. */
export async function lockTables(client: ClientBase, limitMs: number): Promise<void> {
  const { rows } = await client.query<{ names: string | null; before: string }>(
    `SELECT current_setting('statement_timeout') AS before,
        string_agg(oid::regclass::text, ', ' ORDER BY array_position($1::text[], relname::text), oid) AS names
      FROM pg_class WHERE relkind = 'r' AND relnamespace IN (to_regnamespace('public'), to_regnamespace('private'))
        AND pg_has_role(relowner, 'USAGE')`,
    [readFirst],
  );
  const [found] = rows;
  if (found === undefined || found.names === null) return;
  await client.query(`SET LOCAL statement_timeout = ${limitMs}`);
  await client.query(`LOCK TABLE ${found.names} IN ACCESS EXCLUSIVE MODE`);
  await client.query(`SELECT set_config('statement_timeout', $1, true)`, [found.before]);
}

// A lock that was not available, a deadlock, and a statement that took too long.
const lockStates = new Set(['55P03', '40P01', '57014']);

const stateOf = (error: unknown): string | undefined =>
  error instanceof Error ? ((error as { code?: string }).code ?? stateOf(error.cause)) : undefined;

export interface Waiting {
  limit?: number;
  pause?: number;
  /** Called once, with the reason. */
  onWait?: ((reason: string) => void) | undefined;
}

/** Runs a transaction again while others hold its tables. */
export async function withLockRetry(
  name: string,
  work: (waitMs: number) => Promise<void>,
  { limit = attempts, pause = pauseMs, onWait = () => undefined }: Waiting = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work(attempt % longWaitEvery === 0 ? longWaitMs : waitMs);
      return;
    } catch (error) {
      if (!lockStates.has(stateOf(error) ?? '')) throw error;
      const reason = `The migration ${name} waits for a transaction that holds its tables, such as a backup or an import.`;
      if (attempt === limit) throw new Error(reason, { cause: error });
      if (attempt === 3) onWait(reason);
      await wait(pause);
    }
  }
}
