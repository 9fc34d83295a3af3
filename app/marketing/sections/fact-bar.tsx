import type { HomePage } from '#content/schema/pages.ts';

/** The figures of the offer at once, directly under the hero. */
export function FactBar({ facts }: Pick<HomePage, 'facts'>) {
  return (
    <section className="ground-ink">
      <ul className="wrap grid grid-cols-2 gap-x-6 gap-y-5 py-8 md:grid-cols-3 lg:grid-cols-5 lg:gap-x-8 lg:py-14">
        {facts.map((fact) => (
          <li
            key={fact.figure}
            className="last:col-span-2 lg:last:col-span-1 max-md:last:flex max-md:last:items-center max-md:last:gap-5"
          >
            <p className="font-heading text-[clamp(2.5rem,2rem+2vw,3.5rem)] leading-none font-bold tracking-tighter sm:whitespace-nowrap">
              {fact.figure}
              {fact.unit && <span className="text-2xl"> {fact.unit}</span>}
            </p>
            <p className="mt-1 text-sm text-balance text-muted">{fact.label}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
