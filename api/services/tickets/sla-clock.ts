import type { SlaCalendar, SlaState } from '#contract/ticket-states.ts';
import { addMinutes, minutesBetween } from './office-hours.ts';

/** A target of the SLA: how many minutes of the calendar something may take. */
export interface SlaTarget {
  calendar: SlaCalendar;
  minutes: number;
}

/**
 * One target of a ticket, as it is stored: its first response, or its resolution. Imported and older tickets have none, and no
 * state.
 */
export interface SlaClock {
  state: SlaState | null;
  calendar: SlaCalendar | null;
  minutes: number;
  dueAt: Date | null;
  /** When the target was reached: for the resolution, when the ticket was resolved. */
  respondedAt: Date | null;
  pausedAt: Date | null;
}

export const noClock: SlaClock = {
  state: null,
  calendar: null,
  minutes: 0,
  dueAt: null,
  respondedAt: null,
  pausedAt: null,
};

export const startClock = ({ calendar, minutes }: SlaTarget, now: Date): SlaClock => ({
  state: 'running',
  calendar,
  minutes,
  dueAt: addMinutes(calendar, now, minutes),
  respondedAt: null,
  pausedAt: null,
});

/**
 * Another target for a clock that runs or pauses, because the priority has changed. What has passed counts, but a shorter target
 * leaves at least what it allows, or what was left before.
 */
export function retargetClock(clock: SlaClock, { calendar, minutes }: SlaTarget, now: Date): SlaClock {
  const { state, dueAt, respondedAt, pausedAt } = clock;
  if (clock.calendar === null || dueAt === null || respondedAt !== null) return clock;
  if (state !== 'paused' && (state !== 'running' || now > dueAt)) return clock;
  const from = pausedAt ?? now;
  const left = minutesBetween(clock.calendar, from, dueAt);
  const newLeft = Math.max(minutes - (clock.minutes - left), Math.min(minutes, left));
  return { ...clock, calendar, minutes, dueAt: addMinutes(calendar, from, newLeft) };
}

/** Whether the SLA target was met; undefined while that is open. */
export function isKept({
  state,
  dueAt,
  respondedAt,
}: Pick<SlaClock, 'state' | 'dueAt' | 'respondedAt'>): boolean | undefined {
  if (dueAt === null) return undefined;
  if (respondedAt !== null) return respondedAt <= dueAt;
  return state === 'missed' ? false : undefined;
}

const outcome = (clock: SlaClock): SlaState => (isKept(clock) === true ? 'met' : 'missed');

export const missClock = (clock: SlaClock, now: Date): SlaClock =>
  clock.state === 'running' && clock.dueAt !== null && now > clock.dueAt ? { ...clock, state: 'missed' } : clock;

/** A ticket that was merged into another has no SLA target. What was missed before stays missed. */
export function dropClock(clock: SlaClock, now: Date): SlaClock {
  const missed = missClock(clock, now);
  return isKept(missed) !== undefined || clock.dueAt === null ? missed : noClock;
}

/** While the customer is asked something, no time passes. What was missed before stays missed. */
export function pauseClock(clock: SlaClock, now: Date): SlaClock {
  const { state, dueAt, respondedAt } = clock;
  if (state === null || state === 'paused' || dueAt === null) return clock;
  if (respondedAt === null && (state === 'missed' || now > dueAt)) return { ...clock, state: 'missed' };
  return { ...clock, state: 'paused', pausedAt: now };
}

export function resumeClock(clock: SlaClock, now: Date): SlaClock {
  const { state, calendar, dueAt, respondedAt, pausedAt } = clock;
  if (state !== 'paused' || calendar === null || dueAt === null || pausedAt === null) return clock;
  if (respondedAt !== null) return { ...clock, state: outcome(clock), pausedAt: null };
  const left = minutesBetween(calendar, pausedAt, dueAt);
  return { ...clock, state: 'running', pausedAt: null, dueAt: addMinutes(calendar, now, left) };
}

/** The first response of a round decides; later ones change nothing. */
export function respondClock(clock: SlaClock, now: Date): SlaClock {
  if (clock.state === null || clock.respondedAt !== null) return clock;
  const running = resumeClock(clock, now);
  const responded = { ...running, respondedAt: now };
  return { ...responded, state: running.state === 'missed' ? 'missed' : outcome(responded) };
}

/** What the conversation says about a first response. */
export function describeResponse(clock: SlaClock) {
  const minutes = responseMinutes(clock);
  const { calendar, respondedAt } = clock;
  // Written before the office opened: its clock has not run yet, and "0 minutes" would be a riddle.
  const isOutsideHours =
    minutes === 0 &&
    calendar !== null &&
    respondedAt !== null &&
    addMinutes(calendar, respondedAt, 0).getTime() > respondedAt.getTime();
  return { isKept: isKept(clock) === true, minutes, ...(isOutsideHours && { isOutsideHours }) };
}

/** How long it took, in minutes of the calendar and without pauses. */
export function responseMinutes({ calendar, minutes, dueAt, respondedAt }: SlaClock): number {
  if (calendar === null || dueAt === null || respondedAt === null) return 0;
  const early = minutesBetween(calendar, respondedAt, dueAt);
  const late = minutesBetween(calendar, dueAt, respondedAt);
  return Math.max(0, Math.round(minutes - early + late));
}
