import { expect, test } from 'vitest';
import { inWords } from './desk-status.tsx';

test('a value without a label is shown in words', () => {
  expect(inWords('under_review')).toBe('Under review');
});
