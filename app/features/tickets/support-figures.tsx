import { queryOptions, useQuery } from '@tanstack/react-query';
import { FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
import { api } from '#app/lib/api-client.ts';
import type { FiguresCopy } from '#content/portal/en/tickets.ts';

const figuresQuery = queryOptions({
  queryKey: ['support-figures'],
  queryFn: async ({ signal }) => (await api.portal.tickets.figures.$get({}, { signal })).months,
  staleTime: 5 * 60_000,
});

/** Below the list of tickets, for those who see all of them. Nothing where there was no SLA target yet. */
export function SupportFigures({ copy }: { copy: FiguresCopy }) {
  const { data: months = [] } = useQuery(figuresQuery);
  if (months.every(({ promised }) => promised === 0)) return null;
  return (
    <section
      aria-labelledby="support-figures-title"
      className="mt-8 min-w-0 max-w-3xl border border-line bg-surface print:hidden"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <h3 id="support-figures-title" className="font-sans text-base font-semibold tracking-normal">
          {copy.title}
        </h3>
        <FiguresLegend copy={copy} />
      </header>
      <ResponseFigures months={months} copy={copy} />
    </section>
  );
}
