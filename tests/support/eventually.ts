import { vi } from 'vitest';
import { pollInterval, timeLimits } from './time-limits.ts';

/** Repeats assertions until they hold, and returns what they return. A single value is easier with `expect.poll()`. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: timeLimits.wait, interval: pollInterval });
