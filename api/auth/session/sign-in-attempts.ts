import { eq } from 'drizzle-orm';
import { type Trace, recordEvent } from '#api/db/audit-log.ts';
import { users } from '#api/db/user-schema.ts';
import type { Orm } from '#api/db/transaction-context.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import type { User } from '#contract/auth.ts';
import { RateLimitError, UserError } from '#api/lib/errors.ts';
import { wrongCode } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, notifyOwner } from '#api/auth/core/auth-context.ts';
import { day, hour, minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { findKnownDevice } from './known-devices.ts';
import { countRecoveryCodes } from '#api/auth/core/tokens.ts';

// Attempts that get here have the password. At ten codes a day, an attacker has a chance of 1 in 90 within a year.
const backoff = { failures: 10, waits: [15 * minute, hour, 4 * hour, day] };
// better-auth also accepts the previous and the next TOTP code: this is how long one stays valid.
const codeLifetime = 2 * minute;

export interface CodeAttempt {
  succeed(): Promise<void>;
  /** Records the failure and rethrows it. */
  fail(error: unknown): Promise<never>;
}

/**
 * Counts the codes tried for an account. Browsers that the user signed in from before are counted separately, so that
 * failures elsewhere do not lock the owner out.
 */
export async function consumeCodeAttempt(
  ctx: AuthContext,
  request: RequestMetadata,
  { id, email }: User,
): Promise<CodeAttempt> {
  const { limiter } = ctx;
  const network = await limiter
    .consume('code', { ipAddress: [request.ipAddress, 50, 15 * minute] })
    .catch(async (error: unknown) => {
      if (error instanceof RateLimitError && error.isFirst) await recordBlockedSignIn(ctx, request, email);
      throw error;
    });
  const known = await findKnownDevice(ctx, request.cookies, email);
  const attempt = await limiter
    .consumeWithBackoff('code', known === undefined ? id : `${id} ${known}`, backoff)
    .catch((error: unknown) => {
      throw error instanceof RateLimitError ? tooManyCodes(error.retryAfter) : error;
    });
  return {
    succeed: async () => {
      await network.refund();
      await attempt.reset();
    },
    fail: async (error) => {
      if (attempt.isLast && error instanceof UserError) {
        await recordBlockedSignIn(ctx, request, email);
        const isFirstToday = (await limiter.count('code-mail', id, day)) === 1;
        if (isFirstToday) await notifyOwner(ctx, request, email, 'code-failures');
      }
      throw error;
    },
  };
}

function tooManyCodes(seconds: number): RateLimitError {
  const minutes = Math.ceil(seconds / minute);
  const hours = Math.ceil(seconds / hour);
  const time = minutes <= 60 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${hours} hours`;
  return new RateLimitError(seconds, false, `Too many wrong codes were entered. Please try again in ${time}.`);
}

/** better-auth accepts a TOTP code again while it is valid. Of two concurrent requests only one passes. */
export async function rejectUsedCode({ limiter }: AuthContext, userId: string, code: string): Promise<void> {
  if ((await limiter.count('used-code', `${userId} ${code}`, codeLifetime)) > 1) throw wrongCode;
}

/** Recovery codes are for emergencies: the owner is notified of each use and of how many are left. */
export async function recordRecoveryCodeUse(ctx: AuthContext, request: RequestMetadata, { id: userId, email }: User) {
  const left = await countRecoveryCodes(ctx.orm, userId);
  const details = { left };
  await recordEvent(ctx.orm, { event: 'factor.recovery_code_used', actor: 'user', userId, details }, request);
  await notifyOwner(ctx, request, email, 'recovery-code-used', { left: String(left) });
}

// Each row is about 300 bytes: a flood that lasts a day stays below 8 MB.
export const maxRowsPerHour = 1000;

/** 1, 2, 4, 8, …: however often a failure repeats, it takes few rows. */
const isRecorded = (count: number) => (count & (count - 1)) === 0;
const sinceLastRecorded = (count: number) => Math.max(count / 2, 1);

/**
 * Repeated failures share rows, so that a flood cannot fill the disk: each user and network gets a row for the first,
 * second, fourth, eighth … failure within a quarter of an hour, and all together at most `maxRowsPerHour`. Beyond that the
 * flood as a whole is recorded in the same way.
 */
export async function recordFailedSignIn(
  { orm, limiter }: Pick<AuthContext, 'orm' | 'limiter'>,
  trace: Trace,
  email: string,
  reason: string,
): Promise<void> {
  const source = `${email.toLowerCase()} ${networkOf(trace.ipAddress)}`;
  const failures = await limiter.count('audit-failures', source, 15 * minute);
  if (!isRecorded(failures)) return;
  const rows = await limiter.count('audit-failures', 'all', hour);
  const isFlood = rows > maxRowsPerHour;
  if (isFlood && !isRecorded(rows)) return;
  await recordEvent(
    orm,
    {
      event: 'sign_in.failed',
      actor: 'visitor',
      outcome: 'rejected',
      userId: isFlood ? undefined : await findUserId(orm, email),
      times: sinceLastRecorded(isFlood ? rows : failures),
      details: isFlood ? { reason: 'flood' } : { reason },
    },
    trace,
  );
}

/** Called once, when the limit is reached: attempts above the limit are not counted. */
export async function recordBlockedSignIn(
  { orm, limiter }: Pick<AuthContext, 'orm' | 'limiter'>,
  trace: Trace,
  email: string,
): Promise<void> {
  if ((await limiter.count('audit-failures', 'all', hour)) > maxRowsPerHour) return;
  const userId = await findUserId(orm, email);
  await recordEvent(orm, { event: 'sign_in.blocked', actor: 'visitor', outcome: 'rejected', userId }, trace);
}

async function findUserId(orm: Orm, email: string): Promise<string | undefined> {
  const [user] = await orm.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  return user?.id;
}
