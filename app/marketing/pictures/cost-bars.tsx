import { Amount } from '#app/components/ui/amount.tsx';
import type { InfrastructurePage } from '#content/schema/service.ts';
import { BrickStack } from './brick-stack.tsx';

/** What the infrastructure costs before and after: a hundred bricks, and those that are saved. */
export function CostBars({ claim, text, before, after, note }: InfrastructurePage['costs']) {
  return (
    <figure className="w-full lg:max-w-xl">
      <figcaption>
        <Amount value={claim} size="lg" />
        <span className="mt-1 block text-lg">{text}</span>
      </figcaption>
      <div className="mt-6 grid grid-cols-2 gap-x-6 sm:gap-x-10">
        {[
          { ...before, laid: 100 },
          { ...after, laid: Number(after.amount) },
        ].map(({ label, amount, laid }) => (
          <div key={label}>
            <BrickStack columns={5} rows={20} laid={laid} rest="saved" className="max-sm:h-42 sm:h-80" />
            <p className="border-t-2 border-ink pt-2 text-sm">
              <span className="block font-heading text-3xl leading-none font-bold tracking-tighter">{amount}</span>
              <span className="mt-1 block">{label}</span>
            </p>
          </div>
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">{note}</p>
    </figure>
  );
}
