import { TooManyAttempts } from './rate-limit.ts';

// So many at once, before the limit by the second begins: an export of half a million rows, or an hour of scrolling.
const atOnce = 1000;
const mostKept = 10_000;

const tooMany = 'You are asking for more than can be answered at once. Please try again in a moment.';

export type ReadAllowance = ReturnType<typeof createReadAllowance>;

/**
 * How often a session may ask this copy of the server. In memory: a count that copies share would cost every read a round
 * trip to the database. 0 for any number.
 */
export function createReadAllowance(perSecond: number, now: () => number = () => performance.now()) {
  const interval = 1000 / perSecond;
  /** When each will have its whole allowance again. */
  const full = new Map<string, number>();
  const forget = (at: number) => {
    for (const [session, time] of full) if (time <= at) full.delete(session);
  };
  return {
    take(session: string): void {
      if (perSecond === 0) return;
      const at = now();
      const time = Math.max(full.get(session) ?? 0, at) + interval;
      const early = time - at - atOnce * interval;
      if (early > 0) throw new TooManyAttempts(Math.ceil(early / 1000), false, tooMany);
      if (full.size >= mostKept && !full.has(session)) forget(at);
      full.set(session, time);
    },
  };
}
