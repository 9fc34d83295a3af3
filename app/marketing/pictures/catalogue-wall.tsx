import { classNames } from '#app/components/ui/class-names.ts';
import { awardOf } from '#app/marketing/catalogue/course-title.ts';

type Stone = { slug: string; standard: string; title: string; isAvailable: boolean };
type CatalogueWallProps = {
  /** Ten, from the top of the wall down: rows of three, four and three. */
  stones: Stone[];
  label: string;
  /** `sm`: beside a text, with one course for each of three standards on a phone. */
  size?: 'md' | 'sm';
};

const [third, quarter] = ['col-span-2 md:col-span-8', 'col-span-3 md:col-span-6'];

/** On a phone the row of four becomes two of two. */
const places = [third, third, third, quarter, quarter, quarter, quarter, third, third, third];

/** What `sm` shows on a phone. */
const onPhone = ['iso-27001-lead-implementer', 'iso-22301-lead-implementer', 'iso-31000-risk-manager'];
const sizes = {
  md: {
    wall: 'wrap',
    stone: 'min-h-20 md:min-h-28 lg:min-h-34',
    standard: 'text-[clamp(1.375rem,0.6rem+3.2vw,3.5rem)]',
    award: 'md:text-sm',
  },
  sm: { wall: '', stone: 'min-h-20 lg:min-h-32', standard: 'text-[clamp(1.375rem,0.6rem+3.2vw,2.75rem)]', award: '' },
};

/** The rampart of the catalogue: every stone is a course and leads to it. It stands on the section below. */
export function CatalogueWall({ stones, label, size = 'md' }: CatalogueWallProps) {
  return (
    <nav aria-label={label} className={`${sizes[size].wall} print:hidden`}>
      <ul className="grid grid-cols-6 pt-px pl-px md:grid-cols-24">
        {stones.map(({ slug, standard, title, isAvailable }, index) => {
          const award = awardOf({ title, standard });
          const className = classNames(
            'flex h-full flex-col justify-center px-2 py-3 text-center',
            sizes[size].stone,
            isAvailable ? 'hover:bg-sun hover:text-night' : 'bg-sun-tint text-sun-ink',
          );
          const stone = (
            <>
              <span className={`block font-heading leading-none font-bold tracking-tighter ${sizes[size].standard}`}>
                {standard}
              </span>{' '}
              <span className={`mt-1 block text-xs text-balance ${sizes[size].award}`}>{award}</span>
            </>
          );
          return (
            <li
              key={slug}
              className={classNames(
                places[index],
                size === 'sm' && (onPhone.includes(slug) ? 'max-sm:col-span-2' : 'max-sm:hidden'),
                '-mt-px -ml-px border-2 bg-surface text-ink',
                isAvailable ? 'border-azure' : 'border-dashed border-line-strong',
              )}
            >
              {isAvailable ? (
                <a href={`/formations/${slug}`} className={`${className} -outline-offset-3`}>
                  {stone}
                </a>
              ) : (
                <span className={className}>{stone}</span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
