/** From the ground up: each plan has the courses of the one before it and one more. */
const courses = [
  'M0 71h69v25H0zM71 71h68v25H71zM141 71h68v25h-68zM211 71h68v25h-68zM281 71h68v25h-68zM351 71h69v25h-69z',
  'M0 44h34v25H0zM36 44h68v25H36zM106 44h68v25h-68zM176 44h68v25h-68zM246 44h68v25h-68zM316 44h68v25h-68zM386 44h34v25h-34z',
  'M0 42V2h60v16h60V2h60v16h60V2h60v16h60V2h60v40z',
];
/** The same courses while they are not built. Each edge and each joint is one line: two would blur. */
const outlines = [
  'M1 96V71h418v25M70 71v25M140 71v25M210 71v25M280 71v25M350 71v25',
  'M1 70V44h418v26M35 44v26M105 44v26M175 44v26M245 44v26M315 44v26M385 44v26',
  'M1 44V2h59v16h60V2h60v16h60V2h60v16h60V2h59v42',
];

type PlanWallProps = {
  /** How many of the three are built; the last one is what the plan adds. */
  built: number;
  /** What is yellow and what is blue. */
  caption: string;
};

/** The ground of a plan's card: a wall of three courses, as many of them built as the plan has. */
export function PlanWall({ built, caption }: PlanWallProps) {
  return (
    <figure>
      <figcaption className="flex gap-2.5 px-5 pb-3 text-sm sm:px-8">
        <span aria-hidden="true" className="mt-1.5 h-3 w-7 shrink-0 bg-sun forced-color-adjust-none" />
        <span className="min-w-0 text-balance">{caption}</span>
      </figcaption>
      <svg
        viewBox="0 0 420 96"
        preserveAspectRatio="none"
        aria-hidden="true"
        fill="none"
        className="block w-full md:max-lg:h-24"
        strokeWidth="1.5"
      >
        {courses.map((d, index) => {
          const isBuilt = index < built;
          return (
            <path
              key={d}
              className={isBuilt ? (index === built - 1 ? 'fill-sun' : 'fill-azure') : 'fill-mist stroke-azure/60'}
              vectorEffect="non-scaling-stroke"
              d={isBuilt ? d : outlines[index]}
            />
          );
        })}
      </svg>
    </figure>
  );
}
