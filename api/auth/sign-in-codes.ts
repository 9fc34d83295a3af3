import { recordEvent } from '#api/db/audit-log.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { User } from '#contract/auth.ts';
import { AccountError, wrongCode } from './account-error.ts';
import { type AuthContext, day, hour, minute, notifyOwner } from './auth-context.ts';
import type { RequestMetadata } from './auth-settings.ts';
import { recordBlockedSignIn } from './failed-sign-ins.ts';
import { findKnownDevice } from './known-devices.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

// Whoever gets here has the password. At ten codes a day, an attacker has a chance of 1 in 90 within a year.
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
      if (attempt.isLast && error instanceof AccountError) {
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
export async function recordRecoveryCodeUse(
  ctx: AuthContext,
  request: RequestMetadata,
  { id: userId, email }: User,
): Promise<void> {
  const left = await countRecoveryCodes(ctx.orm, userId);
  const details = { left };
  await recordEvent(ctx.orm, { event: 'factor.recovery_code_used', actor: 'user', userId, details }, request);
  await notifyOwner(ctx, request, email, 'recovery-code-used', { left: String(left) });
}
