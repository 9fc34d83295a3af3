import type { ReactNode } from 'react';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { useCurrency } from '#app/lib/portal-context.ts';
import { notAvailable } from '#app/lib/formats.ts';
import type { Customer } from '#contract/customers.ts';
import { formatMoney } from '#contract/money.ts';
import { Panel } from './panel.tsx';

/** product §2: default for low, secondary for medium, destructive otherwise. */
const riskVariants: Record<string, BadgeVariant> = { low: 'default', medium: 'secondary' };
export const riskBadge = (risk: string): BadgeVariant =>
  (Object.hasOwn(riskVariants, risk) ? riskVariants[risk] : undefined) ?? 'destructive';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  );
}

export function AccountCard({ customer }: { customer: Customer }) {
  const currency = useCurrency();
  const { name, contact, email, phone, risk, totalOutstanding } = customer;
  return (
    <Panel title="Account Information">
      <div className="grid gap-x-10 gap-y-6 p-5 lg:grid-cols-[1fr_auto]">
        <dl className="grid content-start gap-x-8 gap-y-4 sm:grid-cols-2 md:grid-cols-3">
          <Fact label="Company Name">{name}</Fact>
          <Fact label="Contact Person">{contact || notAvailable}</Fact>
          <Fact label="Email">{email || notAvailable}</Fact>
          <Fact label="Phone">{phone || notAvailable}</Fact>
          <Fact label="Account Status">
            <Badge variant={riskBadge(risk)} className="wrap-anywhere">
              {risk} risk
            </Badge>
          </Fact>
        </dl>
        <dl className="grid content-center rounded-md bg-tint px-5 py-4 lg:min-w-60">
          <dt className="text-xs text-muted">Outstanding Balance</dt>
          <dd className="mt-1 font-heading text-2xl font-bold tracking-tight tabular-nums wrap-anywhere">
            {formatMoney(totalOutstanding, currency)}
          </dd>
        </dl>
      </div>
    </Panel>
  );
}
