import { classNames } from '#app/components/ui/class-names.ts';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { labelOf, useDesk } from './desk-context.ts';
import { Code, statusLabel } from './desk-status.tsx';

type AssigneeProps = {
  id: string | null;
  name: string | null;
  myId: string;
  /** Somebody should take it at once. */
  isUrgent?: boolean;
};

export function Assignee({ id, name, myId, isUrgent = false }: AssigneeProps) {
  const { copy } = useDesk();
  if (id === null || name === null)
    return <span className={isUrgent ? 'font-semibold text-danger' : 'text-muted'}>{copy.queue.unassigned}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className={classNames('initials', id === myId && 'initials-own')}>
        {initialsOf(name)}
      </span>
      <TruncatedText text={name} />
    </span>
  );
}

/** An email address counts as the name before its @. */
export const initialsOf = (name: string) =>
  name
    .replace(/@.*/, '')
    .split(/[\s._+-]+/)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

const bars: Record<string, number> = { low: 1, medium: 2, high: 3, urgent: 4 };

export const isHighPriority = (priority: string) => (labelOf(bars, priority) ?? 0) > 2;

/** Four bars and the word: read without colour, and at a glance. */
export function Priority({ value }: { value: string }) {
  const { copy } = useDesk();
  const filled = labelOf(bars, value) ?? 0;
  return (
    <span className="priority" data-priority={filled}>
      <span aria-hidden="true" className="priority-bars">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-filled={bar <= filled} />
        ))}
      </span>
      <Code of="priorities" value={value}>
        <span dir="auto" className="truncate">
          {statusLabel(copy, 'priorities', value)}
        </span>
      </Code>
    </span>
  );
}
