import type { ReactNode } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import type { Action } from './actions.tsx';

export type Tier = {
  name: string;
  price: string;
  period?: string | undefined;
  description: string;
  features: string[];
  bestFor: string;
  /** Label of the highlighted tier. */
  flag?: string | undefined;
  /** Under the price. */
  picture?: ReactNode;
};
type TiersProps = {
  tiers: Tier[];
  bestForLabel: string;
  /** Filled on the highlighted tier only. */
  action: Action;
  /** Under every price that has a figure, such as « Prix hors taxes ». */
  note?: string | undefined;
};

/** Each part of a tier is a row of the list, so that the same parts of all tiers align. */
export function Tiers({ tiers, bestForLabel, action, note }: TiersProps) {
  return (
    <ul className="grid gap-x-6 gap-y-10 lg:grid-cols-3 lg:gap-y-0">
      {tiers.map((tier) => (
        <li
          key={tier.name}
          className={classNames(
            'relative grid border bg-surface p-6 sm:p-8 lg:row-span-6 lg:grid-rows-subgrid',
            tier.flag ? 'border-azure shadow-float ring-1 ring-azure' : 'border-line',
          )}
        >
          {tier.flag && (
            <Badge className="absolute top-0 left-6 -translate-y-1/2 border border-transparent px-4 py-1 sm:left-8">
              {tier.flag}
            </Badge>
          )}
          <h3 className="text-2xl">{tier.name}</h3>
          <div className="mt-5 self-end">
            <p>
              <Amount value={tier.price} />
              {tier.period && <span className="block text-muted">{tier.period}</span>}
              {note && /\d/.test(tier.price) && <span className="block text-sm text-muted">{note}</span>}
              {/* Keeps the prices on one line where the tiers stand side by side. */}
              {note && !/\d/.test(tier.price) && <span className="block text-sm max-lg:hidden">{'\u00A0'}</span>}
            </p>
            {tier.picture && <div className="mt-5">{tier.picture}</div>}
          </div>
          <p className="mt-4 text-muted">{tier.description}</p>
          <CheckList items={tier.features} className="mt-6 content-start border-t border-line pt-6" />
          <p className="mt-6 border-t border-line pt-5 text-sm">
            <span className="font-semibold">{bestForLabel}</span> {tier.bestFor}
          </p>
          <ActionLink
            to={action.to}
            className={buttonClass(tier.flag ? 'primary' : 'secondary', 'md', 'mt-6 self-start print:hidden')}
          >
            {action.label}
          </ActionLink>
        </li>
      ))}
    </ul>
  );
}
