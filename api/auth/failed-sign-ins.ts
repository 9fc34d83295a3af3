import { eq } from 'drizzle-orm';
import { recordEvent, type Trace } from '#api/db/audit-log.ts';
import type { RateLimiter } from '#api/db/rate-limit.ts';
import { users } from '#api/db/schema/users.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import { networkOf } from '#api/lib/ip-address.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
// Each row is about 300 bytes: a flood that lasts a day stays below 8 MB.
export const maxRowsPerHour = 1000;

interface Deps {
  orm: Orm;
  limiter: RateLimiter;
}

/** 1, 2, 4, 8, …: however often a failure repeats, it takes few rows. */
const isRecorded = (count: number) => (count & (count - 1)) === 0;
const sinceLastRecorded = (count: number) => Math.max(count / 2, 1);

/**
 * Repeated failures share rows, so that a flood cannot fill the disk: each user and network gets a row for the first,
 * second, fourth, eighth … failure within a quarter of an hour, and all together at most `maxRowsPerHour`. Beyond that the
 * flood as a whole is recorded in the same way.
 */
export async function recordFailedSignIn(
  { orm, limiter }: Deps,
  trace: Trace,
  email: string,
  reason: string,
): Promise<void> {
  const source = `${email.toLowerCase()} ${networkOf(trace.ipAddress)}`;
  const failures = await limiter.count('audit-failures', source, quarterHour);
  if (!isRecorded(failures)) return;
  const rows = await limiter.count('audit-failures', 'all', hour);
  const isFlood = rows > maxRowsPerHour;
  if (isFlood && !isRecorded(rows)) return;
  await recordEvent(
    orm,
    {
      event: 'sign_in.failed',
      actor: 'visitor',
      outcome: 'refused',
      userId: isFlood ? undefined : await findUserId(orm, email),
      times: sinceLastRecorded(isFlood ? rows : failures),
      details: isFlood ? { reason: 'flood' } : { reason },
    },
    trace,
  );
}

/** Called once, when the limit is reached: attempts above the limit are not counted. */
export async function recordBlockedSignIn({ orm, limiter }: Deps, trace: Trace, email: string): Promise<void> {
  if ((await limiter.count('audit-failures', 'all', hour)) > maxRowsPerHour) return;
  const userId = await findUserId(orm, email);
  await recordEvent(orm, { event: 'sign_in.blocked', actor: 'visitor', outcome: 'refused', userId }, trace);
}

async function findUserId(orm: Orm, email: string): Promise<string | undefined> {
  const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  return user?.id;
}
