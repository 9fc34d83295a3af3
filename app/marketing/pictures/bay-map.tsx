import { classNames } from '#app/components/ui/class-names.ts';
import type { ContactPage } from '#content/schema/form-pages.ts';

/** The coast from Antibes to Cap Ferrat in a 700 × 300 frame, generalised by hand. */
const coast =
  'M214 330C216 319 223 284 225 265C227 246 224 234 228 219C232 204 241 184 250 173C259 162 272 156 283 150C294 144 306 136 313 138C320 140 323 154 327 160C331 166 331 174 336 177C341 180 351 181 358 177C365 173 374 162 379 152C384 142 385 130 390 120C395 110 401 100 408 92C415 84 424 78 433 74C442 70 452 68 460 70C468 72 476 80 483 84C490 88 498 98 503 97C508 96 511 86 515 78C519 70 521 52 525 50C529 48 533 60 537 69C541 78 543 102 547 106C551 110 556 100 560 96C564 92 568 89 568 82C568 75 559 61 561 52C563 43 572 34 580 26C588 18 598 13 610 6C622 -1 643 -11 650 -14';

/** Antibes and Nice. */
const towns = 'M202 240h0M456 38h0';

type BayMapProps = ContactPage['map'] & { className?: string };

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
        <path className="fill-surface" d={`${coast}H-9V330z`} />
        <path className="stroke-sea" strokeWidth="2" vectorEffect="non-scaling-stroke" d={coast} />
        <path className="stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" d="M60 45L352 131" />
        <circle
          className="fill-sun stroke-ink"
          strokeWidth="2"
          cx="352"
          cy="131"
          r="9"
          vectorEffect="non-scaling-stroke"
        />
        <path
          className="stroke-ink"
          strokeWidth="8"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          d={towns}
        />
      </svg>
      <span aria-hidden="true">
        <span className="absolute top-[9%] left-[4%] border border-transparent bg-sun px-2 py-0.5 font-semibold text-night">
          {office}
        </span>
        <span className="absolute top-[12.7%] right-[37%] -translate-y-1/2 font-heading text-lg leading-none font-bold">
          {city}
        </span>
        <span className="absolute top-[80%] right-[73.5%] -translate-y-1/2 leading-none font-semibold text-muted">
          {west}
        </span>
        <span className="absolute right-[8%] bottom-[16%] font-heading text-lg font-bold text-sea-ink sm:text-2xl">
          {bay}
        </span>
      </span>
    </div>
  );
}
