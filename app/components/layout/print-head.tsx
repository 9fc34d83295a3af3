// Rendered once: memoized, it would be larger and no faster.
'use no memo';

import { LogoMark } from './logo.tsx';

/** Twenty merlons with a tower: the brand's line over the width of the sheet. */
const merlons = (count: number) => 'h24v5h12v-5'.repeat(count);
const edge = `M0 17H180v-12${merlons(6)}v-4${merlons(2)}h24v9h12v-5${merlons(7)}h24v12H1000`;

/** The first thing on paper, where header and footer are not printed: who wrote this, and how to reach them. */
export function PrintHead({ company, contact }: { company: string; contact: string }) {
  return (
    <div className="mb-1 hidden break-inside-avoid print:block">
      <div className="wrap flex items-end justify-between gap-6">
        <p className="flex items-center gap-2 font-heading font-bold tracking-tight">
          <LogoMark className="h-5 w-auto" />
          <bdi>{company}</bdi>
        </p>
        <p className="text-end text-xs text-muted">
          <bdi>{contact}</bdi>
        </p>
      </div>
      <svg
        viewBox="0 0 1000 18"
        aria-hidden="true"
        className="mt-0.5 h-auto w-full stroke-azure"
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
      >
        <path d={edge} />
      </svg>
    </div>
  );
}
