/**
 * Coastlines in a frame 440 wide, cut off at its lower edge: Lambert azimuthal equal-area centred on 19° E, 11° N, generalised by hand from
 * Natural Earth (public domain). No borders inside a region: the map shows where we work and takes no side in disputes.
 */
const france =
  'M180 70l-2 8-2-5zM176 44l-8 6 4 3-2 4 2 8-6 3-9-4-4 6-7-1-1 0-12-4-1-2 2-1 4-12-3-10-8-4 1-3 6-1 7 2 0-6 6 3 12-8 5 7 6 3 2 0 7 3z';
const maghreb =
  'M185 179l-25 15-9 7-9 2-6-1 1-3-8-4-3-5-28-25-9-1-2 56-27-3-5-1-4 4-10-12-10-1-2 4 4-10 0-11 2-5-3-4 1-4 8-13 5-3 6-10 4-2 5-6 8-2 11-8 1-8 8-9 9-4 6-9 5 3 12 3 17-6 12-2 8 2 5-2 10 2 5-2 3 3 3 9-5 5 6 7 18 4 4 7 7 1 7 5 7-5 1-8 6-3 17 7-2 9 2 5 2 41 0 12-5 3-43-23-6 3-4 2z';
const middleEast =
  'M254 188l-2-41-2-5 2-9 11 2 9 2 6-4 9 2 10-2 1-2 2-8 3-10-1-7 3-5 12-1 6-3 7-1 2-1 9 0-3-4-3-8 3-2 7 3 1 0 5-6 2 5 5 1 2 5 10 3 13-3-2-3 10-7 13 1 7 4 3-1 3 6 0 9 6 15 6 3-3 6 8 7 4 1 5 9-5 4 0 6-21 1-7-8-6 5-6 0-14-6-9-11-7 3-2 0 4 8 2 4 7 5 7 11 1-5 2 0 1 7 2 2 10-2 8-14 2 2 1 4 6 6 7 0 8 7-4 12-2 0 0 9-11 9-1 5-10 4-3 7-15 7-3 4-16 6-3 4-8 0-6-16 0-4-13-19-10-8-1-8-9-8-3-6-12-15-3 0 1-7 0-1-2 10-6-4 5 11 10 15 1 5 7 5z';
const africa =
  'M208 475l-6-7-5-17-1-12-15-23 0-4 4-21 5-5 2-9-5-11 2-4-6-13-1-6-6-6-10-12-3-7 5-10 1-7 1-5-8-9-14 2-4-7-7-6-8 0-6 1-3 0-18 7-6-2 0-1 1 0-15 0-11 3-9-5-12-12-5-3-4-11-1-5-7-7-1-6-7-4 1-4 1-3-2-6 4-7 2-4 10 1 10 12 4-4 5 1 27 3 2-56 9 1 28 25 3 5 8 4-1 3 6 1 9-2 9-7 25-15 11 6 4-2 6-3 43 23 5-3 0-12 63-3 5 18 6 4 8 17 8 2 12 10 1 7 7 6 16-6 8-1 12-5-1 14-13 31-10 13-10 7-13 15-2 4-7 6-6 12-2 9 3 5-1 8 3 8 3 3 0 29-9 8-11 5-13 12 2 17-3 9-10 4-4 4 1 5-4 9-6 5-6 8-13 11-16 6-13 0-14 3-6-4-3-6 2-6zM395 381l3 17-4 1 0 8-3 8-17 38-11 4-5-3-3-17 8-12-1-14 3-7 10-3 9-7 2-6z';
const elsewhere =
  'M176 44l3-8-7-3-2 0-6-3-5-7 3-1 4 0-3-1 6-6 6-3 4 1 6-3 0-5-1-4 2-7 7 0-1 2 2 0-5 6 0 3 5 5 5-2 6 4-1-1 15-5 5 2 4-4 1 0 1 0-1-4 1-6 7 0 1 1 0-1 208 0 0 153-8 2 0-6 5-4-5-9-4-1-8-7 3-6-6-3-6-15 0-9-3-6-3 1-7-4-13-1-10 7-3-8-3-2-5-9 8-1-6-6-5 3-2-6-6-1-6-7 2-5 7-1-4-9-7 1-6 6-5 5-2 6 6 8 7 6 10 7-3 1 0 10-5-1-2-5-5 6-1 0-7-3-3 2 3 8 3 4-9 0-2 1-7 1-6 3-12 1-3 5 0-5-7 1-8 5-10-4-5 4-10-5-5-12-3-1 3-5 10-1 1-4 8 0 9-6 12 1 3 2 8 1 8-1 5-4-2-6-7-3-6-5-10-3 6-6-2-6-9 4-2 5 3 3-7 5-2-4-4-1 3-4-11-2-4 8-4 8-4 7 3 3 4 5-13 2-10 1-5 4 3 4-3 2 7 3-4 3-3 7-6-7-6-10-3-6 0-6-3-3-4-3-7-4-5-8-4 1-1-4 1 0-7 0 0 7 5 4 2 5 8 7 9 4 2 3-7-2-1 4 2 5-6 5 2-4-2-7-9-7-5-2-7-8-3-6-5-3-6 4-2-8 2-4-4-3zM140 18l-2 1-7-4 6-3 1-4 3 0 3-4-3-4-4-1 3-5-1 0-3 2 1-2 11 0 2 8 3 4 1 5 4 4-8 9-6-2-8 1-8 2 6-6zM131 -3l3 0 0 5-2 0-4 10-14 2 0-4 5-4-1-3 1-4 5 1 3-4zM146 69l7 1-1 3-10 4-8 8 2 5-13 10-10-2-7 4-3-6-3-2-8 0 3-8-2-2 7-12 1-6 0-6 7-3 13 4 11 2 1 2 12 4zM206 97l-3 8-12-6zM180 81l-1 9-4 2-1-11zM245 112l12 2-7 1zM199 1l-3 5-2-5zM287 112l9-4-2 4-5 3z';

