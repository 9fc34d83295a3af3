import { expect, test } from 'vitest';
import { riskVariant } from './record-tabs.tsx';

test.each([
  [0, 'success'],
  [40, 'success'],
  [41, 'warning'],
  [70, 'warning'],
  [71, 'danger'],
  [100, 'danger'],
])('a score of %d is shown as %s', (score, variant) => {
  expect(riskVariant(score)).toBe(variant);
});
