import { encode } from 'uqr';

/** Dark on light in both themes: not all scanners read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border border-line"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
