import { classNames } from '#app/components/ui/class-names.ts';
import type { ContactPage } from '#content/schema/form-pages.ts';

/**
 * The coast from the cape of Antibes to Cap Ferrat in a 740 × 610 frame, through about fifty points: the straight shore of Villeneuve,
 * the platform of the airport, the curve of Nice, the mouth of the Paillon, the port, the bay of Villefranche.
 */
const coast =
  'M70 610C79 599 84 588 75 579C68 572 50 574 54 565C61 559 71 557 75 547C79 538 71 531 73 521C74 515 83 516 83 510C83 504 75 501 75 495C75 472 79 458 83 435C87 409 89 393 97 368C99 361 106 360 108 353C117 325 114 305 127 279C133 266 143 260 156 253C165 248 173 247 183 249C196 251 202 261 215 264C225 266 232 262 242 262C249 262 254 260 260 264C264 267 263 273 265 277L269 299L281 311L302 298L343 251L359 229L355 216L347 206C353 200 359 195 366 188C376 178 380 170 390 160C401 150 408 145 420 136C429 130 434 125 444 121C450 118 456 118 462 117L463 99L467 99L468 117L481 126L491 125L491 106L502 100C502 109 499 117 503 126C508 137 516 141 525 149C531 155 534 164 542 162C551 160 553 150 556 141C560 126 555 115 560 100C563 91 567 83 576 80C584 78 591 82 596 89C603 99 603 107 604 119C605 133 599 142 600 156C601 171 601 183 611 195C615 200 622 192 625 186C630 174 622 162 631 153C637 147 647 161 654 156C660 152 657 144 653 138C649 131 638 133 635 126C628 111 623 98 627 82C633 60 645 50 660 33C673 18 687 11 700 0';

/** Antibes and Nice. */
const towns = 'M59 543h0M447 97h0';

/** Inside the bay, along the shore: the name is written on it. */
const shore = 'M128 452C150 380 196 352 268 348C360 342 420 250 470 176C492 146 520 150 548 200';

type BayMapProps = ContactPage['map'] & { className?: string };

/** Where the office is. */
export function BayMap({ label, bay, city, west, office, className }: BayMapProps) {
  return (
    <svg
      viewBox="-40 0 740 610"
      // In a frame that is wider, the south is cut off: Nice and the office are in the north.
      preserveAspectRatio="xMidYMin slice"
      role="img"
      aria-label={label}
      fill="none"
      strokeLinejoin="round"
      className={classNames('block h-auto w-full border border-line print:hidden', className)}
    >
      <path className="fill-sea/15" d="M-40 0H700V610H-40z" />
      <path className="fill-surface" d={`${coast}H-40V610z`} />
      <path className="stroke-sea" strokeWidth="2" vectorEffect="non-scaling-stroke" d={coast} />
      <path id="shore" d={shore} />
      <text className="fill-sea-ink font-sans font-semibold" fontSize="30" fontStyle="italic" letterSpacing="3">
        <textPath href="#shore" startOffset="36%">
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