/** 45° N, 30° N, 15° N and the equator in the same projection. */
const parallels = [
  'M-2 17Q223 101 442 19',
  'M-1 117Q224 169 440 118',
  'M0 211Q222 246 443 211',
  'M-4 303Q224 326 442 304',
];

const regionLabels = [
  { x: 112, y: 42, anchor: 'end' },
  { x: 202, y: 154, anchor: 'middle' },
  { x: 328, y: 162, anchor: 'middle' },
  { x: 236, y: 264, anchor: 'middle' },
] as const;

/** The first is where the lines start: straight, so that they cannot cross. */
const cityLabels = [
  { x: 171, y: 65, dx: 13, dy: -3, anchor: 'start' },
  { x: 180, y: 104, dx: 9, dy: 14, anchor: 'start' },
  { x: 94, y: 114, dx: 5, dy: -19, anchor: 'end' },
  { x: 24, y: 217, dx: 8, dy: 18, anchor: 'start' },
  { x: 91, y: 280, dx: 0, dy: 22, anchor: 'middle' },
  { x: 406, y: 155, dx: 0, dy: 21, anchor: 'middle' },
] as const;
/** A name at sea hides the parallel behind it. */
const atSea = { className: 'stroke-mist', strokeWidth: 6, paintOrder: 'stroke' } as const;
const [origin, ...destinations] = cityLabels;

/** The upper part of the map: its container is positioned, and cuts off what is south of it. */
type RegionsMapProps = {
  /** In this order: France, the Maghreb, the Middle East, Africa south of the Sahara. Their names are written on the map. */
  regions: { name: string }[];
  /** Nice, Tunis, Casablanca, Dakar, Abidjan, Dubai. */
  cities: string[];
  label: string;
};

export function RegionsMap({ regions, cities, label }: RegionsMapProps) {
  return (
    <svg
      viewBox="0 0 440 520"
      role="img"
      aria-label={label}
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
      className="absolute inset-x-0 top-0 h-auto w-full"
    >
      {/* Under the land, so that they cross no name on it. */}
      <g className="stroke-ink/35" strokeWidth="1" strokeDasharray="1 5">
        {parallels.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      <g strokeWidth="1.5">
        <path className="fill-paper stroke-line" d={elsewhere} />
        <path className="fill-azure/35 stroke-mist" d={africa} />
        <path className="fill-sun/45 stroke-mist" d={middleEast} />
        <path className="fill-sea/55 stroke-mist" d={maghreb} />
        <path className="fill-azure stroke-mist" d={france} />
      </g>
      <path
        className="stroke-ink"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
        d={destinations.map(({ x, y }) => `M${origin.x} ${origin.y}L${x} ${y}`).join('')}
      />
      {destinations.map(({ x, y }) => (
        <circle key={x} className="fill-ink" cx={x} cy={y} r="4.5" />
      ))}
      <circle className="fill-sun stroke-ink" strokeWidth="4" cx={origin.x} cy={origin.y} r="9" />
      <g className="fill-ink font-heading font-bold" fontSize="21">
        {regionLabels.map(({ x, y, anchor }, index) => (
          <text key={x} x={x} y={y} textAnchor={anchor} {...(index === 0 && atSea)}>
            {/* A compound takes two lines, so that it fits its land. */}
            {regions[index]?.name.split(/(?<=[-\u2011])/).map((part, line) => (
              <tspan key={part} x={x} dy={line && 22}>
                {part}
              </tspan>
            ))}
          </text>
        ))}
      </g>
      <g className="fill-ink font-sans font-semibold" fontSize="16.5">
        {cityLabels.map(({ x, y, dx, dy, anchor }, index) => (
          <text key={x} x={x + dx} y={y + dy} textAnchor={anchor}>
            {cities[index]}
          </text>
        ))}
      </g>
    </svg>
  );
}
