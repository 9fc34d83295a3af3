import { classNames } from '#app/components/ui/class-names.ts';

/** `bricks`: one builds. `hatching`: one inspects. `levels`: one steers, with longer stones. */
export type NumberFill = 'bricks' | 'hatching' | 'levels';

const patterns: Record<NumberFill, { width: number; height: number; d: string }> = {
  bricks: { width: 32, height: 28, d: 'M0 0.75H32M0 14.75H32M8 1V15M24 15V29' },
  hatching: { width: 14, height: 14, d: 'M-3 3L3 -3M-3 17L17 -3M11 17L17 11' },
  levels: { width: 72, height: 40, d: 'M0 0.75H72M0 20.75H72M18 1V21M54 21V41' },
};

/** Advance widths of the heading font at 220 px, so that the fallback font takes the same space. */
const advance: Record<string, number> = { 0: 145, 1: 77, 2: 133, 3: 133, 5: 135, 7: 110 };
const widthOf = (text: string) => text.split('').reduce((sum, sign) => sum + (advance[sign] ?? 151), 0);

type StandardNumberProps = {
  /** `27001`, `RGPD`. */
  text: string;
  fill: NumberFill;
  /** `sm`: the pattern is drawn coarser, so that it is seen at a fifth of the size. */
  size?: 'sm' | 'lg';
  className?: string;
};

/** The number of a standard in outline; what fills it says what one learns to do. */
export function StandardNumber({ text, fill, size = 'sm', className }: StandardNumberProps) {
  const width = widthOf(text);
  const { d, ...tile } = patterns[fill];
  const id = `${fill}-${size}`;
  return (
    <svg
      viewBox={`0 0 ${width} 168`}
      aria-hidden="true"
      className={classNames('standard-number shrink-0 overflow-visible', className)}
    >
      <pattern
        id={id}
        {...tile}
        patternUnits="userSpaceOnUse"
        patternTransform={size === 'sm' ? 'scale(2.4)' : undefined}
      >
        <path className={size === 'sm' ? 'stroke-azure/60' : 'stroke-azure/35'} d={d} />
      </pattern>
      {size === 'lg' && <path className="stroke-azure" d={`M0 166.5H${width}`} vectorEffect="non-scaling-stroke" />}
      <text x="0" y="166" textLength={width} className="course-number-outline">
        {text}
      </text>
      <text x="0" y="166" textLength={width} fill={`url(#${id})`} className="stroke-transparent">
        {text}
      </text>
    </svg>
  );
}
