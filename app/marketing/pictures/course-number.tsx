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

type CourseNumberProps = {
  /** `27001`, `RGPD`. */
  text: string;
  fill: NumberFill;
  /** One merlon per day of the course; the last is the day of the exam. */
  days: number;
};

/** The number of the standard as a part of the rampart: the bay comes in from the left, the days of the course follow. */
export function CourseNumber({ text, fill, days }: CourseNumberProps) {
  const width = widthOf(text);
  const { d, ...tile } = patterns[fill];
  return (
    <div aria-hidden="true" className="course-number font-heading flex items-end print:hidden">
      <svg className="h-full w-7 shrink-0 overflow-visible xl:w-28">
        <svg x="100%" y="100%" className="overflow-visible">
          <path className="stroke-sea" d="M-3000 -200H-640C-440 -200 -300 -1.5 0 -1.5" />
        </svg>
      </svg>
      <svg viewBox={`0 0 ${width} 168`} className="h-full shrink-0 overflow-visible">
        <pattern id="number-fill" {...tile} patternUnits="userSpaceOnUse">
          <path className="stroke-azure/35" d={d} />
        </pattern>
        <path className="stroke-azure" d={`M0 166.5H${width}`} vectorEffect="non-scaling-stroke" />
        <text x="0" y="166" textLength={width} className="course-number-outline">
          {text}
        </text>
        <text x="0" y="166" textLength={width} fill="url(#number-fill)" className="stroke-transparent">
          {text}
        </text>
      </svg>
      {/* `slice`: as high as the number, and wider than its box. */}
      <svg
        viewBox="0 -168 400 168"
        preserveAspectRatio="xMinYMax slice"
        className="h-full w-4 shrink-0 overflow-visible"
      >
        {Array.from({ length: days }, (_, day) => (
          <path
            key={day}
            className={classNames('stroke-azure', day === days - 1 && 'fill-sun')}
            d={`M${day * 66} -1.5h22v-34h44v34`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path className="stroke-azure" d={`M${days * 66} -1.5H9000`} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
