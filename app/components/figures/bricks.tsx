import { classNames } from '#app/components/ui/class-names.ts';

/** `laid`: as it should be. `marked`: the exception. `open`: not decided yet. */
export type Brick = 'laid' | 'marked' | 'open';

export const timeBricks = 4;

/** What is left of a time that runs: one brick per hour of the usual four hours, a quarter of any other. The last one is marked. */
export function bricksLeft(minutesLeft: number, minutes: number): Brick[] {
  // A target that was paused, or shortened by another priority, can leave more than it allows.
  const left = Math.min(timeBricks, Math.max(1, Math.ceil((minutesLeft / minutes) * timeBricks)));
  return Array.from({ length: timeBricks }, (_, at) => (at >= left ? 'open' : left === 1 ? 'marked' : 'laid'));
}

type BricksProps = {
  /** For screen readers, in place of the bricks. Without it they are only seen. */
  title?: string;
  bricks: readonly Brick[];
  className?: string;
};

/** One brick for each thing that is counted. */
export const Bricks = ({ title, bricks, className }: BricksProps) => (
  <span
    {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    className={classNames('bricks', className)}
  >
    {bricks.map((brick, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- a brick is nothing but its place
      <span key={at} data-brick={brick} />
    ))}
  </span>
);
