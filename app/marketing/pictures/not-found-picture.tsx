const brick = { width: 8, height: 4 };

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

const digits = [
  // The upper right block of the last digit has fallen.
  `M2 0h48v96h64V0h48v240h-48v-96H2z`,
  `M202 0h160v240H202zM250 48v144h64V48z`,
  `M402 0h48v96h64V48h48v192h-48v-96H402z`,
];

/** « 404 » built of bricks on the shore, with the block that has fallen from it: a link that puts it back. The line runs to the edge of the screen. */
export function NotFoundPicture({ label }: { label: string }) {
  return (
    <svg viewBox="0 -2 680 246" preserveAspectRatio="xMinYMid" className="h-auto max-h-60 w-full overflow-visible">
      <pattern id="bricks" width="96" height="32" patternUnits="userSpaceOnUse" patternTransform="scale(2.5)">
        <path className="fill-azure" d={tile[0]} />
        <path className="fill-azure/85" d={tile[1]} />
        <path className="fill-azure/65" d={tile[2]} />
      </pattern>
      <path fill="url(#bricks)" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-azure" strokeWidth="3" fillRule="evenodd" d={digits.join('')} />
      <path className="fill-none stroke-line-strong" strokeWidth="2" strokeDasharray="6 6" d="M514 46V0h48v46" />
      <path className="fill-none stroke-azure" strokeWidth="3" d="M0 241.5H700" />
      <path
        className="fill-none stroke-sea"
        strokeWidth="3"
        d="M700 241.5C980 241.5 1150 200 1290 90C1400 4 1500 -30 2600 -30"
      />
      <a href="#brick" aria-label={label} className="fallen-brick">
        <rect className="fill-sun" width="48" height="46" />
      </a>
    </svg>
  );
}
