import { Badge } from '#app/components/ui/badge.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { formatDay, notAvailable } from '#app/lib/formats.ts';
import { useCurrency } from '#app/lib/portal-context.ts';
import { formatMoney } from '#contract/money.ts';
import type { Column, Statuses } from './list-view.ts';

function Money({ amount }: { amount: string | null }) {
  const currency = useCurrency();
  return (
    <TruncatedText
      text={amount === null ? notAvailable : formatMoney(amount, currency)}
      className="font-semibold tabular-nums"
    />
  );
}

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

type Values<Key extends string, Value = string> = Record<Key, Value>;
type Place = Pick<Column<never>, 'label' | 'widthPercent'> & Partial<Pick<Column<never>, 'cardSlot'>>;

/** In all columns below, the API's name for sorting is the name of the field. */
export const badgeColumn = <Key extends string>(
  key: Key,
  { known, ...place }: Place & { known: Statuses },
): Column<Values<Key>> => ({
  sort: key,
  cardSlot: 'half',
  ...place,
  cell: (item) => <StatusBadge value={item[key]} known={known} />,
  csv: (item) => statusLabel(known, item[key]),
});

/** A text of two lines. */
export const nameColumn = <Key extends string>(
  key: Key,
  { className, ...place }: Place & { className?: string },
): Column<Values<Key>> => ({
  sort: key,
  cardSlot: 'wide',
  isName: true,
  ...place,
  cell: (item) => <TruncatedText text={item[key]} lines={2} className={className} />,
  csv: (item) => item[key],
});

/** A number or key with a button that copies it. */
export const copyColumn = <Key extends string>(
  key: Key,
  { copyLabel, className = 'font-semibold', ...place }: Place & { copyLabel: string; className?: string },
): Column<Values<Key>> => ({
  sort: key,
  cardSlot: 'title',
  ...place,
  cell: (item) => (
    <span className="flex items-center gap-1">
      <TruncatedText text={item[key]} className={className} />
      <CopyButton text={item[key]} label={copyLabel} />
    </span>
  ),
  csv: (item) => item[key],
});

export const dayColumn = <Key extends string>(
  key: Key,
  { missing = notAvailable, ...place }: Place & { missing?: string },
): Column<Values<Key, string | null>> => ({
  sort: key,
  cardSlot: 'half',
  ...place,
  cell: (item) => (item[key] === null ? missing : formatDay(item[key])),
  csv: (item) => item[key] ?? '',
});

export const moneyColumn = <Key extends string>(key: Key, place: Place): Column<Values<Key, string | null>> => ({
  sort: key,
  cardSlot: 'half',
  isMoney: true,
  ...place,
  cell: (item) => <Money amount={item[key]} />,
  csv: (item) => item[key] ?? '',
});
