import { CasePicture } from '#app/marketing/pictures/case-picture.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { HomePage } from '#content/schema/pages.ts';

export function CaseStudies({ items }: Pick<HomePage['caseStudies'], 'items'>) {
  return (
    <ol>
      {items.map((item) => (
        <li key={item.title} className="grid gap-x-12 gap-y-4 rule-row py-5 last:pb-0 lg:grid-cols-12 lg:py-16">
          <div
            className={classNames(
              'flex flex-wrap items-end justify-between gap-x-8 gap-y-3 self-start lg:col-span-5',
              item.picture.kind === 'dial' ? 'lg:flex-nowrap lg:items-center' : 'lg:block',
            )}
          >
            <Badge text={item.badge} figure={item.figure} />
            <div className={item.picture.kind === 'dial' ? 'w-40 shrink-0 lg:w-60' : 'w-full lg:mt-10'}>
              <CasePicture {...item.picture} />
            </div>
          </div>
          <div className="lg:col-span-7">
            <p className="text-sm font-semibold text-sea-ink">{item.industry}</p>
            <PhoneDetails className="mt-1" title={<h3 className="text-xl md:text-2xl">{item.title}</h3>}>
              <p className="mt-2 max-w-prose max-sm:text-sm lg:mt-4 lg:text-lg">{item.summary}</p>
              <ul className="mt-4 grid gap-1.5 max-sm:text-sm lg:mt-6">
                {item.results.map((result) => (
                  <li
                    key={result}
                    className="grid grid-cols-[1.75rem_1fr] items-baseline font-medium before:h-2 before:w-4 before:bg-azure"
                  >
                    {result}
                  </li>
                ))}
              </ul>
            </PhoneDetails>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Badge({ text, figure }: { text: string; figure: string }) {
  const [before, after] = text.split(figure);
  return (
    <p className="text-lg font-semibold">
      {before}
      <span className="block font-heading text-figure font-bold tracking-tighter whitespace-nowrap text-azure">
        {figure}
      </span>
      {after}
    </p>
  );
}
