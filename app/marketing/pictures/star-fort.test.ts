import { expect, test } from 'vitest';
import { curtainDistance, starFort } from './star-fort.ts';

test('a fort has five corners for each bastion and is closed', () => {
  expect(starFort({ radius: 100 }).match(/[ML]/g)).toHaveLength(30);
  expect(starFort({ radius: 100, bastions: 5 })).toMatch(/^M.*z$/);
});

test('the wall between two bastions faces up at its distance', () => {
  expect(starFort({ radius: 100 })).toContain(`M20.4 ${(-curtainDistance(100)).toFixed(1)}`);
});
