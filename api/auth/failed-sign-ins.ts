import { eq } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { users } from '#api/db/schema/accounts.ts';
import type { RateLimiter } from '#api/db/rate-limit.ts';
import type { Trace } from '#api/db/audit-events.ts';
import { networkOf } from '#api/lib/network.ts';
import { recordEvent } from '#api/db/audit-log.ts';

const quarter = 15 * 60;
const hour = 60 * 60;
// Each row is about 300 bytes: a flood that lasts a day stays below 8 MB.
export const mostRowsInAnHour = 1000;

/** 1, 2, 4, 8, …: however often something is repeated, it takes few rows. */
const isTold = (count: number) => (count & (count - 1)) === 0;
/** How many there were since the last time it was told. */
const sinceTold = (count: number) => Math.max(count / 2, 1);

/**
 * Failures are folded, so that a flood cannot fill the disk: one login and network get a row for the first, the second,
 * the fourth, the eighth failure within a quarter of an hour, and all together so many rows in an hour; past that, the
 * flood itself is told in the same manner.
 */
export function failedSignIns({ orm }: Database, limiter: RateLimiter) {
  return {
    async note(trace: Trace, email: string, reason: string): Promise<void> {
      const who = `${email.toLowerCase()} ${networkOf(trace.address)}`;
      const failures = await limiter.count('audit-failures', who, quarter);
      if (!isTold(failures)) return;
      const rows = await limiter.count('audit-failures', 'all', hour);
      const isFlood = rows > mostRowsInAnHour;
      if (isFlood && !isTold(rows)) return;
      const [found] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
      await recordEvent(
        orm,
        {
          event: 'sign_in.failed',
          actor: 'visitor',
          outcome: 'refused',
          userId: isFlood ? undefined : found?.id,
          times: sinceTold(isFlood ? rows : failures),
          details: isFlood ? { reason: 'flood' } : { reason },
        },
        trace,
      );
    },

    /** Called once, when the limit is reached: what is refused after that is not counted. */
    async noteBlocked(trace: Trace, email: string): Promise<void> {
      if ((await limiter.count('audit-failures', 'all', hour)) > mostRowsInAnHour) return;
      const [found] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
      const event = { event: 'sign_in.blocked', actor: 'visitor', outcome: 'refused', userId: found?.id } as const;
      await recordEvent(orm, event, trace);
    },
  };
}
