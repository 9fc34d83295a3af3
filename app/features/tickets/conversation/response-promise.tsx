import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { Sla, TicketCard } from '#contract/conversation.ts';
import { formatOfficeTime } from './times.ts';

type Variant = 'due' | 'kept' | 'missed';

const variants: Record<Variant, { icon: string; className: string }> = {
  due: { icon: 'clock', className: 'bg-tint text-ink' },
  kept: { icon: 'badge-check', className: 'bg-success-tint text-success' },
  missed: { icon: 'circle-alert', className: 'bg-danger-tint text-danger' },
};

/** What became of the promise of a first response. What was missed is said as plainly as what was kept. */
export function describePromise(
  { state, dueAt, respondedAt, isKept }: Sla,
  city: string,
  now = new Date(),
): { variant: Variant; text: string } {
  const due = `${formatOfficeTime(dueAt, now)} (${city})`;
  if (respondedAt !== null) {
    const answered = `${formatOfficeTime(respondedAt, now)} (${city})`;
    return isKept === true
      ? { variant: 'kept', text: `Answered in time: ${answered}` }
      : { variant: 'missed', text: `Answered late: ${answered}. It was due by ${due}. We are sorry.` };
  }
  if (state === 'paused')
    return { variant: 'due', text: 'We wait for your answer. Until then, the time for ours stands still.' };
  // Between the due time and the next run of the server that marks it, nobody has to be told that all is well.
  if (isKept === false || new Date(dueAt) < now)
    return { variant: 'missed', text: `Our answer was due by ${due}. We missed it, and we are sorry.` };
  return { variant: 'due', text: `Answer due by ${due}` };
}

/** Nothing was promised for imported tickets. */
export function ResponsePromise({ ticket, city }: { ticket: TicketCard; city: string }) {
  if (ticket.sla === null) return null;
  const { variant, text } = describePromise(ticket.sla, city);
  const { icon, className } = variants[variant];
  return (
    <p className={classNames('flex gap-2 justify-self-start rounded-md px-3.5 py-2 text-sm font-semibold', className)}>
      <Icon name={icon} className="mt-0.5 size-4.5" />
      {text}
    </p>
  );
}
