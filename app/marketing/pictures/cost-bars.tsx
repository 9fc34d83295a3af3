import { Amount } from '#app/components/ui/amount.tsx';
import type { InfrastructurePage } from '#content/schema/service.ts';

/** What the infrastructure costs before and after, on base 100 and to scale. */
export function CostBars({ claim, text, before, after, note }: InfrastructurePage['costs']) {
  return (
    <figure className="w-full lg:max-w-xl">
      <figcaption>
        <Amount value={claim} size="lg" />
        <span className="mt-1 block text-lg">{text}</span>
      </figcaption>
      <div className="mt-8 grid grid-cols-2 items-end gap-x-4 border-b-2 border-ink sm:gap-x-6">
        <Bar {...before} className="h-52 border-line-strong bg-tint lg:h-80" />
        <div className="relative">
          <div
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-52 border-2 border-b-0 border-dashed border-sun lg:h-80"
          />
          <Bar {...after} className="relative h-31 border-transparent bg-azure text-on-azure lg:h-48" />
        </div>
      </div>
      <div className="grid grid-cols-2 gap-x-4 pt-2 text-sm sm:gap-x-6">
        <p>{before.label}</p>
        <p>{after.label}</p>
      </div>
      <p className="mt-3 text-sm text-muted">{note}</p>
    </figure>
  );
}

function Bar({ amount, className }: { amount: string; className: string }) {
  return (
    <div className={`cost-bar flex border border-b-0 p-3 lg:p-4 ${className}`}>
      <span className="font-heading text-3xl leading-none font-bold tracking-tighter">{amount}</span>
    </div>
  );
}
