import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '#api/db/connect.ts';

/** Too many attempts; the next is taken after so many seconds. */
export class TooManyAttempts extends Error {
  override name = 'TooManyAttempts';
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('Too many attempts.');
    this.retryAfter = retryAfter;
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

export function createRateLimiter({ pool }: Database, secret: string) {
  // An address and an account are personal data: the table holds what only we can recompute.
  const keyOf = (door: string, kind: string, who: string) =>
    `${door}:${kind}:${createHmac('sha256', secret).update(who).digest('base64url').slice(0, 22)}`;

  return {
    async take(door: string, { address, account }: { address: Allowance; account?: Allowance }): Promise<Taken> {
      const counted = [
        { key: keyOf(door, 'address', network(address[0])), most: address[1], seconds: address[2] },
        ...(account === undefined
          ? []
          : [{ key: keyOf(door, 'account', account[0].toLowerCase()), most: account[1], seconds: account[2] }]),
      ];
      const keys = counted.map(({ key }) => key);
      const values = [keys, counted.map(({ seconds }) => seconds)];
      const { rows } = await pool.query<{ key: string; count: number; wait: number }>({ ...takeStatement, values });
      const waits = counted.map(({ key, most }) => {
        const row = rows.find((one) => one.key === key);
        return row !== undefined && row.count > most ? Math.max(row.wait, 1) : 0;
      });
      if (Math.max(...waits) > 0) throw new TooManyAttempts(Math.max(...waits));
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
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}
