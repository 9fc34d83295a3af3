/** `laid`: as it should be. `marked`: the exception. `open`: not decided yet. */
export type Brick = 'laid' | 'marked' | 'open';

type BricksProps = {
  /** For screen readers, in place of the bricks. */
  title: string;
  bricks: readonly Brick[];
  className?: string;
};

/** One brick for each thing that is counted. */
export const Bricks = ({ title, bricks, className = '' }: BricksProps) => (
  <span role="img" aria-label={title} className={`bricks ${className}`}>
    {bricks.map((brick, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- a brick is nothing but its place
      <span key={at} data-brick={brick} />
    ))}
  </span>
);
