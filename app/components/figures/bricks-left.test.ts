import { expect, test } from 'vitest';
import { bricksLeft } from './bricks-left.ts';

const drawn = (minutesLeft: number, minutes = 240) => bricksLeft(minutesLeft, minutes).join(' ');

test('a brick is an hour of four, or a quarter of any other time', () => {
  expect(drawn(240)).toBe('laid laid laid laid');
  expect(drawn(179)).toBe('laid laid laid open');
  expect(drawn(60, 120)).toBe('laid laid open open');
});

test('the last one is marked, and more time than there was fills no fifth', () => {
  expect(drawn(60)).toBe('marked open open open');
  expect(drawn(0)).toBe('marked open open open');
  expect(drawn(500)).toBe('laid laid laid laid');
});
