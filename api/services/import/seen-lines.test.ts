import { expect, test } from 'vitest';
import { createSeenLines } from './seen-lines.ts';

test('the line of each value is remembered, also when the table has grown many times', () => {
  const seen = createSeenLines();
  expect(seen.get('FA-1')).toBeUndefined();
  for (let line = 1; line <= 20_000; line += 1) seen.add(`FA-${line}`, line);
  seen.add('FA-7', 30_000);
  const wrong = Array.from({ length: 20_000 }, (_, at) => at + 1).filter((line) => seen.get(`FA-${line}`) !== line);
  expect(wrong).toEqual([7]);
  expect(seen.get('FA-7')).toBe(30_000);
  expect(seen.get('FA-20001')).toBeUndefined();
});
