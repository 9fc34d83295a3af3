import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slaMinutes } from '#contract/ticket-states.ts';
import { addMinutes } from './office-hours.ts';
import {
  describeResponse,
  dropClock,
  isKept,
  noClock,
  pauseClock,
  respondClock,
  responseMinutes,
  resumeClock,
  retargetClock,
  startClock,
} from './sla-clock.ts';

// A Monday morning.
const opened = new Date('2026-11-16T08:00:00Z');
const after = (minutes: number) => addMinutes('office', opened, minutes);
const medium = slaMinutes.response.medium;
const started = () => startClock({ calendar: 'office', minutes: medium }, opened);

test('a response within four office hours meets the SLA target, a minute later it does not', () => {
  expect(started()).toMatchObject({ state: 'running', dueAt: new Date('2026-11-16T12:00:00Z') });
  const kept = respondClock(started(), after(240));
  expect(kept).toMatchObject({ state: 'met', respondedAt: after(240) });
  expect([isKept(kept), responseMinutes(kept)]).toEqual([true, 240]);
  const late = respondClock(started(), after(241));
  expect(late).toMatchObject({ state: 'missed' });
  expect([isKept(late), responseMinutes(late)]).toEqual([false, 241]);
});

test('a response while the office is closed is not said to have taken no time', () => {
  const evening = new Date('2026-11-16T19:00:00Z');
  const five = new Date('2026-11-16T19:05:00Z');
  expect(describeResponse(respondClock(startClock({ calendar: 'office', minutes: medium }, evening), five))).toEqual({
    isKept: true,
    minutes: 0,
    isOutsideHours: true,
  });
  expect(
    describeResponse(respondClock(startClock({ calendar: 'continuous', minutes: medium }, evening), five)),
  ).toEqual({
    isKept: true,
    minutes: 5,
  });
  const soon = new Date(opened.getTime() + 10_000);
  expect(describeResponse(respondClock(started(), soon))).toEqual({ isKept: true, minutes: 0 });
});

test('the first response decides, later ones change nothing', () => {
  const kept = respondClock(started(), after(10));
  expect(respondClock(kept, after(900))).toBe(kept);
});

test('while the customer is asked, no time passes', () => {
  const paused = pauseClock(started(), after(60));
  expect([paused.state, isKept(paused)]).toEqual(['paused', undefined]);
  // 180 minutes were left; the customer answers two days later.
  const resumed = resumeClock(paused, new Date('2026-11-18T16:00:00Z'));
  expect(resumed).toMatchObject({ state: 'running', dueAt: new Date('2026-11-19T09:00:00Z'), pausedAt: null });
  expect(responseMinutes(respondClock(resumed, new Date('2026-11-18T16:30:00Z')))).toBe(90);
});

test('a pause after the response keeps the outcome', () => {
  for (const [minutes, outcome] of [
    [30, 'met'],
    [300, 'missed'],
  ] as const) {
    const paused = pauseClock(respondClock(started(), after(minutes)), after(minutes));
    expect([paused.state, isKept(paused)]).toEqual(['paused', outcome === 'met']);
    expect(resumeClock(paused, after(5000)).state).toBe(outcome);
  }
});

test('what was missed stays missed', () => {
  const missed = { ...started(), state: 'missed' as const };
  expect(pauseClock(missed, after(300)).state).toBe('missed');
  // Before the periodic run has marked it.
  expect(pauseClock(started(), after(300)).state).toBe('missed');
  expect(respondClock(missed, after(400))).toMatchObject({ state: 'missed', respondedAt: after(400) });
});

test('without an SLA target there is nothing to meet', () => {
  for (const change of [pauseClock, resumeClock, respondClock]) expect(change(noClock, opened)).toBe(noClock);
  expect([isKept(noClock), responseMinutes(noClock)]).toEqual([undefined, 0]);
  expect(dropClock(noClock, opened)).toBe(noClock);
  expect(dropClock(started(), after(240))).toEqual(noClock);
  expect(dropClock(started(), after(241)).state).toBe('missed');
  const kept = respondClock(started(), after(1));
  expect(dropClock(kept, after(900))).toBe(kept);
});

test('pauses of any number and length never cost time', () => {
  const steps = fc.array(
    fc.record({ run: fc.integer({ min: 1, max: 20 }), pause: fc.integer({ min: 0, max: 9000 }) }),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(steps, fc.constantFrom('office' as const, 'continuous' as const), (all, calendar) => {
      let now = opened;
      let clock = startClock({ calendar, minutes: medium }, now);
      let used = 0;
      for (const { run, pause } of all) {
        now = addMinutes(calendar, now, run);
        used += run;
        clock = pauseClock(clock, now);
        now = new Date(now.getTime() + pause * 60_000);
        clock = resumeClock(clock, now);
      }
      expect(clock.state).toBe('running');
      const end = addMinutes(calendar, now, medium - used);
      expect(clock.dueAt).toEqual(end);
      expect(respondClock(clock, end).state).toBe('met');
    }),
  );
});

test.each([
  // What the clock had, after how many minutes it changes, the new target, and what is left of that.
  ['raised at once', 240, 10, 60, 60],
  ['raised late', 240, 200, 60, 40],
  ['lowered', 60, 30, 480, 450],
  ['the same', 240, 100, 240, 140],
])('another priority is another target: %s', (_what, before, passed, target, left) => {
  const clock = startClock({ calendar: 'office', minutes: before }, opened);
  const changed = retargetClock(clock, { calendar: 'office', minutes: target }, after(passed));
  expect(changed).toMatchObject({ state: 'running', minutes: target, dueAt: after(passed + left) });
  // While it is paused, no time passes.
  const paused = retargetClock(pauseClock(clock, after(passed)), { calendar: 'office', minutes: target }, after(5000));
  expect(resumeClock(paused, after(6000)).dueAt).toEqual(after(6000 + left));
});

test('another calendar counts what is left by its own hours, from a night, a weekend or across a clock change', () => {
  const urgent = { calendar: 'continuous', minutes: 60 } as const;
  // Friday evening, an hour before the office closes for the weekend in which clocks go back.
  const friday = new Date('2026-10-23T15:00:00Z');
  const clock = startClock({ calendar: 'office', minutes: medium }, friday);
  expect(clock.dueAt).toEqual(new Date('2026-10-26T10:00:00Z'));
  const night = new Date('2026-10-24T23:30:00Z');
  expect(retargetClock(clock, urgent, night).dueAt).toEqual(new Date('2026-10-25T00:30:00Z'));
  const back = retargetClock(
    startClock(urgent, night),
    { calendar: 'office', minutes: medium },
    new Date('2026-10-25T00:00:00Z'),
  );
  expect(back.dueAt).toEqual(new Date('2026-10-26T10:30:00Z'));
});

test('what was reached, missed or has no target keeps it', () => {
  const target = { calendar: 'office', minutes: 60 } as const;
  const missed = { ...started(), state: 'missed' as const };
  for (const clock of [respondClock(started(), after(10)), missed, noClock])
    expect(retargetClock(clock, target, after(20))).toBe(clock);
  expect(retargetClock(started(), target, after(241)).minutes).toBe(medium);
});
