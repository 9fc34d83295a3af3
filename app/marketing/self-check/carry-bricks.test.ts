import { expect, test } from 'vitest';
import { homePage } from '#content/pages/home.ts';
import { fragmentOf, readMissingBricks } from './carry-bricks.ts';

const all = homePage.checklist.sheet.parts.flatMap(({ checks }) => checks).map((_, index) => index + 1);

test.each([{ missing: [] }, { missing: [1] }, { missing: [2, 9, 15] }, { missing: all }])(
  'the missing bricks $missing are read as they were written',
  ({ missing }) => {
    expect(readMissingBricks(fragmentOf(missing))).toEqual(missing);
  },
);

test.each([
  ['', []],
  ['#briques=', []],
  ['#verify=1-2', []],
  ['#briques=0-16-99--1-1.5-1e1', [1]],
  ['#briques=<img src=x onerror=alert(1)>-3', [3]],
  ['#briques=__proto__-constructor-length', []],
  ['#briques=5-5-5-4', [4, 5]],
  ['#briques=%31-02', []],
  [`#briques=${'9'.repeat(100_000)}-1`, []],
])('of the fragment %s only numbers of bricks are read', (fragment, numbers) => {
  expect(readMissingBricks(fragment)).toEqual(numbers);
});
