/** The numbers of standards, outlined like the rampart. */
export function StandardNumbers({ standards }: { standards: { number: string; subject: string }[] }) {
  return (
    <dl className="grid gap-y-3 md:grid-cols-3 md:gap-x-8 xl:gap-x-14">
      {standards.map(({ number, subject }) => (
        <div key={number} className="flex items-center gap-x-4 md:block">
          <dt className="standard-number w-34 shrink-0 font-heading font-bold md:w-auto">
            <span className="sr-only">{number}</span>
            <svg viewBox="0 0 300 88" aria-hidden="true" className="h-auto w-full overflow-visible">
              <text
                y="84"
                fontSize="116"
                textLength="300"
                lengthAdjust="spacingAndGlyphs"
                vectorEffect="non-scaling-stroke"
              >
                {number}
              </text>
            </svg>
          </dt>
          <dd className="font-semibold md:mt-5">{subject}</dd>
        </div>
      ))}
    </dl>
  );
}
