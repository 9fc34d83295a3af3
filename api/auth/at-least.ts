import { setTimeout as wait } from 'node:timers/promises';

/**
 * Holds the answer back until so many milliseconds have passed, whether the work succeeds or fails: how long it took
 * would tell whether an address has an account. The time is longer than the work takes on a machine that is not
 * overloaded, and no connection to the database is held meanwhile.
 */
export async function atLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = wait(milliseconds);
  try {
    return await work();
  } finally {
    await floor;
  }
}
