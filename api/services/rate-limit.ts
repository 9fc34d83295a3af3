import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { groupsOf } from '#api/audit/network.ts';
import type { Database } from '#api/db/connect.ts';

/** Too many attempts; the next is taken after so many seconds. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts';
  readonly retryAfter: number;
  /** Whether this attempt is the one that reached the limit. */
  readonly isFirst: boolean;

  constructor(retryAfter: number, isFirst: boolean, message = 'Too many attempts. Please try again later.') {
    super(message);
    this.retryAfter = retryAfter;
    this.isFirst = isFirst;
  }
}

export interface Taken {
  /** The attempt was a good one and is not counted: only failures use the allowance up. */
  giveBack(): Promise<void>;
}

/** Who is counted, how many attempts they have, and in how many seconds. */
type Allowance = readonly [who: string, most: number, seconds: number];

// Counted and judged in one statement, so that copies of the server and requests at the same moment cannot both take
// the last attempt. Keys are sorted: two requests that take the same locks in different order would wait for each other.
const takeStatement = {
  name: 'take-attempt',
  text: `INSERT INTO rate_limits AS taken (key, count, resets_at)
    SELECT key, 1, now() + make_interval(secs => seconds) FROM unnest($1::text[], $2::integer[]) AS asked (key, seconds) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN taken.resets_at <= now() THEN 1 ELSE taken.count + 1 END,
      resets_at = CASE WHEN taken.resets_at <= now() THEN excluded.resets_at ELSE taken.resets_at END
    RETURNING key, count, ceil(extract(epoch FROM resets_at - now()))::integer AS wait`,
};
const giveBackText = 'UPDATE rate_limits SET count = greatest(count - 1, 0) WHERE key = ANY($1::text[])';
const forgetText = `DELETE FROM rate_limits WHERE resets_at < now() - interval '1 day'`;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

export function createRateLimiter({ pool }: Database, secret: string) {
  // An address and an account are personal data: the table holds what only we can recompute.
  const keyOf = (door: string, kind: string, who: string) =>
    `${door}:${kind}:${createHmac('sha256', secret).update(who).digest('base64url').slice(0, 22)}`;

  return {
    /** How often it has happened within so many seconds, this time included. */
    async count(what: string, who: string, seconds: number): Promise<number> {
      const values = [[keyOf(what, 'count', who)], [seconds]];
      const { rows } = await pool.query<{ count: number }>({ ...takeStatement, values });
      return rows[0]?.count ?? 0;
    },

    async take(door: string, { address, account }: { address?: Allowance; account?: Allowance }): Promise<Taken> {
      const counted = [
        ...(address === undefined
          ? []
          : [{ key: keyOf(door, 'address', network(address[0])), most: address[1], seconds: address[2] }]),
        ...(account === undefined
          ? []
          : [{ key: keyOf(door, 'account', account[0].toLowerCase()), most: account[1], seconds: account[2] }]),
      ];
      const keys = counted.map(({ key }) => key);
      const values = [keys, counted.map(({ seconds }) => seconds)];
      const { rows } = await pool.query<{ key: string; count: number; wait: number }>({ ...takeStatement, values });
      const over = counted.flatMap(({ key, most }) => {
        const row = rows.find((one) => one.key === key);
        return row !== undefined && row.count > most
          ? [{ wait: Math.max(row.wait, 1), isFirst: row.count === most + 1 }]
          : [];
      });
      if (over.length > 0) {
        throw new TooManyAttempts(
          Math.max(...over.map(({ wait }) => wait)),
          over.every(({ isFirst }) => isFirst),
        );
      }
      if (Math.random() < 0.01) await pool.query(forgetText);
      return {
        giveBack: async () => {
          await pool.query(giveBackText, [keys]);
        },
      };
    },
  };
}

/** An IPv6 subscriber has a whole /64 to send from. */
const network = (address: string) => (isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address);
