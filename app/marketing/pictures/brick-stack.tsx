import { Picture } from './picture.tsx';

type BrickStackProps = {
  columns: number;
  rows: number;
  /** How many are laid, from the ground up; the others are outlined. */
  laid: number;
  /** `saved`: no longer needed; `planned`: drawn, not laid; `missing`: nobody knows yet what is there. */
  rest?: keyof typeof rests;
  className?: string;
};

const brick = { width: 24, height: 12 };
/** Solid outlines: the dashes of bricks beside each other would merge into a mesh. */
const rests = {
  saved: 'fill-none stroke-sun',
  planned: 'stroke-azure',
  missing: 'fill-surface stroke-line-strong',
};

/** Bricks that count something. What they count is written beside them. */
export function BrickStack({ columns, rows, laid, rest = 'missing', className }: BrickStackProps) {
  const bricks = Array.from({ length: columns * rows }, (_, index) => {
    const row = Math.floor(index / columns);
    const x = (index % columns) * brick.width + (row % 2) * (brick.width / 2);
    return `M${x + 1.5} ${(rows - 1 - row) * brick.height + 1.5}h21v9h-21z`;
  });
  return (
    <Picture
      viewBox={`0 0 ${columns * brick.width + brick.width / 2} ${rows * brick.height}`}
      isStretched
      className={className}
    >
      <path className="fill-azure" d={bricks.slice(0, laid).join('')} />
      <path
        className={rests[rest]}
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
        d={bricks.slice(laid).join('')}
      />
    </Picture>
  );
}
