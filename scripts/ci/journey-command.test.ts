import { expect, test } from 'vitest';
import { journeyCommand } from './journey-command.ts';

test('a journey runs alone on the usual build, also one with @all', () => {
  expect(journeyCommand('tests/e2e/portal/reply.spec.ts', 51, 'desktop')).toBe(
    'TESTS=all npx playwright test tests/e2e/portal/reply.spec.ts:51 --project=desktop',
  );
});

test('a journey of another build names that build, on a phone too', () => {
  const expected =
    'TESTS=all JOURNEYS=requested BUILD_FOLDER=node_modules/.cache/build-requested LEADS=deliver BOOKING=off' +
    ' npx playwright test tests/e2e/requested/requested-slot.spec.ts:9 --project=requested';
  expect(journeyCommand('tests/e2e/requested/requested-slot.spec.ts', 9, 'requested')).toBe(expected);
  expect(journeyCommand('tests/e2e/requested/requested-slot.spec.ts', 9, 'requested-phone')).toBe(`${expected}-phone`);
});
