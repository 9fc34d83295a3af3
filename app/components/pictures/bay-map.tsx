import { classNames } from '../ui/class-names.ts';

/** The coast from Antibes to Cap Ferrat in a 700 × 300 frame, generalised by hand. */
const coast =
  'M217 311L225 265L228 219Q232 192 250 173L283 150L313 138L328 161L333 177H358L380 150L388 124Q402 88 433 74L458 69L468 76L477 64L483 81L503 99L513 81L525 46L537 69L545 115L558 92L572 85L555 46L600 12L633 -7';

type BayMapProps = {
  /** The accessible name. */
  label: string;
  bay: string;
  city: string;
  west: string;
  /** What stands at the point, in yellow. */
  office: string;
  className?: string;
};

/** Where the office is. The labels are HTML, so that they keep their size on a phone. */
export function BayMap({ label, bay, city, west, office, className }: BayMapProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames('relative overflow-hidden border border-line text-sm print:hidden', className)}
    >
      <svg viewBox="0 0 700 300" aria-hidden="true" fill="none" strokeLinejoin="round" className="block h-auto w-full">
        <path className="fill-sea/15" d="M0 0H700V300H0z" />
        <path className="fill-surface" d={`${coast}H-9V311z`} />
        <path className="stroke-sea" strokeWidth="2" vectorEffect="non-scaling-stroke" d={coast} />
        <path className="stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" d="M150 60L352 131" />
        <circle
          className="fill-sun stroke-ink"
          strokeWidth="2"
          cx="352"
          cy="131"
          r="9"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span aria-hidden="true">
        <span className="absolute top-[9%] left-[4%] border border-transparent bg-sun px-2 py-0.5 font-semibold text-night">
          {office}
        </span>
        <span className="absolute top-[4%] left-[63%] font-heading text-lg leading-none font-bold">{city}</span>
        <span className="absolute bottom-[6%] left-[12%] font-semibold text-muted">{west}</span>
        <span className="absolute right-[8%] bottom-[16%] font-heading text-lg font-bold text-sea-ink sm:text-2xl">
          {bay}
        </span>
      </span>
    </div>
  );
}
