import { queryOptions, useQuery } from '@tanstack/react-query';
import { FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
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
    <Panel title={copy.title} level="h3" aside={<FiguresLegend copy={copy} />} className="mt-8 max-w-3xl print:hidden">
      <ResponseFigures months={months} copy={copy} />
    </Panel>
  );
}
