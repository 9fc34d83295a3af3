import { type SlaCalendar, type SlaKind, slaMinutes, type SlaState } from '#contract/ticket-states.ts';
import {
  describeResponse,
  dropClock,
  isKept,
  missClock,
  noClock,
  pauseClock,
  respondClock,
  responseMinutes,
  resumeClock,
  retargetClock,
  type SlaClock,
  type SlaTarget,
  startClock,
} from './sla-clock.ts';
import { type ClockEffect, isDone, type Move } from './status-machine.ts';

// The two SLA clocks of a ticket, their columns, and what moves them.

/** The SLA targets of a priority, for one customer. */
export type SlaTerms = Record<SlaKind, SlaTarget>;

export interface Clocks {
  /** The clock of the first response. */
  clock: SlaClock;
  resolution: SlaClock;
}

/** The result of sla_terms(). */
export interface StoredTerms {
  calendar: SlaCalendar;
  response: number;
  resolution: number;
}

export const toTerms = ({ calendar, response, resolution }: StoredTerms): SlaTerms => ({
  response: { calendar, minutes: response },
  resolution: { calendar, minutes: resolution },
});

/** For periodic work, which starts no clock. */
export const generalTerms = toTerms({
  calendar: 'office',
  response: slaMinutes.response.medium,
  resolution: slaMinutes.resolution.medium,
});

export interface StoredClocks {
  first_response_due_at: Date | null;
  first_responded_at: Date | null;
  sla_state: SlaState | null;
  sla_calendar: SlaCalendar | null;
  sla_paused_at: Date | null;
  response_minutes: number;
  resolution_minutes: number | null;
  resolution_due_at: Date | null;
  resolution_state: SlaState | null;
  resolution_paused_at: Date | null;
}

export const toClocks = (row: StoredClocks & { resolved_at: Date | null }): Clocks => ({
  clock: {
    state: row.sla_state,
    calendar: row.sla_calendar,
    minutes: row.response_minutes,
    dueAt: row.first_response_due_at,
    respondedAt: row.first_responded_at,
    pausedAt: row.sla_paused_at,
  },
  resolution:
    row.resolution_state === null
      ? noClock
      : {
          state: row.resolution_state,
          calendar: row.sla_calendar,
          minutes: row.resolution_minutes ?? 0,
          dueAt: row.resolution_due_at,
          respondedAt: row.resolved_at,
          pausedAt: row.resolution_paused_at,
        },
});

export const toColumns = ({ clock, resolution }: Clocks): Omit<StoredClocks, 'response_minutes'> => ({
  first_response_due_at: clock.dueAt,
  first_responded_at: clock.respondedAt,
  sla_state: clock.state,
  sla_calendar: resolution.calendar ?? clock.calendar,
  sla_paused_at: clock.pausedAt,
  ...(clock.state !== null && { response_minutes: clock.minutes }),
  resolution_minutes: resolution.state === null ? null : resolution.minutes,
  resolution_due_at: resolution.dueAt,
  resolution_state: resolution.state,
  resolution_paused_at: resolution.pausedAt,
});

type Ticket = Clocks & { status: string; terms: SlaTerms };

/** `retargeted`: the targets of another priority, for clocks that have started. */
export function moveClocks(ticket: Ticket, move: Move, now: Date, retargeted?: SlaTerms): Clocks {
  const terms = retargeted ?? ticket.terms;
  const clock = applyEffect(move.clock, { clock: ticket.clock, terms }, now);
  const resolution = moveResolution(move, { ...ticket, terms }, now);
  if (retargeted === undefined) return { clock, resolution };
  return {
    clock: retargetClock(clock, retargeted.response, now),
    resolution: retargetClock(resolution, retargeted.resolution, now),
  };
}

function applyEffect(effect: ClockEffect, { clock, terms }: Pick<Ticket, 'clock' | 'terms'>, now: Date): SlaClock {
  switch (effect) {
    case 'keep':
      return clock;
    case 'respond':
      return respondClock(clock, now);
    case 'respond_and_pause':
      return pauseClock(respondClock(clock, now), now);
    case 'pause':
      return pauseClock(clock, now);
    case 'resume':
      return resumeClock(clock, now);
    case 'restart':
      return startClock(terms.response, now);
    case 'miss':
      return missClock(clock, now);
    case 'drop':
      return dropClock(clock, now);
  }
}

/** The target of the resolution follows the status. */
function moveResolution(move: Move, { status, resolution, terms }: Omit<Ticket, 'clock'>, now: Date): SlaClock {
  if (move.clock === 'drop') return dropClock(resolution, now);
  if (move.clock === 'miss') return missClock(resolution, now);
  const clock = move.isReopened === true ? startClock(terms.resolution, now) : resolution;
  if (isDone(move.to)) return isDone(status) ? clock : respondClock(clock, now);
  return move.to === 'waiting_customer' ? pauseClock(clock, now) : resumeClock(clock, now);
}

// A round ends with one outcome: this event, or the one of the periodic run that found it overdue first.
const isMissed = (before: SlaClock, after: SlaClock) => isKept(after) === false && isKept(before) === undefined;
const isReached = (before: SlaClock, after: SlaClock) => after.respondedAt !== null && before.respondedAt === null;

export const clockEvents = (before: Clocks, after: Clocks) => [
  ...(isMissed(before.clock, after.clock) ? [{ kind: 'response_missed' as const }] : []),
  ...(isMissed(before.resolution, after.resolution) ? [{ kind: 'resolution_missed' as const }] : []),
  ...(isReached(before.clock, after.clock)
    ? [{ kind: 'responded' as const, payload: describeResponse(after.clock) }]
    : []),
];

/** How long the resolution took, for the event of the status that ended it. */
export const resolutionTime = (before: Clocks, { resolution }: Clocks) =>
  isReached(before.resolution, resolution)
    ? { isKept: isKept(resolution) === true, minutes: responseMinutes(resolution) }
    : {};
