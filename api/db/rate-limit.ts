import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { RateLimitError } from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import { networksOf } from '#api/lib/ip-address.ts';
import type { Database } from './connect.ts';
import { startPeriodic } from './periodic.ts';
import { createMemoryCounter } from '#api/lib/memory-limits.ts';

/** How many attempts a subject has within how many seconds. */
type Quota = readonly [subject: string, limit: number, seconds: number];

export interface ConsumedAttempt {
  /** For a successful attempt: only failures use the quota up. */
  refund(): Promise<void>;
  /** For an attempt that was never checked: it counts for the IP network, which caused the work, not for the account. */
  refundAccount(): Promise<void>;
}

/** Each `failures` in a row cause the next of the `waits`, in seconds; the last one repeats. */
export interface Backoff {
  failures: number;
  waits: readonly number[];
}

export interface BackoffAttempt {
  /** If this attempt fails, a wait begins. */
  isLast: boolean;
  /** For a successful attempt: the next failure is the first again. */
  reset(): Promise<void>;
}

interface Level {
  key: string;
  limit: number;
  seconds: number;
}

// consume_rate_limit counts and decides in one statement, so that concurrent requests and instances cannot
// share the last attempt.
const consumeStatement = {
  name: 'consume-rate-limit',
  text: 'SELECT retry_after AS "retryAfter", is_first AS "isFirst" FROM consume_rate_limit($1::text[], $2::integer[], $3::integer[])',
};
const countStatement = {
  name: 'count-attempt',
  text: `INSERT INTO rate_limits AS stored (key, count, resets_at) VALUES ($1, 1, now() + make_interval(secs => $2))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN stored.resets_at <= now() THEN 1 ELSE stored.count + 1 END,
      resets_at = CASE WHEN stored.resets_at <= now() THEN excluded.resets_at ELSE stored.resets_at END
    RETURNING count`,
};
// Locks in the order in which consume_rate_limit locks: another order could deadlock.
const refundText = `UPDATE rate_limits SET count = greatest(count - 1, 0)
  WHERE key IN (SELECT key FROM rate_limits WHERE key = ANY($1::text[]) ORDER BY array_position($1::text[], key) FOR UPDATE)`;

// Failures are remembered for a week after the last one: longer than the longest wait, or waiting would erase them.
export const failureMemorySeconds = 7 * 24 * 60 * 60;
const blockedText = `SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS "retryAfter" FROM rate_limits
  WHERE key = $1 AND blocked_until > now()`;
const backoffStatement = {
  name: 'consume-with-backoff',
  text: `INSERT INTO rate_limits AS stored (key, count, resets_at)
    VALUES ($1, 1, now() + make_interval(secs => $4))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN stored.resets_at <= now() THEN 1 ELSE stored.count + 1 END,
      resets_at = excluded.resets_at,
      blocked_until = CASE WHEN stored.resets_at > now() AND (stored.count + 1) % $2::integer = 0
        THEN now() + make_interval(secs => ($3::integer[])[least((stored.count + 1) / $2::integer, cardinality($3::integer[]))]) END
      WHERE stored.blocked_until IS NULL OR stored.blocked_until <= now()
    RETURNING count`,
};

