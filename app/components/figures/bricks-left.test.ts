import { expect, test } from 'vitest';
import { bricksLeft } from './bricks-left.ts';

const drawn = (minutesLeft: number, minutes = 240) => bricksLeft(minutesLeft, minutes).join(' ');

test('a brick is an hour of four, or a quarter of any other time', () => {
  expect(drawn(240)).toBe('laid laid laid laid');
  expect(drawn(181)).toBe('laid laid laid laid');
  expect(drawn(180)).toBe('laid laid laid open');
  expect(drawn(61)).toBe('laid laid open open');
  expect(drawn(30, 60)).toBe('laid laid open open');
  expect(drawn(2399, 2400)).toBe('laid laid laid laid');
});

test('the last one is marked, and more time than there was fills no fifth', () => {
  expect(drawn(60)).toBe('marked open open open');
  expect(drawn(15, 60)).toBe('marked open open open');
  expect(drawn(0)).toBe('marked open open open');
  expect(drawn(600, 480)).toBe('laid laid laid laid');
});
