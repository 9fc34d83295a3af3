import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { networksOf } from '#api/lib/network.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { Database } from './connect.ts';
import { createMemoryCounter } from './memory-counter.ts';

export interface Taken {
  /** The attempt was a good one and is not counted: only failures use the allowance up. */
  giveBack(): Promise<void>;
  /** The attempt was not judged: it counts for the IP network, which caused the work, and not for the account. */
  giveBackAccount(): Promise<void>;
}

/** Who is counted, how many attempts they have, and in how many seconds. */
type Allowance = readonly [who: string, most: number, seconds: number];

/** After each so many failures in a row a longer wait, in seconds; the last one is repeated. */
export interface Backoff {
  most: number;
  waits: readonly number[];
}

export interface BackoffAttempt {
  /** This failure begins a wait. */
  isLast: boolean;
  /** The attempt was a good one: the next failure is the first again. */
  reset(): Promise<void>;
}

interface Level {
  key: string;
  most: number;
  seconds: number;
}

// Migration 0016. Counted and judged in one statement, so that instances and requests at the same moment cannot both take
// the last attempt.
const takeStatement = {
  name: 'take-attempt',
  text: 'SELECT wait, is_first AS "isFirst" FROM take_attempt($1::text[], $2::integer[], $3::integer[])',
};
const countStatement = {
  name: 'count-attempt',
  text: `INSERT INTO rate_limits AS kept (key, count, resets_at) VALUES ($1, 1, now() + make_interval(secs => $2))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN kept.resets_at <= now() THEN 1 ELSE kept.count + 1 END,
      resets_at = CASE WHEN kept.resets_at <= now() THEN excluded.resets_at ELSE kept.resets_at END
    RETURNING count`,
};
// Locked in the order in which take_attempt locks them: in another order two requests could wait for each other.
const giveBackText = `UPDATE rate_limits SET count = greatest(count - 1, 0)
  WHERE key IN (SELECT key FROM rate_limits WHERE key = ANY($1::text[]) ORDER BY array_position($1::text[], key) FOR UPDATE)`;

// A failure is remembered for a week after the last one: longer than the longest wait, or waiting would be forgiving.
const forgetFailures = 7 * 24 * 60 * 60;
const blockedText = `SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS wait FROM rate_limits
  WHERE key = $1 AND blocked_until > now()`;
const backoffStatement = {
  name: 'take-with-backoff',
  text: `INSERT INTO rate_limits AS kept (key, count, resets_at)
    VALUES ($1, 1, now() + make_interval(secs => $4))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN kept.resets_at <= now() THEN 1 ELSE kept.count + 1 END,
      resets_at = excluded.resets_at,
      blocked_until = CASE WHEN kept.resets_at > now() AND (kept.count + 1) % $2::integer = 0
        THEN now() + make_interval(secs => ($3::integer[])[least((kept.count + 1) / $2::integer, cardinality($3::integer[]))]) END
      WHERE kept.blocked_until IS NULL OR kept.blocked_until <= now()
    RETURNING count`,
};

/** The wider networks hold more people: /56 twice, /48 four times as many attempts as a /64. */
const levelsOf = (keyOf: (who: string) => string, [address, most, seconds]: Allowance): Level[] =>
  networksOf(address).map((network, at) => ({ key: keyOf(network), most: most * 2 ** at, seconds }));

