import { Badge } from '../ui/badge.tsx';
import { CheckList } from '../ui/check-list.tsx';
import { classNames } from '../ui/class-names.ts';
import { type Action, Actions } from './actions.tsx';

export type Tier = {
  name: string;
  price: string;
  period?: string | undefined;
  description: string;
  features: string[];
  bestFor: string;
  /** Label of the highlighted tier. */
  flag?: string | undefined;
};
type TiersProps = { tiers: Tier[]; bestForLabel: string; action: Action };

export function Tiers({ tiers, bestForLabel, action }: TiersProps) {
  return (
    <ul className="grid gap-6 lg:grid-cols-3">
      {tiers.map((tier) => (
        <li
          key={tier.name}
          className={classNames(
            'flex flex-col rounded-lg border bg-surface p-7',
            tier.flag ? 'border-azure shadow-float ring-1 ring-azure' : 'border-line',
          )}
        >
          <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
            <h3 className="text-2xl">{tier.name}</h3>
            {tier.flag && <Badge>{tier.flag}</Badge>}
          </div>
          <p className="mt-4 text-xl font-semibold">{tier.price}</p>
          {tier.period && <p className="text-sm text-muted">{tier.period}</p>}
          <p className="mt-3 text-muted">{tier.description}</p>
          <CheckList items={tier.features} className="mt-6 grow content-start border-t border-line pt-6" />
          <p className="mt-6 text-sm">
            <span className="font-semibold">{bestForLabel}</span> {tier.bestFor}
          </p>
          <Actions actions={[action]} className="mt-6 *:grow" />
        </li>
      ))}
    </ul>
  );
}
