import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { notAvailable } from '#app/lib/formats.ts';
import { useCurrency } from '#app/lib/portal-context.ts';
import { formatMoney } from '#contract/money.ts';

export function Money({ amount }: { amount: string | null }) {
  const currency = useCurrency();
  return (
    <TruncatedText
      text={amount === null ? notAvailable : formatMoney(amount, currency)}
      className="font-semibold tabular-nums"
    />
  );
}

export type Statuses = Record<string, { label: string; variant: BadgeVariant }>;

export function StatusBadge({ value, known }: { value: string; known: Statuses }) {
  const { label, variant } = statusOf(value, known);
  return (
    <Badge variant={variant}>
      <TruncatedText text={label} />
    </Badge>
  );
}

/** product §4: an unknown value is shown raw, in an outline badge. */
const statusOf = (value: string, known: Statuses) =>
  (Object.hasOwn(known, value) ? known[value] : undefined) ?? ({ label: value, variant: 'outline' } as const);

export const statusLabel = (known: Statuses, value: string) => statusOf(value, known).label;
