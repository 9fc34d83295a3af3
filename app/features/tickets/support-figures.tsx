import { queryOptions, useQuery } from '@tanstack/react-query';
import { FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
import { LoadingUnseen } from '#app/components/data-list/list-states.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { FiguresCopy } from '#content/portal/en/tickets.ts';

const figuresQuery = queryOptions({
  queryKey: ['support-figures'],
  queryFn: async ({ signal }) => (await api.portal.tickets.figures.$get({}, { signal })).months,
  staleTime: 5 * 60_000,
});

/** Below the list of tickets, for those who see all of them. Nothing where there was no SLA target yet. */
export function SupportFigures({ copy }: { copy: FiguresCopy }) {
  const formats = useFormats();
  const { data: months = [], isPending } = useQuery(figuresQuery);
  if (isPending) return <LoadingUnseen />;
  const last = months.findLast(({ promised }) => promised > 0);
  if (last === undefined) return null;
  const times = [
    [copy.median, last.medianMinutes],
    [copy.average, last.averageMinutes],
  ] as const;
  return (
    <Panel title={copy.title} level="h3" aside={<FiguresLegend copy={copy} />} className="mt-8 print:hidden">
      <div className="grid grid-cols-1 lg:grid-cols-2">
        <ResponseFigures months={months} copy={copy} />
        <div className="grid content-start gap-3 border-line px-5 py-4 max-lg:border-t lg:border-s">
          <p className="text-sm font-semibold">{formats.month(last.month)}</p>
          <dl className="flex flex-wrap gap-x-12 gap-y-3">
            {times.map(([label, minutes]) => (
              <Fact key={label} label={label} className="font-heading text-2xl font-bold">
                {minutes === null ? copy.none : formats.duration(minutes)}
              </Fact>
            ))}
          </dl>
        </div>
      </div>
    </Panel>
  );
}
