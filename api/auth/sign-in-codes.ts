import { enqueueMail } from '#api/mail/queue.ts';
import { RateLimitError } from '#api/lib/errors.ts';
import type { User } from '#contract/auth.ts';
import { AccountError } from './account-error.ts';
import { type AuthContext, hour, minute } from './auth-context.ts';
import { knownDevice } from './known-devices.ts';
import type { RequestMetadata } from './request-metadata.ts';

// Whoever comes this far has the password. With ten codes a day, one in 90 gets in within a year.
const backoff = { most: 10, waits: [15 * minute, hour, 4 * hour, 24 * hour] };
const day = 24 * hour;

export interface CodeAttempt {
  succeeded(): Promise<void>;
  /** Takes note of the failure, and throws it. */
  failed(error: unknown): Promise<never>;
}

/**
 * Counts the codes that are tried for an account. A browser that the account was used from is counted by itself, so that
 * strangers who fail do not lock its owner out.
 */
export function codeAttempts({ orm, settings, limiter, failures, device }: AuthContext) {
  return async function takeCode(visitor: RequestMetadata, { id, email }: User): Promise<CodeAttempt> {
    const network = await limiter
      .take('code', { address: [visitor.address, 50, 15 * minute] })
      .catch(async (error: unknown) => {
        if (error instanceof RateLimitError && error.isFirst) await failures.noteBlocked(visitor, email);
        throw error;
      });
    const given = device.given(visitor.cookies);
    const known = given === undefined ? undefined : await knownDevice(orm, email, given);
    const attempt = await limiter
      .takeWithBackoff('code', known === undefined ? id : `${id} ${known}`, backoff)
      .catch((error: unknown) => {
        throw error instanceof RateLimitError ? tooManyCodes(error.retryAfter) : error;
      });
    return {
      succeeded: async () => {
        await network.giveBack();
        await attempt.reset();
      },
      failed: async (error) => {
        if (attempt.isLast && error instanceof AccountError) {
          await failures.noteBlocked(visitor, email);
          await tellOwner(visitor, { id, email });
        }
        throw error;
      },
    };
  };

  async function tellOwner({ locale }: RequestMetadata, { id, email }: User): Promise<void> {
    if ((await limiter.count('code-mail', id, day)) > 1) return;
    const data = { resetLink: `${settings.siteUrl}/customer-auth?view=forgot` };
    await enqueueMail(orm, { template: 'code-failures', recipient: email, locale, data });
  }
}

function tooManyCodes(seconds: number): RateLimitError {
  const minutes = Math.ceil(seconds / minute);
  const hours = Math.ceil(seconds / hour);
  const time = minutes <= 60 ? `${minutes} minute${minutes === 1 ? '' : 's'}` : `${hours} hours`;
  return new RateLimitError(seconds, false, `Too many wrong codes were entered. Please try again in ${time}.`);
}
