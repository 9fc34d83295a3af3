import { type Brick, Bricks } from './bricks.tsx';

type LegendProps = {
  /** A series by the class of its bars, or the things that are counted by their brick. */
  items: readonly { label: string; className?: string; brick?: Brick }[];
};

export const Legend = ({ items }: LegendProps) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {items.map(({ className, brick, label }) => (
      <li key={label} className="flex items-center gap-1.5">
        {brick === undefined ? (
          <svg aria-hidden="true" className="h-2.5 w-5">
            <rect width="100%" height="100%" className={className} />
          </svg>
        ) : (
          <Bricks bricks={[brick]} />
        )}
        {label}
      </li>
    ))}
  </ul>
);
