/**
 * The hours of a year as 8,760 bricks, in twelve months of 730: eleven courses, each of 5 rows of 146 bricks, and the five merlons,
 * each of 10 rows of 14.6. On a phone a brick is a day. The paper between two months is what the eye finds first; the joints of the
 * hours are faint, as bricks of a few pixels would look like cloth.
 */
const outline = `M0 260V0${'h96v40h96v-40'.repeat(4)}h96v40h96`;
const wall = `${outline}v220z`;
const hour = { width: 6.575, height: 4, joint: 0.94 };
const day = { width: 63.123, height: 10, joint: 3 };
/** A stone is a day: 24 bricks, as high as a month. */
const stones = 'M0 0h1v20h-1zM15.781 20h1v20h-1zM0 19h31.562v1h-31.562zM0 39h31.562v1h-31.562z';
const months = Array.from({ length: 11 }, (_, month) => `M0 ${38 + month * 20}h960v2h-960z`).join('');
/** The hours without service that 99,9 % allows: 8.76. Each lies in the middle of the 5 rows of its month. */
const downtime = [
  [11, 22],
  [21, 52],
  [38, 37],
  [54, 12],
  [71, 47],
  [85, 27],
  [102, 17],
  [118, 42],
  [135, 32],
];
/** The part of a day that 99,9 % allows: 0.365. */
const missingDay = 'M157.8 70h23v8h-23z';

type BondProps = { id: string; width: number; height: number; joint: number };

/** Two rows of bricks, the second one shifted by half a brick. */
function Bond({ id, width, height, joint }: BondProps) {
  const brick = `h${width - joint}v${height - 1}h${joint - width}z`;
  return (
    <pattern id={id} width={width} height={height * 2} patternUnits="userSpaceOnUse">
      <path className="fill-azure" d={`M0 0${brick}M${-width / 2} ${height}${brick}M${width / 2} ${height}${brick}`} />
    </pattern>
  );
}

export function YearWall({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 960 260" preserveAspectRatio="none" role="img" aria-label={label} className="year-wall">
      <Bond id="hours" {...hour} />
      <Bond id="days" {...day} />
      <pattern id="stones" width="31.562" height="40" patternUnits="userSpaceOnUse">
        <path className="fill-paper" d={stones} />
      </pattern>
      <g className="year-wall-bricks">
        <path className="fill-azure/65" d={wall} />
        <g className="max-sm:hidden">
          <path fill="url(#hours)" d={wall} />
          <path fill="url(#stones)" d={wall} />
        </g>
        <path className="sm:hidden" fill="url(#days)" d={wall} />
        <path className="fill-paper" d={months} />
        <path className="fill-sun sm:hidden" d={missingDay} />
      </g>
      {/* From the caption above the wall, and beside it. */}
      <path className="year-wall-leader sm:hidden" fill="none" vectorEffect="non-scaling-stroke" d="M169 -18V70" />
      <path
        className="year-wall-leader hidden min-[85rem]:block"
        fill="none"
        vectorEffect="non-scaling-stroke"
        d="M-36 90H71"
      />
      <g className="year-wall-downtime max-sm:hidden">
        {downtime.map(([column = 0, row = 0]) => (
          <rect
            key={column}
            x={Math.round(column * hour.width)}
            y={row * hour.height}
            width="6"
            height={hour.height - 1}
          />
        ))}
      </g>
      <path className="year-wall-line" fill="none" vectorEffect="non-scaling-stroke" d={outline} />
    </svg>
  );
}

/** The curve that comes in from the left edge of the screen and becomes the wall. */
export function BayLine() {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className="bay-line">
      <path fill="none" vectorEffect="non-scaling-stroke" d="M0 6C8 62 42 98.5 101 98.5" />
    </svg>
  );
}
