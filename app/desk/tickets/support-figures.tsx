import { useQuery } from '@tanstack/react-query';
import { FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { useDesk } from '#app/desk/components/desk-context.ts';

/** How a customer's first responses met their SLA targets. Nothing where there was none yet. */
export function SupportFigures({ customerId }: { customerId: string }) {
  const { copy } = useDesk();
  const { data } = useQuery({
    queryKey: ['desk', 'support-figures', customerId],
    queryFn: ({ signal }) => api.desk.tickets.figures.$get({ query: { customerId } }, { signal }),
    staleTime: 5 * 60_000,
  });
  const months = data?.months ?? [];
  if (months.every(({ promised }) => promised === 0)) return null;
  const { title, ...labels } = copy.customer.figures;
  const figures = { ...labels, none: copy.states.none };
  return (
    <Panel title={title} aside={<FiguresLegend copy={figures} />} className="mt-6 max-w-3xl">
      <ResponseFigures months={months} copy={figures} />
    </Panel>
  );
}
