import { BayLine, YearWall } from '#app/marketing/pictures/year-wall.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Actions } from './actions.tsx';
import type { HomePage } from '#content/schema/pages.ts';

export function HomeHero({ eyebrow, titleLines, lead, badges, badgesNote, actions, wall }: HomePage['hero']) {
  return (
    <div className="flex min-h-[min(41rem,100svh-4.5rem)] flex-col justify-between overflow-hidden pt-8 lg:pt-12 sm:tall:min-h-[46rem]">
      <div className="wrap">
        <h1 className="text-[clamp(2rem,10.6vw,2.75rem)] leading-[0.98] tracking-tighter sm:text-5xl">
          <span className="mb-3 block font-sans text-base leading-normal font-semibold tracking-[0] text-sea-ink">
            {`${eyebrow} `}
          </span>
          {titleLines.map((line) => (
            <span key={line} className="block">
              {`${line} `}
            </span>
          ))}
        </h1>
        <div className="mt-6 flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
          <p className="max-w-[38rem] text-lg text-muted">{lead}</p>
          <div>
            <Actions actions={actions} />
            <ul className="mt-4 flex flex-wrap gap-2">
              {badges.map((badge) => (
                <li key={badge} className="flex">
                  <Badge variant="outline">{badge}</Badge>
                </li>
              ))}
            </ul>
            <p className="mt-1 text-xs text-muted">{badgesNote}</p>
          </div>
        </div>
      </div>
      <figure className="relative mt-8 lg:mt-5">
        <figcaption className="wrap mb-3 text-sm font-medium text-balance min-[85rem]:absolute min-[85rem]:right-(--wall-width) min-[85rem]:bottom-[calc(var(--leader-height)-0.7rem)] min-[85rem]:mb-0 min-[85rem]:w-84 min-[85rem]:pr-12 min-[85rem]:text-right">
          <span aria-hidden="true" className="mr-2 inline-block h-2 w-4 bg-sun forced-color-adjust-none" />
          {wall.caption}
          <span className="block font-normal text-muted">
            <span className="sm:hidden">{wall.scale.day}</span>
            <span className="max-sm:hidden">{wall.scale.hour}</span>
          </span>
        </figcaption>
        <div className="bay-and-wall">
          <BayLine />
          <YearWall label={wall.label} />
        </div>
      </figure>
    </div>
  );
}
