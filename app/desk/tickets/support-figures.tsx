import { useQuery } from '@tanstack/react-query';
import { FiguresLegend, ResponseFigures } from '#app/components/figures/response-figures.tsx';
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
    <section aria-labelledby="support-figures-title" className="mt-6 max-w-3xl min-w-0 border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <h2 id="support-figures-title" className="font-sans text-base font-semibold tracking-normal">
          {title}
        </h2>
        <FiguresLegend copy={figures} />
      </header>
      <ResponseFigures months={months} copy={figures} />
    </section>
  );
}
