import { RateLimitError } from '#api/lib/errors.ts';

// An export of half a million rows, or an hour of scrolling.
const burstSize = 1000;
const maxUsers = 10_000;

const tooManyRequests = 'Too many requests were made recently. Please try again in a moment.';

export type RequestThrottle = ReturnType<typeof createRequestThrottle>;

/**
 * Limits how often a user calls this instance, across all of their sessions. In memory: a count that instances share would
 * cost every read a round trip to the database. 0 means no limit.
 */
export function createRequestThrottle(perSecond: number, now: () => number = () => performance.now()) {
  const interval = 1000 / perSecond;
  /** When the full burst is available to each user again. */
  const fullAt = new Map<string, number>();
  const forgetIdle = (at: number) => {
    for (const [user, time] of fullAt) if (time <= at) fullAt.delete(user);
  };
  return {
    consume(user: string): void {
      if (perSecond === 0) return;
      const at = now();
      const time = Math.max(fullAt.get(user) ?? 0, at) + interval;
      const excess = time - at - burstSize * interval;
      if (excess > 0) throw new RateLimitError(Math.ceil(excess / 1000), false, tooManyRequests);
      if (fullAt.size >= maxUsers && !fullAt.has(user)) forgetIdle(at);
      fullAt.set(user, time);
    },
  };
}
