import type { WhyUsPage } from '#content/schema/pages.ts';
import { BrickStack } from './brick-stack.tsx';
import { OfficeDay } from './service-evidence.tsx';

type Statistics = WhyUsPage['statistics'];
type StatisticPictureProps = { kind: Statistics['items'][number]['kind']; continents: Statistics['continents'] };

/** The bricks that a figure counts: years, continents, a thousand hours, hours of the office, hours of a week, costs. */
export function StatisticPicture({ kind, continents }: StatisticPictureProps) {
  if (kind === 'years') return <BrickStack columns={6} rows={2} laid={10} rest="planned" />;
  if (kind === 'availability') return <ThousandHours />;
  if (kind === 'response') return <OfficeDay />;
  if (kind === 'support') return <WeekOfHours />;
  if (kind === 'savings') return <BrickStack columns={5} rows={2} laid={4} rest="saved" />;
  return (
    <ul className="grid gap-0.5 text-center font-heading text-xs font-bold tracking-tight min-[22.5rem]:grid-cols-3 sm:gap-1 sm:text-base">
      {continents.map((continent) => (
        <li
          key={continent}
          className="border border-transparent bg-azure text-on-azure sm:py-1 print:border-ink print:text-ink"
        >
          {continent}
        </li>
      ))}
    </ul>
  );
}

/** 1,000 bricks, 20 rows of 50, with faint joints; one is yellow: what 99,9 % leaves. */
function ThousandHours() {
  return (
    <svg viewBox="0 0 360 72" aria-hidden="true" className="h-auto w-full">
      <pattern id="thousand-hours" width="7.2" height="7.2" patternUnits="userSpaceOnUse">
        <path className="fill-azure" d="M0 0h6.4v2.9h-6.4zM-3.6 3.6h6.4v2.9h-6.4zM3.6 3.6h6.4v2.9h-6.4z" />
      </pattern>
      <path className="fill-azure/65" d="M0 0h360v72H0z" />
      <path fill="url(#thousand-hours)" d="M0 0h360v72H0z" />
      <path
        className="fill-sun stroke-sun"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
        d="M252 28.8h6.4v2.9h-6.4z"
      />
    </svg>
  );
}

/** Seven days of 24 bricks. The office is open during fifty of them; the paler ones are its nights and weekends. */
function WeekOfHours() {
  const rows = (days: number, from: number, length: number) =>
    Array.from({ length: days }, (_, day) => `M${from} ${5 + day * 10}h${length}`).join('');
  return (
    <svg viewBox="0 0 360 70" aria-hidden="true" className="h-auto w-full" strokeWidth="8.5" strokeDasharray="14 1">
      <path className="stroke-azure/60" d={rows(7, 0, 360)} />
      <path className="stroke-azure" d={rows(5, 120, 150)} />
    </svg>
  );
}
