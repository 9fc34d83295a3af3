import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { CybersecurityPage } from '#content/schema/service.ts';

type Threats = CybersecurityPage['threats'];

const levels: Record<Threats['items'][number]['severity'], number> = { Critique: 3, Élevé: 2, Moyen: 1 };

/** A scale of severity from the top down: what each threat can break out of the wall, and the first thing to do. */
export function Threats({ items, firstMoveLabel }: Pick<Threats, 'items' | 'firstMoveLabel'>) {
  return (
    <ol className="rule-claim">
      {items.map((item) => (
        <li
          key={item.title}
          className="grid grid-cols-[5.5rem_1fr] gap-x-5 gap-y-2 py-5 not-first:rule-row sm:grid-cols-[7rem_1fr] lg:grid-cols-12 lg:gap-x-12 lg:py-8"
        >
          <p className="font-heading text-lg leading-none font-bold max-lg:row-span-2 lg:col-span-2 lg:text-xl">
            <Wall missing={levels[item.severity]} />
            <span className={classNames('mt-2.5 block', item.severity === 'Critique' && 'text-danger')}>
              {item.severity}
            </span>
          </p>
          <div className="lg:col-span-6">
            <PhoneDetails title={<h3 className="text-xl md:text-2xl">{item.title}</h3>}>
              <p className="mt-2 text-muted">{item.text}</p>
            </PhoneDetails>
          </div>
          <p className="max-lg:col-start-2 lg:col-span-4">
            <span className="font-semibold text-sea-ink">{firstMoveLabel}</span> {item.firstMove}
          </p>
        </li>
      ))}
    </ol>
  );
}

const bricks = ['M1 43h46v16H1z', 'M17 22h46v16H17z', 'M1 1h46v16H1z'];

/** Three bricks, from the ground up, large enough for a phone; the severity says how many are torn out. */
function Wall({ missing }: { missing: number }) {
  return (
    <svg viewBox="0 0 64 60" aria-hidden="true" className="w-16 sm:w-20" strokeWidth="2">
      {bricks.map((d, index) => {
        const isMissing = index >= bricks.length - missing;
        return (
          <path
            key={d}
            d={d}
            className={isMissing ? 'fill-none stroke-danger' : 'fill-azure'}
            strokeDasharray={isMissing ? '5 4' : undefined}
          />
        );
      })}
    </svg>
  );
}
