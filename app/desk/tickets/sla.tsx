import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { QueuedTicket } from '#contract/desk.ts';
import { useDesk } from '#app/desk/components/desk-context.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';

type SlaTarget = Pick<
  QueuedTicket,
  'slaState' | 'slaCalendar' | 'dueKind' | 'dueAt' | 'firstResponseDueAt' | 'minutesLeft'
>;

/** The state of the next SLA target in a few words. Undefined if there is none. */
export function describeSla(
  { slaState, dueAt, firstResponseDueAt, minutesLeft }: SlaTarget,
  { sla }: DeskCopy,
  formats: Formats,
): { text: string; due: string; isLate: boolean } | undefined {
  const at = dueAt ?? firstResponseDueAt;
  if (slaState === null || at === null) return undefined;
  const moment = formats.officeMoment(at);
  const isLate = slaState === 'missed' || (minutesLeft !== null && minutesLeft < 0);
  const due = (isLate ? sla.lateSince : sla.due)(moment);
  if (minutesLeft === null) {
    const ended = { running: sla.kept, paused: sla.paused, met: sla.kept, missed: sla.missed };
    return { text: ended[slaState], due, isLate };
  }
  // The clock of a missed target may not have passed a whole minute of the calendar.
  const duration = formats.duration(Math.abs(minutesLeft));
  return { text: (isLate ? sla.late : sla.left)(duration), due, isLate };
}

type SlaProps = { ticket: SlaTarget; /** With the moment at which it is due. */ isLong?: boolean };

export function Sla({ ticket, isLong = false }: SlaProps) {
  const { copy } = useDesk();
  const formats = useFormats();
  const described = describeSla(ticket, copy, formats);
  if (described === undefined) return <span className="text-muted">{isLong ? copy.sla.none : copy.states.none}</span>;
  const { text, due, isLate } = described;
  const isOpen = ticket.minutesLeft !== null;
  const shown = isLong && isOpen ? `${due}, ${text}` : text;
  return (
    <span
      title={isLong ? undefined : due}
      className={classNames('flex min-w-0 items-center gap-x-1.5 tabular-nums', isLate && 'sla-late')}
    >
      {isLate && isLong && <Icon name="circle-alert" className="size-4" />}
      <span className={isLong ? undefined : 'truncate'}>
        {ticket.dueKind === 'resolution' ? copy.sla.resolution(shown) : shown}
        {ticket.slaCalendar === 'continuous' && isOpen && ` (${copy.sla.continuous})`}
      </span>
    </span>
  );
}
