import type { ReactNode } from 'react';
import { Eyebrow } from './section.tsx';
import { type Action, Actions } from './actions.tsx';

type PageHeroProps = {
  eyebrow: string;
  title: string;
  lead: string;
  actions: Action[];
  /** Above the title: breadcrumb and back link. */
  above?: ReactNode;
  /** Between the lead and the buttons: badges, a price. */
  facts?: ReactNode;
  picture?: ReactNode;
};

export function PageHero({ eyebrow, title, lead, actions, above, facts, picture }: PageHeroProps) {
  return (
    <div className="border-b border-line print:border-0">
      <div
        className={
          picture
            ? 'wrap grid items-center gap-10 py-10 sm:py-16 print:py-2 lg:grid-cols-[1.15fr_0.85fr] lg:gap-16'
            : 'wrap py-10 sm:py-16 print:py-2'
        }
      >
        <div>
          {above && <div className="mb-6">{above}</div>}
          <Eyebrow>{eyebrow}</Eyebrow>
          <h1 className="max-w-3xl text-4xl">{title}</h1>
          <p className="mt-5 max-w-prose text-lg text-muted print:mt-1 print:max-w-none">{lead}</p>
          {facts && <div className="mt-6 flex flex-wrap items-center gap-3 print:mt-2">{facts}</div>}
          {actions.length > 0 && <Actions actions={actions} className="mt-8" />}
        </div>
        {picture && <div className="mx-auto w-full max-w-md lg:max-w-none">{picture}</div>}
      </div>
    </div>
  );
}
