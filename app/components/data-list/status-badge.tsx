import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';

export type Statuses = Record<string, { label: string; variant: BadgeVariant }>;

/** product §4: an unknown value is shown raw, in an outline badge. */
export function StatusBadge({ value, known }: { value: string; known: Statuses }) {
  const { label, variant } = statusOf(value, known);
  return (
    <Badge variant={variant}>
      <TruncatedText text={label} />
    </Badge>
  );
}

const statusOf = (value: string, known: Statuses): { label: string; variant: BadgeVariant } =>
  Object.hasOwn(known, value) ? (known[value] ?? { label: value, variant: 'outline' }) : { label: value, variant: 'outline' };

export const statusLabel = (known: Statuses) => (value: string) => statusOf(value, known).label;
