import { StatusBadge } from '#app/components/data-list/columns.tsx';
import type { Statuses } from '#app/components/data-list/list-view.ts';

/** A value without a label: `under_review` as « Under review ». */
export const inWords = (value: string) => value.slice(0, 1).toUpperCase() + value.slice(1).replaceAll('_', ' ');

/** As in the portal, but with words also for values that have no label. */
export function DeskStatus({ value, known }: { value: string; known: Statuses }) {
  const named = { [value]: { label: inWords(value), variant: 'outline' as const }, ...known };
  return <StatusBadge value={value} known={named} />;
}
