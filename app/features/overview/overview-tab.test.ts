import { expect, test } from 'vitest';
import { riskBadge } from './overview-tab.tsx';

test.each([
  ['low', 'default'],
  ['medium', 'secondary'],
  ['high', 'destructive'],
  ['unheard of', 'destructive'],
  ['Low', 'destructive'],
  ['constructor', 'destructive'],
])('the badge of a customer at %s risk is %s', (risk, variant) => {
  expect(riskBadge(risk)).toBe(variant);
});
