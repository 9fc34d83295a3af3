import { PremisesPlan } from '#app/marketing/pictures/premises-plan.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

/** What a service does for three trades, each below the plan of its premises. */
export function Sectors({ items }: Pick<MicrosoftCloudPage['sectors'], 'items'>) {
  return (
    <ul className="gap-x-12 lg:grid lg:grid-cols-3">
      {items.map(({ kind, labels, name, text, points }) => (
        <li
          key={name}
          className="break-inside-avoid gap-x-10 max-lg:not-first:rule-row max-lg:first:rule-claim md:max-lg:grid md:max-lg:grid-cols-[12rem_1fr] md:max-lg:py-8"
        >
          <PremisesPlan kind={kind} labels={labels} className="max-md:hidden lg:mb-8" />
          <PhoneDetails className="max-md:py-4" title={<h3 className="text-xl md:text-2xl">{name}</h3>}>
            {/* Three lines, so that the lists below start on one line. */}
            <p className="mt-3 max-w-prose text-muted lg:min-h-[3lh]">{text}</p>
            <ul className="mt-4 grid list-[square] gap-2 pl-5 marker:text-azure">
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </PhoneDetails>
        </li>
      ))}
    </ul>
  );
}
