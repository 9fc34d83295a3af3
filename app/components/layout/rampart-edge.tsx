// Rendered rarely: memoized, it would be larger and no faster.
'use no memo';

/** From the left: merlons of 26 px and gaps of 18, four of which stand on a tower. */
const merlons = 'h26v16h18v-16';
const tower = `v-26${merlons.repeat(3)}h26v42h18v-16`;
const section = `${merlons.repeat(3)}${tower}${merlons.repeat(7)}`;
const wall = `v-46${section.repeat(5)}`;

/** On each tower. They are lit when it is dark in Nice (app/marketing/islands/office-hour.ts). */
const windows = Array.from({ length: 5 }, (_, at) => `M${160 + at * 616}-46${'h8v12h-8zm46 0'.repeat(3)}`).join('');

/**
 * The upper edge of the footer, in its colour: the bay stretches with the viewport, the rampart keeps its size. It starts
 * with three merlons, then a tower, and is as long as whole merlons fit (app/styles/app.css): one drawing serves 320 to 2560 px.
 */
export function RampartEdge() {
  return (
    <div className="flex h-24 w-full items-end">
      <svg
        aria-hidden="true"
        viewBox="0 0 100 96"
        preserveAspectRatio="none"
        className="h-full min-w-0 flex-1 overflow-visible fill-wall"
      >
        <path d="M0 36C18 70 56 88 101 88v9H0z" />
      </svg>
      <svg aria-hidden="true" className="rampart-wall h-full shrink-0 overflow-x-clip fill-wall">
        <svg y="100%" className="overflow-visible">
          <path d={`M0 1V0${wall}V1z`} />
          <path className="rampart-windows" d={windows} />
        </svg>
      </svg>
    </div>
  );
}
