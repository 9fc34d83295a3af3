import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FiguresCopy, FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
import { api } from '#app/lib/api-client.ts';
import { formatMonth, monthName } from '#app/lib/formats.ts';
import { formatDuration } from './conversation/times.ts';

const figuresQuery = queryOptions({
  queryKey: ['support-figures'],
  queryFn: async ({ signal }) => (await api.portal['support-figures'].$get({}, { signal })).months,
  staleTime: 5 * 60_000,
});

const copy: FiguresCopy = {
  chart:
    'First answers that came in time and too late in each of the last 12 months. The table below contains the figures.',
  caption: 'First answers by month',
  show: 'Show the figures',
  hide: 'Hide the figures',
  month: 'Month',
  promised: 'Due',
  kept: 'In time',
  missed: 'Late',
  median: 'Median until the first answer',
  none: '–',
  shortMonth: (month) => monthName(Number(month.slice(5))),
  longMonth: formatMonth,
  duration: formatDuration,
};

/** Below the list of tickets, for those who see all of them. Nothing where nothing was promised yet. */
export function SupportFigures() {
  const { data: months = [] } = useQuery(figuresQuery);
  if (months.every(({ promised }) => promised === 0)) return null;
  return (
    <section
      aria-labelledby="support-figures-title"
      className="mt-8 min-w-0 max-w-3xl rounded-lg border border-line bg-surface print:hidden"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <h3 id="support-figures-title" className="font-sans text-base font-semibold tracking-normal">
          Our first answers, by month
        </h3>
        <FiguresLegend copy={copy} />
      </header>
      <ResponseFigures months={months} copy={copy} />
    </section>
  );
}
