import type { ReactNode } from 'react';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { badges, type Statuses } from '#app/components/data-list/list-view.ts';
import type { BadgeVariant } from '#app/components/ui/badge.tsx';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import { records } from '#contract/record-lists.ts';
import { labelOf, useDesk } from './desk-context.ts';

const risks = { low: 'success', medium: 'warning', high: 'destructive' } as const;

type Codes = DeskCopy['statuses'];
type BadgeKind = Exclude<keyof Codes, 'priorities' | 'methods' | 'licenseTypes'>;

const variants: { [Kind in BadgeKind]: Record<keyof Codes[Kind], BadgeVariant> } = {
  tickets: {
    open: 'default',
    in_progress: 'secondary',
    waiting_customer: 'warning',
    resolved: 'success',
    closed: 'outline',
  },
  invoices: { paid: 'success', overdue: 'destructive', pending: 'warning', void: 'outline', disputed: 'outline' },
  appointments: {
    held: 'warning',
    booked: 'success',
    done: 'secondary',
    cancelled: 'outline',
    no_show: 'destructive',
  },
  contracts: {
    active: 'success',
    expired: 'destructive',
    terminated: 'secondary',
    draft: 'outline',
    under_review: 'outline',
    void: 'outline',
  },
  payments: {
    completed: 'success',
    pending: 'warning',
    failed: 'destructive',
    refunded: 'secondary',
    chargeback: 'outline',
    void: 'outline',
  },
  licenses: {
    active: 'success',
    expired: 'destructive',
    suspended: 'warning',
    pending_activation: 'outline',
    terminated: 'secondary',
    void: 'outline',
  },
  risks,
  namedRisks: risks,
};

/** For the conversation, which the portal shares. */
export const ticketBadges = ({ statuses }: DeskCopy): Statuses => badges(statuses.tickets, variants.tickets);

/** A value without a label: `under_review` as « Under review ». */
export const inWords = (value: string) => value.slice(0, 1).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** The label of a code, in words also where the portal does not know it. */
export const statusLabel = ({ statuses, words }: DeskCopy, of: keyof Codes, value: string) =>
  labelOf(statuses[of], value) ?? labelOf<string>(words, value) ?? inWords(value);

const { invoices, contracts, payments, licenses } = records;
const known: Partial<Record<keyof Codes, readonly string[]>> = {
  invoices: invoices.columns.status.codes,
  contracts: contracts.columns.status.codes,
  payments: payments.columns.status.codes,
  methods: payments.columns.paymentMethod.codes,
  licenses: licenses.columns.status.codes,
  licenseTypes: licenses.columns.licenseType.codes,
};

/** Words for a code. What the portal shows as it is stored also has that as a tooltip, and for screen readers. */
export function Code({ of, value, children }: { of: keyof Codes; value: string; children: ReactNode }) {
  const { statuses, storedAs } = useDesk().copy;
  if ((known[of] ?? Object.keys(statuses[of])).includes(value)) return children;
  return (
    <span title={storedAs(value)} className="relative inline-grid max-w-full min-w-0 overflow-hidden align-middle">
      {children}
      <span className="sr-only"> ({storedAs(value)})</span>
    </span>
  );
}

/** As in the portal, but with words also for values that have no label. */
export function DeskStatus({ of, value }: { of: BadgeKind; value: string }) {
  const label = statusLabel(useDesk().copy, of, value);
  return (
    <Code of={of} value={value}>
      <StatusBadge value={value} known={{ [value]: { label, variant: labelOf(variants[of], value) ?? 'outline' } }} />
    </Code>
  );
}
