import { expect, test } from 'vitest';
import { riskLook } from './risk-look.ts';

test.each([
  [0, 'success'],
  [40, 'success'],
  [41, 'warning'],
  [70, 'warning'],
  [71, 'danger'],
  [100, 'danger'],
])('a score of %d is shown as %s', (score, look) => {
  expect(riskLook(score)).toBe(look);
});
