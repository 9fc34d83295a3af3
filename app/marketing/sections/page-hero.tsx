import { Fragment, type ReactNode } from 'react';
import { Breadcrumb, type Crumb } from '#app/components/ui/breadcrumb.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Phrases } from '#app/components/ui/phrases.tsx';
import { type Action, Actions } from './actions.tsx';
import { Eyebrow } from './section.tsx';

type PageHeroProps = {
  /** Only where it adds a fact that neither title nor breadcrumb has. */
  eyebrow?: string | undefined;
  title: string;
  /** `sm` for a title whose phrases would not fit on a line each. */
  titleSize?: keyof typeof titleSizes;
  lead: string;
  actions: Action[];
  crumbs: Crumb[];
  /** Between the lead and the buttons: badges, a price. */
  facts?: ReactNode;
  /** The lead and the buttons beside the title, above a picture that takes the whole width. */
  isWide?: boolean;
  /** Columns 8 to 12: a picture, a panel of facts or a form. */
  aside?: ReactNode;
};

const titleSizes = { md: 'text-4xl', sm: 'text-[clamp(2rem,1.3rem+2.1vw,3.25rem)] leading-[1.06]' };

export function PageHero({
  eyebrow,
  title,
  titleSize = 'md',
  lead,
  actions,
  crumbs,
  facts,
  isWide = false,
  aside,
}: PageHeroProps) {
  const Part = isWide ? 'div' : Fragment;
  const text = (
    <>
      <Part>
        {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
        <h1 className={classNames('max-w-4xl tracking-tighter', titleSizes[titleSize])}>
          <Phrases text={title} />
        </h1>
      </Part>
      <Part>
        <p className="mt-6 max-w-prose text-lg text-muted lg:text-balance print:mt-1 print:max-w-none">{lead}</p>
        {facts && <div className="mt-6 flex flex-wrap items-center gap-3 print:mt-2">{facts}</div>}
        {actions.length > 0 && <Actions actions={actions} className="mt-8" />}
      </Part>
    </>
  );
  return (
    <div className="wrap pt-5 pb-12 lg:pt-8 lg:pb-20 print:py-2">
      {/* At the same height on every page, above the picture too. */}
      <div className="mb-5 lg:mb-6">
        <Breadcrumb crumbs={crumbs} />
      </div>
      <div className={aside === undefined ? undefined : 'grid gap-x-12 gap-y-10 lg:grid-cols-12 print:block'}>
        {/* Beside a tall picture the text stands in the middle, not above a void. */}
        <div className="min-w-0 self-center lg:col-span-7">
          {isWide ? (
            <div className="xl:grid xl:grid-cols-[8fr_5fr] xl:items-end xl:gap-x-16 print:block">{text}</div>
          ) : (
            text
          )}
        </div>
        {aside && <div className="min-w-0 self-start lg:col-span-5">{aside}</div>}
      </div>
    </div>
  );
}