interface LimiterOptions {
  /** Milliseconds, of any origin. */
  now?: (() => number) | undefined;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter({ pool, orm }: Database, secret: string, { now }: LimiterOptions = {}) {
  const memory = createMemoryCounter(now === undefined ? {} : { now });
  // An address and an account are personal data: the table holds what only we can recompute.
  const keyOf = (door: string, kind: string, who: string) =>
    `${door}:${kind}:${createHmac('sha256', secret).update(who).digest('base64url').slice(0, 22)}`;

  return {
    /** How often it has happened within so many seconds, this time included. */
    async count(what: string, who: string, seconds: number): Promise<number> {
      const values = [keyOf(what, 'count', who), seconds];
      const { rows } = await pool.query<{ count: number }>({ ...countStatement, values });
      return rows[0]?.count ?? 0;
    },

    /**
     * First in memory, which costs a flood from one network no access to the database; then in the table that all instances
     * share, networks before the account.
     */
    async take(door: string, { address, account }: { address?: Allowance; account?: Allowance }): Promise<Taken> {
      const networks = address === undefined ? [] : levelsOf((network) => keyOf(door, 'address', network), address);
      const accounts: Level[] =
        account === undefined
          ? []
          : [{ key: keyOf(door, 'account', account[0].toLowerCase()), most: account[1], seconds: account[2] }];
      takeInMemory(networks);
      try {
        await takeInDatabase([...networks, ...accounts]);
      } catch (error) {
        // Nobody was judged while the database was away.
        if (!(error instanceof RateLimitError)) giveBackInMemory(networks);
        throw error;
      }
      const giveBack = async (levels: Level[]) => {
        if (levels.length > 0) await pool.query(giveBackText, [levels.map(({ key }) => key)]);
      };
      return {
        giveBack: async () => {
          giveBackInMemory(networks);
          await giveBack([...networks, ...accounts]);
        },
        giveBackAccount: () => giveBack(accounts),
      };
    },

    /** Counts in the transaction that is open here, if there is one: what is rolled back was not counted. False when over. */
    async allows(what: string, [who, most, seconds]: Allowance): Promise<boolean> {
      const key = keyOf(what, 'account', who);
      const { rows } = await orm.execute<{ wait: number }>(
        sql`SELECT wait FROM take_attempt(ARRAY[${key}], ARRAY[${most}::integer], ARRAY[${seconds}::integer])`,
      );
      return rows[0]?.wait === 0;
    },

    /** Forgets the failures of an account, in the transaction that is open here if there is one. */
    async reset(what: string, who: string): Promise<void> {
      const keys = [keyOf(what, 'account', who.toLowerCase()), keyOf(what, 'backoff', who)];
      await orm.execute(sql`DELETE FROM rate_limits WHERE key IN (${keys[0]}, ${keys[1]})`);
    },

    /** Counted before it is judged, so that attempts at the same moment cannot go over the limit together. */
    async takeWithBackoff(what: string, who: string, { most, waits }: Backoff): Promise<BackoffAttempt> {
      const key = keyOf(what, 'backoff', who);
      const refuseBlocked = async () => {
        const { rows } = await pool.query<{ wait: number }>(blockedText, [key]);
        if (rows[0] !== undefined) throw new RateLimitError(rows[0].wait, false);
      };
      await refuseBlocked();
      const values = [key, most, waits, forgetFailures];
      const { rows } = await pool.query<{ count: number }>({ ...backoffStatement, values });
      const count = rows[0]?.count;
      if (count === undefined) {
        await refuseBlocked();
        throw new RateLimitError(1, false);
      }
      return {
        isLast: count % most === 0,
        reset: async () => {
          await pool.query('DELETE FROM rate_limits WHERE key = $1', [key]);
        },
      };
    },
  };

  // One more than the table takes: the first refusal is the table's, which tells the audit log of it.
  function takeInMemory(networks: Level[]): void {
    const wait = Math.max(0, ...networks.map(({ key, most }) => memory.waitAt(key, most + 1)));
    if (wait > 0) throw new RateLimitError(wait, false);
    for (const { key, seconds } of networks) memory.add(key, seconds);
  }

  function giveBackInMemory(networks: Level[]): void {
    for (const { key } of networks) memory.subtract(key);
  }

  async function takeInDatabase(levels: Level[]): Promise<void> {
    const values = [levels.map(({ key }) => key), levels.map(({ most }) => most), levels.map(({ seconds }) => seconds)];
    const { rows } = await pool.query<{ wait: number; isFirst: boolean }>({ ...takeStatement, values });
    const [verdict] = rows;
    if (verdict !== undefined && verdict.wait > 0) throw new RateLimitError(verdict.wait, verdict.isFirst);
  }
}
