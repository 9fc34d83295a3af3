import { Badge, type BadgeLook } from '#app/components/ui/badge.tsx';
import { FullText } from '#app/components/ui/full-text.tsx';

export type Statuses = Record<string, { label: string; look: BadgeLook }>;

/** product §4: an unknown value is shown raw, in an outline badge. */
export function StatusBadge({ value, known }: { value: string; known: Statuses }) {
  const { label, look } = statusOf(value, known);
  return (
    <Badge look={look}>
      <FullText text={label} />
    </Badge>
  );
}

const statusOf = (value: string, known: Statuses): { label: string; look: BadgeLook } =>
  Object.hasOwn(known, value) ? (known[value] ?? { label: value, look: 'outline' }) : { label: value, look: 'outline' };

export const statusLabel = (known: Statuses) => (value: string) => statusOf(value, known).label;
