import { type Brick, Bricks } from '#app/components/figures/bricks.tsx';
import { bricksLeft, timeBricks } from '#app/components/figures/bricks-left.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { slaMinutes } from '#contract/ticket-states.ts';
import { useDesk } from '#app/desk/components/desk-context.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';

type SlaTarget = Pick<
  QueuedTicket,
  'slaState' | 'slaCalendar' | 'dueKind' | 'dueAt' | 'firstResponseDueAt' | 'minutesLeft' | 'targetMinutes'
>;

const nothingLeft = Array.from({ length: timeBricks }, (): Brick => 'open');

/** What is left of the target. Undefined if it is met, which needs no clock, or not known. */
export function slaBricks({ slaState, minutesLeft, targetMinutes }: SlaTarget): Brick[] | undefined {
  if (slaState === null || slaState === 'met') return undefined;
  if (slaState === 'missed') return nothingLeft;
  if (minutesLeft === null || targetMinutes === null) return undefined;
  if (minutesLeft < 0) return nothingLeft;
  const bricks = bricksLeft(minutesLeft, targetMinutes);
  // No time passes during a pause.
  return slaState === 'running' ? bricks : bricks.map((brick) => (brick === 'marked' ? 'laid' : brick));
}

interface DescribedSla {
  text: string;
  due: string;
  isLate: boolean;
  /** The whole target, while it is open. */
  total: string | undefined;
}

/** The state of the next SLA target in a few words. Undefined if there is none. */
export function describeSla(
  { slaState, dueAt, firstResponseDueAt, minutesLeft, targetMinutes }: SlaTarget,
  { sla }: DeskCopy,
  formats: Formats,
): DescribedSla | undefined {
  const at = dueAt ?? firstResponseDueAt;
  if (slaState === null || at === null) return undefined;
  const moment = formats.officeMoment(at);
  const isLate = slaState === 'missed' || (slaState === 'running' && minutesLeft !== null && minutesLeft < 0);
  const isPaused = slaState === 'paused';
  const due = isPaused ? sla.pausedDue : (isLate ? sla.lateSince : sla.due)(moment);
  const total = minutesLeft === null || targetMinutes === null ? undefined : sla.of(formats.duration(targetMinutes));
  if (minutesLeft === null) {
    const ended = { running: sla.kept, paused: sla.paused, met: sla.kept, missed: sla.missed };
    return { text: ended[slaState], due, isLate, total };
  }
  // The clock of a missed target may not have passed a whole minute of the calendar.
  const duration = formats.duration(Math.abs(minutesLeft));
  const text = isPaused ? sla.pausedWith(duration) : (isLate ? sla.late : sla.left)(duration);
  return { text, due, isLate, total };
}

type SlaProps = { ticket: SlaTarget; /** In one line, with the moment at which it is due. */ isLong?: boolean };

export function Sla({ ticket, isLong = false }: SlaProps) {
  const { copy } = useDesk();
  const formats = useFormats();
  const described = describeSla(ticket, copy, formats);
  if (described === undefined) {
    if (isLong) return <span className="text-muted">{copy.sla.none}</span>;
    return (
      <span title={copy.sla.none} className="text-muted">
        <span aria-hidden="true" className="max-lg:hidden">
          –
        </span>
        <span className="sr-only">{copy.sla.none}</span>
      </span>
    );
  }
  const { text, due, isLate, total } = described;
  const bricks = slaBricks(ticket);
  const isOpen = ticket.minutesLeft !== null;
  const isResolution = ticket.dueKind === 'resolution';
  const isUsual = !isResolution && ticket.targetMinutes === slaMinutes.response.medium;
  const isTotalShown = isLong || (ticket.slaState === 'running' && !isLate && !isUsual);
  // Beside the whole target, the duration says enough.
  const short = isTotalShown ? formats.duration(ticket.minutesLeft ?? 0) : text;
  const duration = formats.duration(Math.abs(ticket.minutesLeft ?? 0));
  const isPaused = ticket.slaState === 'paused';
  // In a narrow column.
  const brief =
    isLong || !isOpen
      ? undefined
      : isLate
        ? copy.sla.lateShort(duration)
        : isPaused
          ? copy.sla.pausedShort(duration)
          : undefined;
  const shown = isLong && isOpen ? `${due}, ${text}` : isLong ? text : short;
  return (
    <span
      title={isLong ? undefined : [due, total].filter((one) => one !== undefined).join(', ')}
      data-state={ticket.slaState}
      className={classNames('sla', isLong && 'sla-long', isLate && 'sla-late')}
    >
      {bricks && (
        <span className="flex items-center gap-1.5">
          {/* They say nothing that the text does not say. */}
          <span aria-hidden="true">
            <Bricks title={text} bricks={bricks} />
          </span>
          {isResolution && !isLong && <span className="truncate">{copy.sla.resolutionLabel}</span>}
        </span>
      )}
      <span className={isLong ? undefined : 'truncate'}>
        {brief !== undefined && <span aria-hidden="true">{brief}</span>}
        <span className={brief === undefined ? undefined : 'sr-only'}>
          {isResolution && isLong ? copy.sla.resolution(shown) : shown}
        </span>
        {total !== undefined && <span className={isTotalShown ? undefined : 'sr-only'}> {total}</span>}
        {ticket.slaCalendar === 'continuous' && isOpen && ` (${copy.sla.continuous})`}
        {!isLong && isOpen && <span className="sr-only">. {due}</span>}
      </span>
    </span>
  );
}
