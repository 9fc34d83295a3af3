import { Bricks } from '#app/components/figures/bricks.tsx';
import { bricksLeft } from '#app/components/figures/bricks-left.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { TicketPageCopy } from '#content/portal/en/conversation.ts';
import type { Sla } from '#contract/conversation.ts';

type Variant = 'due' | 'kept' | 'missed';

const variants: Record<Variant, { icon: string; className: string }> = {
  due: { icon: 'clock', className: 'bg-tint text-ink' },
  kept: { icon: 'badge-check', className: 'bg-success-tint text-success' },
  missed: { icon: 'circle-alert', className: 'bg-danger-tint text-danger' },
};

/** The state of the SLA target of a first response. What was missed is said as plainly as what was kept. */
export function describeTarget(
  { state, dueAt, respondedAt, isKept }: Sla,
  { copy, formats }: { copy: TicketPageCopy['sla']; formats: Formats },
  now = new Date(),
): { variant: Variant; text: string } {
  const at = (moment: string) => copy.at(formats.officeMoment(moment, now));
  const due = at(dueAt);
  if (respondedAt !== null) {
    return isKept === true
      ? { variant: 'kept', text: copy.kept(at(respondedAt)) }
      : { variant: 'missed', text: copy.late(at(respondedAt), due) };
  }
  if (state === 'paused') return { variant: 'due', text: copy.paused };
  // Between the due time and the next run of the server that marks it, nobody has to be told that all is well.
  if (isKept === false || new Date(dueAt) < now) return { variant: 'missed', text: copy.missed(due) };
  return { variant: 'due', text: copy.due(due) };
}

/** What applies to this ticket, in words: both targets, their calendar, and until when it will be resolved. */
export function describeTerms(
  { minutes, calendar, resolution }: Sla,
  { copy, formats }: { copy: TicketPageCopy['sla']; formats: Formats },
  now = new Date(),
): string[] {
  const time = (length: number) =>
    length % 60 === 0 ? formats.plural(length / 60, copy.hours) : formats.duration(length);
  if (resolution === null) return [copy.terms[calendar](time(minutes))];
  const { state, dueAt, isKept } = resolution;
  const due = copy.at(formats.officeMoment(dueAt, now));
  return [
    copy.terms[calendar](time(minutes), time(resolution.minutes)),
    ...(state === 'running' && isKept === null ? [copy.resolutionDue(due)] : []),
    ...(state === 'missed' ? [copy.resolutionMissed(due)] : []),
  ];
}

/** Imported tickets have no SLA target. */
export function ResponseTarget({ sla, copy }: { sla: Sla | null; copy: TicketPageCopy['sla'] }) {
  const formats = useFormats();
  if (sla === null) return null;
  const { variant, text } = describeTarget(sla, { copy, formats });
  const { icon, className } = variants[variant];
  const { minutesLeft, minutes } = sla;
  return (
    <div className="grid gap-2 justify-self-start text-sm">
      <p className={classNames('flex gap-2.5 justify-self-start px-3.5 py-2 font-semibold', className)}>
        {variant === 'due' && minutesLeft !== null ? (
          <Bricks bricks={bricksLeft(minutesLeft, minutes)} className="shrink-0 self-center" />
        ) : (
          <Icon name={icon} className="mt-0.5 size-4.5" />
        )}
        {text}
      </p>
      <p className="text-muted">{describeTerms(sla, { copy, formats }).join(' ')}</p>
    </div>
  );
}
