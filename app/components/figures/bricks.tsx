import { classNames } from '#app/components/ui/class-names.ts';

/** `laid`: as it should be. `marked`: the exception. `open`: not decided yet. */
export type Brick = 'laid' | 'marked' | 'open';

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
