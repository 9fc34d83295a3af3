/** 8,760 bricks, the hours of a year: 70 rows of 120, and five merlons of 6 rows of 12. */
const brick = { width: 8, height: 4 };
const outline = `M0 304V0${'h96v24h96v-24'.repeat(4)}h96v24h96`;
/** The hours without service that 99,9 % allows: 8.76. */
const downtime = [
  [9, 62],
  [17, 27],
  [31, 47],
  [44, 12],
  [58, 58],
  [70, 33],
  [84, 18],
  [97, 51],
  [111, 36],
];

/** Bricks of one tile of 12 × 8, every other row shifted by half a brick, in three tones that look irregular. */
const tile = [0, 1, 2].map((tone) =>
  Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 12 + (row % 2) }, (_unused, column) => ({ row, column: column % 12, at: column })),
  )
    .flat()
    .filter(({ row, column }) => Math.max(0, ((column * 7 + row * 5 + ((column * row) % 3)) % 9) - 5) % 3 === tone)
    .map(({ row, at }) => `M${at * brick.width - (row % 2) * 4} ${row * brick.height}h7v3h-7z`)
    .join(''),
);

/** Fills shapes with bricks; once per page. */
export function BrickPattern({ scale = 1 }: { scale?: number }) {
  return (
    <pattern id="bricks" width="96" height="32" patternUnits="userSpaceOnUse" patternTransform={`scale(${scale})`}>
      <path className="fill-azure" d={tile[0]} />
      <path className="fill-azure/85" d={tile[1]} />
      <path className="fill-azure/65" d={tile[2]} />
    </pattern>
  );
}

/** 365 bricks for a phone, the days of a year: 24 rows of 15, and one for each merlon. */
const days = [
  ...Array.from(
    { length: 360 },
    (_, day) => `M${(day % 15) * 64 + 2} ${24 + Math.floor(day / 15) * 11.66 + 1}h60v9h-60z`,
  ),
  ...Array.from({ length: 5 }, (_, merlon) => `M${merlon * 192 + 3} 3h90v20h-90z`),
].join('');
/** The part of a day that 99,9 % allows: 0.365. */
const missingDay = 'M194 71.6h24v9h-24z';

export function YearWall({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 960 304" preserveAspectRatio="none" role="img" aria-label={label} className="year-wall">
      <BrickPattern />
      <g className="year-wall-bricks">
        <path className="max-sm:hidden" fill="url(#bricks)" d={`${outline}v280z`} />
        <path className="fill-azure/85 sm:hidden" d={days} />
        <path className="fill-sun sm:hidden" d={missingDay} />
      </g>
      {/* From the caption above the wall, and beside it. */}
      <Leader className="sm:hidden" d="M206 -18V60" />
      <Leader className="hidden min-[85rem]:block" d="M-36 250H70" />
      <g className="year-wall-downtime max-sm:hidden">
        {downtime.map(([column = 0, row = 0]) => (
          <rect key={column} x={column * brick.width} y={row * brick.height} width="7" height="3" />
        ))}
      </g>
      <path className="year-wall-line" fill="none" vectorEffect="non-scaling-stroke" d={outline} />
    </svg>
  );
}

function Leader({ className, d }: { className: string; d: string }) {
  return (
    <g className={className}>
      {['halo', 'line'].map((part) => (
        <path key={part} className="year-wall-leader" fill="none" vectorEffect="non-scaling-stroke" d={d} />
      ))}
    </g>
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
