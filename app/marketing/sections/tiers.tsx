import type { ReactNode } from 'react';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Amount } from '#app/components/ui/amount.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
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
  /** The card stands on it. */
  ground?: ReactNode;
};
type TiersProps = {
  tiers: Tier[];
  /** Above the features, which a phone folds. */
  includedLabel: string;
  bestForLabel: string;
  /** Filled on the highlighted tier only. */
  action: Action;
  /** Under every price that has a figure, such as « Prix hors taxes ». */
  note?: string | undefined;
};

/** A number in the price: not « Sur devis ». */
const hasFigure = (price: string) => /\d/.test(price);

/** Each part of a tier is a row of the list, so that the same parts of all tiers align. */
export function Tiers({ tiers, includedLabel, bestForLabel, action, note }: TiersProps) {
  return (
    <ul className="grid gap-x-6 gap-y-8 lg:grid-cols-3 lg:gap-y-0">
      {tiers.map((tier) => (
        <li
          key={tier.name}
          className={classNames(
            'relative grid border bg-surface p-5 sm:p-8 md:max-lg:grid-cols-2 md:max-lg:gap-x-10 lg:grid-rows-subgrid',
            tier.ground ? 'lg:row-span-7' : 'lg:row-span-6',
            tier.flag ? 'border-azure shadow-float ring-1 ring-azure' : 'border-line',
          )}
        >
          {tier.flag && (
            <Badge className="absolute top-0 left-5 -translate-y-1/2 border border-transparent px-4 py-1 sm:left-8">
              {tier.flag}
            </Badge>
          )}
          <h3 className="text-2xl">{tier.name}</h3>
          <p className="mt-5 self-end">
            <Amount value={tier.price} />
            {tier.period && <span className="block text-muted">{tier.period}</span>}
            {note && hasFigure(tier.price) && <span className="block text-sm text-muted">{note}</span>}
            {/* Keeps the prices on one line where the tiers stand side by side. */}
            {note && !hasFigure(tier.price) && <span className="block text-sm max-lg:hidden">{'\u00A0'}</span>}
          </p>
          <p className="mt-4 text-muted">{tier.description}</p>
          <PhoneDetails
            className="mt-5 max-md:rule-row max-md:pt-4 md:max-lg:col-start-2 md:max-lg:row-span-5 md:max-lg:row-start-1 md:max-lg:mt-0 lg:rule-row lg:mt-6 lg:pt-6"
            title={<span className="font-semibold md:sr-only">{includedLabel}</span>}
          >
            <CheckList items={tier.features} className="max-md:mt-3" />
          </PhoneDetails>
          <p className="rule-row mt-4 pt-4 text-sm md:mt-6 md:pt-5">
            <span className="font-semibold">{bestForLabel}</span> {tier.bestFor}
          </p>
          <ActionLink
            to={action.to}
            className={buttonClass(tier.flag ? 'primary' : 'secondary', 'md', 'mt-6 self-start print:hidden')}
          >
            {action.label}
          </ActionLink>
          {tier.ground && (
            <div className="col-span-full mt-8 -mx-5 -mb-5 self-end sm:-mx-8 sm:-mb-8">{tier.ground}</div>
          )}
        </li>
      ))}
    </ul>
  );
}
