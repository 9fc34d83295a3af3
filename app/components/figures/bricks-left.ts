import type { Brick } from './bricks.tsx';

export const timeBricks = 4;

/** What is left of a time that runs: one brick per hour of the usual four hours, a quarter of any other. The last one is marked. */
export function bricksLeft(minutesLeft: number, minutes: number): Brick[] {
  // A target that was paused, or shortened by another priority, can leave more than it allows.
  const left = Math.min(timeBricks, Math.max(1, Math.ceil((minutesLeft / minutes) * timeBricks)));
  return Array.from({ length: timeBricks }, (_, at) => (at >= left ? 'open' : left === 1 ? 'marked' : 'laid'));
}
