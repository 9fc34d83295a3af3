import type { ReactNode } from 'react';

type FactBarProps = { facts: { figure: string; unit?: string | undefined; label: string }[]; partners: ReactNode };

/** The figures of the offer at once, directly under the hero, and with whom it is delivered. */
export function FactBar({ facts, partners }: FactBarProps) {
  return (
    <section className="ground-ink">
      <dl className="wrap grid grid-cols-2 gap-x-8 gap-y-6 pt-10 pb-8 sm:grid-cols-3 lg:grid-cols-5 lg:pt-14 lg:pb-10">
        {facts.map((fact) => (
          <div key={fact.figure} className="flex flex-col">
            <dt className="order-2 mt-1 text-sm text-muted">{fact.label}</dt>
            <dd className="font-heading text-[clamp(2.5rem,2rem+2vw,3.5rem)] leading-none font-bold tracking-tighter whitespace-nowrap">
              {fact.figure}
              {fact.unit && <span className="text-2xl"> {fact.unit}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t border-line py-5">{partners}</div>
    </section>
  );
}
