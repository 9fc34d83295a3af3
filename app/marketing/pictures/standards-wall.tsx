import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { WhyUsPage } from '#content/schema/pages.ts';

/** Rows of three, four and three, as in the catalogue's wall. */
const [third, quarter] = ['lg:col-span-4', 'lg:col-span-3'];
const places = [third, third, third, quarter, quarter, quarter, quarter, third, third, third];

/** « ISO/IEC », « 27001 » and nothing; nothing, « EBIOS » and « Risk Manager ». */
const partsOf = (name: string) => /^(ISO\S*\s)?(\S+)(.*)$/.exec(name)?.slice(1) ?? ['', name, ''];

/** A brick for each standard that our work refers to. It stands on the section below. */
export function StandardsWall({ items }: Pick<WhyUsPage['certifications'], 'items'>) {
  return (
    <ul className="-mb-10 grid pt-0.5 pl-0.5 sm:grid-cols-2 lg:-mb-28 lg:grid-cols-12 print:mb-0 print:grid-cols-2">
      {items.map(({ name, text }, index) => {
        const [before, main, after] = partsOf(name);
        return (
          <li
            key={name}
            className={classNames(
              '-mt-0.5 -ml-0.5 break-inside-avoid border-2 border-azure bg-surface px-4 py-2.5 sm:py-5 lg:p-6',
              places[index],
            )}
          >
            <PhoneDetails
              title={
                <h3 className="text-xl leading-tight tracking-tighter sm:text-3xl sm:leading-none">
                  {before && <span className="text-sm font-semibold tracking-[0] sm:mr-1 sm:text-base">{before}</span>}
                  {main}
                  {after && <span className="text-sm font-semibold tracking-[0] sm:ml-1 sm:text-base">{after}</span>}
                </h3>
              }
            >
              <p className="mt-2 text-sm text-muted sm:mt-3">{text}</p>
            </PhoneDetails>
          </li>
        );
      })}
    </ul>
  );
}
