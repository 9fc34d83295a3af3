import { RateLimitError } from '#api/lib/errors.ts';

// So many at once, before the limit by the second begins: an export of half a million rows, or an hour of scrolling.
const atOnce = 1000;
const mostKept = 10_000;

const tooMany = 'Too many requests were made recently. Please try again in a moment.';

export type RequestThrottle = ReturnType<typeof createRequestThrottle>;

/**
 * How often a user may ask this instance of the server, whatever number of sessions they have. In memory: a count that
 * instances share would cost every read a round trip to the database. 0 for any number.
 */
export function createRequestThrottle(perSecond: number, now: () => number = () => performance.now()) {
  const interval = 1000 / perSecond;
  /** When each will have its whole allowance again. */
  const full = new Map<string, number>();
  const forget = (at: number) => {
    for (const [user, time] of full) if (time <= at) full.delete(user);
  };
  return {
    take(user: string): void {
      if (perSecond === 0) return;
      const at = now();
      const time = Math.max(full.get(user) ?? 0, at) + interval;
      const early = time - at - atOnce * interval;
      if (early > 0) throw new RateLimitError(Math.ceil(early / 1000), false, tooMany);
      if (full.size >= mostKept && !full.has(user)) forget(at);
      full.set(user, time);
    },
  };
}