interface LimiterOptions {
  /** Milliseconds, of any origin. */
  now?: (() => number) | undefined;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter({ pool, orm }: Database, secret: string, { now }: LimiterOptions = {}) {
  const memory = createMemoryCounter(now === undefined ? {} : { now });
  // IP addresses and accounts are personal data: the table only has keyed hashes.
  const keyOf = (action: string, kind: string, subject: string) =>
    `${action}:${kind}:${createHmac('sha256', secret).update(subject).digest('base64url').slice(0, 22)}`;

  // The wider networks have more people: twice as many attempts for a /56 and four times as many for a /48 as for a /64.
  const networkLevels = (action: string, [ipAddress, limit, seconds]: Quota): Level[] =>
    networksOf(ipAddress).map((network, at) => ({
      key: keyOf(action, 'ip', network),
      limit: limit * 2 ** at,
      seconds,
    }));
  const accountLevel = (action: string, [account, limit, seconds]: Quota): Level => ({
    key: keyOf(action, 'account', account.toLowerCase()),
    limit,
    seconds,
  });

  // One more than the table allows: the first rejection comes from the table, so that the audit log records it.
  function consumeInMemory(networks: Level[]): void {
    const retryAfter = Math.max(0, ...networks.map(({ key, limit }) => memory.retryAfter(key, limit + 1)));
    if (retryAfter > 0) throw new RateLimitError(retryAfter, false);
    for (const { key, seconds } of networks) memory.add(key, seconds);
  }

  function refundInMemory(networks: Level[]): void {
    for (const { key } of networks) memory.subtract(key);
  }

  async function consumeInDatabase(levels: Level[]): Promise<void> {
    const values = [
      levels.map(({ key }) => key),
      levels.map(({ limit }) => limit),
      levels.map(({ seconds }) => seconds),
    ];
    const { rows } = await pool.query<{ retryAfter: number; isFirst: boolean }>({ ...consumeStatement, values });
    const [result] = rows;
    if (result !== undefined && result.retryAfter > 0) throw new RateLimitError(result.retryAfter, result.isFirst);
  }

  async function refundInDatabase(levels: Level[]): Promise<void> {
    if (levels.length > 0) await pool.query(refundText, [levels.map(({ key }) => key)]);
  }

  return {
    /** How often the action has happened within `seconds`, including this time. */
    async count(action: string, subject: string, seconds: number): Promise<number> {
      const values = [keyOf(action, 'count', subject), seconds];
      const { rows } = await pool.query<{ count: number }>({ ...countStatement, values });
      return rows[0]?.count ?? 0;
    },

    /**
     * First in memory, so that a flood from one network does not reach the database; then in the table that all instances
     * share, networks before the account.
     */
    async consume(action: string, quotas: { ipAddress?: Quota; account?: Quota }): Promise<ConsumedAttempt> {
      const networks = quotas.ipAddress === undefined ? [] : networkLevels(action, quotas.ipAddress);
      const accounts = quotas.account === undefined ? [] : [accountLevel(action, quotas.account)];
      consumeInMemory(networks);
      try {
        await consumeInDatabase([...networks, ...accounts]);
      } catch (error) {
        // Without the database nothing was checked.
        if (!(error instanceof RateLimitError)) refundInMemory(networks);
        throw error;
      }
      return {
        refund: async () => {
          refundInMemory(networks);
          await refundInDatabase([...networks, ...accounts]);
        },
        refundAccount: () => refundInDatabase(accounts),
      };
    },

    /** In the open transaction, if there is one: a rollback undoes the count. False when over the limit. */
    async tryConsume(action: string, [subject, limit, seconds]: Quota): Promise<boolean> {
      const key = keyOf(action, 'account', subject);
      const { rows } = await orm.execute<{ retry_after: number }>(
        sql`SELECT retry_after FROM consume_rate_limit(ARRAY[${key}], ARRAY[${limit}::integer], ARRAY[${seconds}::integer])`,
      );
      return rows[0]?.retry_after === 0;
    },

    /** Clears the failures of an account, in the open transaction if there is one. */
    async reset(action: string, account: string): Promise<void> {
      const keys = [keyOf(action, 'account', account.toLowerCase()), keyOf(action, 'backoff', account)];
      await orm.execute(sql`DELETE FROM rate_limits WHERE key IN (${keys[0]}, ${keys[1]})`);
    },

    /** Counts before the attempt is checked, so that concurrent attempts cannot exceed the limit together. */
    async consumeWithBackoff(action: string, subject: string, { failures, waits }: Backoff): Promise<BackoffAttempt> {
      const key = keyOf(action, 'backoff', subject);
      const rejectIfBlocked = async () => {
        const { rows } = await pool.query<{ retryAfter: number }>(blockedText, [key]);
        if (rows[0] !== undefined) throw new RateLimitError(rows[0].retryAfter, false);
      };
      await rejectIfBlocked();
      const values = [key, failures, waits, failureMemorySeconds];
      const { rows } = await pool.query<{ count: number }>({ ...backoffStatement, values });
      const count = rows[0]?.count;
      if (count === undefined) {
        await rejectIfBlocked();
        throw new RateLimitError(1, false);
      }
      return {
        isLast: count % failures === 0,
        reset: async () => {
          await pool.query('DELETE FROM rate_limits WHERE key = $1', [key]);
        },
      };
    },
  };
}

type Pool = Pick<Database, 'pool'>;

// In batches, as a flood can leave many rows. Rows that another instance deletes or a request counts are skipped.
const batchSize = 5_000;
const deleteText = `DELETE FROM rate_limits WHERE key IN (
  SELECT key FROM rate_limits WHERE resets_at <= now() LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;

export async function deleteExpiredRateLimits({ pool }: Pool): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await pool.query(deleteText);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return deleted;
  }
}

interface Cleanup {
  database: () => Pool | undefined;
  log: Log;
  intervalMs?: number;
}

/** Runs on every instance: finding nothing to delete reads one page of an index. */
export const startRateLimitCleanup = ({ database, log, intervalMs = 5 * 60_000 }: Cleanup) =>
  startPeriodic({
    database,
    run: async (current) => {
      await deleteExpiredRateLimits(current);
      return undefined;
    },
    intervalMs,
    log,
    failure: 'expired rate limits could not be deleted',
  });
