import { expect, test } from 'vitest';
import { validateReply } from './validate-reply.ts';

test('a reply needs a text unless it answers whether it works, and has at most 20,000 characters', () => {
  expect(validateReply(' \n', true)).toBe('Please write something.');
  expect(validateReply(' \n', false)).toBeUndefined();
  expect(validateReply('x'.repeat(20_000), true)).toBeUndefined();
  expect(validateReply('x'.repeat(20_001), false)).toContain('20001');
});
