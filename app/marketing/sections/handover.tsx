import type { ManagedServicesPage } from '#content/schema/service.ts';
import { Steps } from './steps.tsx';

/** Two lines that cross: what the previous provider still does, and what we do, from one step to the next. */
export function Handover({ items, lines }: Pick<ManagedServicesPage['onboarding'], 'items' | 'lines'>) {
  return (
    <>
      <div className="mb-2 grid grid-cols-2 text-sm font-semibold lg:mb-0">
        <p className="text-sea-ink">{lines.previous}</p>
        <p className="text-end text-azure">{lines.ours}</p>
      </div>
      {/* Wider than the section by one gap of the steps, so that its quarters end where their columns begin. */}
      <div className="overflow-x-clip">
        <svg
          viewBox="0 0 1200 120"
          preserveAspectRatio="none"
          fill="none"
          strokeLinecap="round"
          aria-hidden="true"
          className="mb-6 h-20 w-full overflow-visible lg:mb-8 lg:h-32 lg:w-[calc(100%+2.5rem)]"
        >
          <path
            className="stroke-line-strong"
            strokeDasharray="1 6"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            d="M300 0v120M600 0v120M900 0v120"
          />
          <path
            className="stroke-sea"
            strokeDasharray="2 8"
            strokeWidth="3"
            vectorEffect="non-scaling-stroke"
            d="M2 8H300V46H600V88H900V116H1198"
          />
          <path
            className="stroke-azure"
            strokeWidth="3"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            d="M2 116H300V78H600V36H900V4H1198"
          />
        </svg>
      </div>
      <Steps isFolded steps={items} />
    </>
  );
}
