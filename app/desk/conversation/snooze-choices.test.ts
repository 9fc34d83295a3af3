import { expect, test } from 'vitest';
import { snoozeDays } from './snooze-choices.ts';

test.each([
  ['a Tuesday', '2026-11-17T12:00:00Z', ['2026-11-18', '2026-11-23', '2026-11-24']],
  [
    'late on Monday in New York, and Tuesday at the office',
    '2026-11-16T23:30:00Z',
    ['2026-11-18', '2026-11-23', '2026-11-24'],
  ],
  ['a Sunday', '2026-11-22T12:00:00Z', ['2026-11-23', '2026-11-29']],
  ['a Monday', '2026-11-23T08:00:00Z', ['2026-11-24', '2026-11-30']],
])('on %s', (_when, now, days) => {
  expect(snoozeDays(new Date(now)).map(({ day }) => day)).toEqual(days);
});
