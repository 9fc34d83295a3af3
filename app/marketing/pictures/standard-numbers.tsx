import type { HomePage } from '#content/schema/pages.ts';

type StandardNumbersProps = Pick<HomePage['training'], 'prefix' | 'standards'>;

export function StandardNumbers({ prefix, standards }: StandardNumbersProps) {
  return (
    <dl className="grid md:grid-cols-3 md:gap-x-12">
      {standards.map(({ number, subject }) => (
        <div
          key={number}
          className="flex items-baseline gap-x-4 border-t border-line-strong py-3 md:block md:pt-5 md:pb-0"
        >
          <dt className="font-heading text-[clamp(1.75rem,1rem+3vw,4rem)] leading-none font-bold tracking-tighter whitespace-nowrap text-azure max-md:w-34 max-md:shrink-0">
            <span className="mr-1 text-sm tracking-wide text-ink lg:mr-2 lg:text-lg">{`${prefix}\u00a0`}</span>
            {number}
          </dt>
          <dd className="font-semibold max-md:text-sm md:mt-3">{subject}</dd>
        </div>
      ))}
    </dl>
  );
}
