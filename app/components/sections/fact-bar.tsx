import type { ReactNode } from 'react';

type FactBarProps = { facts: { figure: string; unit?: string | undefined; label: string }[]; partners: ReactNode };

/** The figures of the offer at once, directly under the hero, and with whom it is delivered. */
export function FactBar({ facts, partners }: FactBarProps) {
  return (
    <section className="ground-ink">
      <dl className="wrap grid grid-cols-2 gap-x-6 gap-y-5 pt-8 pb-6 md:grid-cols-3 lg:grid-cols-5 lg:gap-x-8 lg:pt-14 lg:pb-10">
        {facts.map((fact) => (
          <div
            key={fact.figure}
            className="flex flex-col last:col-span-2 lg:last:col-span-1 max-md:last:flex-row max-md:last:items-center max-md:last:gap-5"
          >
            <dt className="order-2 mt-1 text-sm text-balance text-muted">{fact.label}</dt>
            <dd className="font-heading text-[clamp(2.5rem,2rem+2vw,3.5rem)] leading-none font-bold tracking-tighter whitespace-nowrap">
              {fact.figure}
              {fact.unit && <span className="text-2xl"> {fact.unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-line py-4 lg:py-5">{partners}</div>
    </section>
  );
}
