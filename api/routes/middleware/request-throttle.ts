import { RateLimitError } from '#api/lib/errors.ts';
import { createTokenBucket } from '#api/lib/token-bucket.ts';

// An export of half a million rows, or an hour of scrolling.
const burst = 1000;

const tooManyRequests = 'Too many requests were made recently. Please try again in a moment.';

export type RequestThrottle = ReturnType<typeof createRequestThrottle>;

/**
 * Limits how often a user calls this instance, across all of their sessions. In memory: a count that instances share would
 * cost every read a round trip to the database. 0 means no limit.
 */
export function createRequestThrottle(perSecond: number, now?: () => number) {
  const bucket = createTokenBucket({ perSecond, burst, now });
  return {
    consume(user: string): void {
      if (perSecond === 0) return;
      const wait = bucket.consume(user);
      if (wait > 0) throw new RateLimitError(Math.ceil(wait), false, tooManyRequests);
    },
  };
}
