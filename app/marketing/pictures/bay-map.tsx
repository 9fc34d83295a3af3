import { classNames } from '#app/components/ui/class-names.ts';
import type { ContactPage } from '#content/schema/form-pages.ts';

/**
 * The coast from the cape of Antibes to Cap Ferrat in a 700 × 575 frame, from about fifty points: the straight shore of Villeneuve,
 * the platform of the airport, the curve of Nice, the mouth of the Paillon, the port, the bay of Villefranche.
 */
const coast =
  'M54 565L75 547L73 521L83 510L75 495L83 435L97 368L108 353L127 279L156 253L183 249L215 264L242 262L260 264L265 277L269 299L281 311L302 298L343 251L359 229L355 216L347 206L366 188L390 160L420 136L444 121L462 117L463 99L467 99L468 117L481 126L491 125L491 106L502 100L503 126L525 149L542 162L556 141L560 100L576 80L596 89L604 119L600 156L611 195L625 186L631 153L654 156L653 138L635 126L627 82L660 33L700 0';

/** Antibes and Nice. */
const towns = 'M59 543h0M447 97h0';

/** Inside the bay, along the shore: the name is written on it. */
const shore = 'M128 452C150 380 196 352 268 348C360 342 420 250 470 176C492 146 520 150 548 200';

type BayMapProps = ContactPage['map'] & { className?: string };

/** Where the office is. */
export function BayMap({ label, bay, city, west, office, className }: BayMapProps) {
  return (
    <svg
      viewBox="0 0 700 575"
      role="img"
      aria-label={label}
      fill="none"
      strokeLinejoin="round"
      className={classNames('block h-auto w-full border border-line print:hidden', className)}
    >
      <path className="fill-sea/15" d="M0 0H700V575H0z" />
      <path className="fill-surface" d={`${coast}H0V565z`} />
      <path className="fill-surface" d="M0 560H54V575H0z" />
      <path className="stroke-sea" strokeWidth="2" vectorEffect="non-scaling-stroke" d={coast} />
      <path id="shore" d={shore} />
      <text className="fill-sea-ink font-sans font-semibold" fontSize="30" fontStyle="italic" letterSpacing="3">
        <textPath href="#shore" startOffset="14%">
          {bay}
        </textPath>
      </text>
      <path className="stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" d="M200 110L311 225" />
      <path className="fill-sun" d="M56 78h206v44H56z" />
      <path className="stroke-ink" strokeWidth="8" strokeLinecap="round" vectorEffect="non-scaling-stroke" d={towns} />
      <circle
        className="fill-sun stroke-ink"
        strokeWidth="2"
        cx="311"
        cy="225"
        r="10"
        vectorEffect="non-scaling-stroke"
      />
      <g className="font-sans font-semibold" fontSize="27">
        <text x="159" y="109" textAnchor="middle" className="fill-night">
          {office}
        </text>
        <text x="431" y="89" textAnchor="end" className="fill-ink font-heading font-bold">
          {city}
        </text>
        <text x="96" y="553" className="fill-muted">
          {west}
        </text>
      </g>
    </svg>
  );
}
