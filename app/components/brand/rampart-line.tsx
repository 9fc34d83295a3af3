/** The same line, stretched across a section: it divides, and leads the eye from left to right. */
export function RampartLine({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 1200 64" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={`block h-10 w-full sm:h-16 ${className}`} fill="none">
      <path
        className="stroke-sea"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M-20 14C80 70 300 78 560 50"
        vectorEffect="non-scaling-stroke"
      />
      <path
        className="stroke-azure"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        d="M560 50V26h24v14h24V26h24v14h24V26h24v24h96V36h24v10h24V36h24v10h24V36h24v14h324"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
