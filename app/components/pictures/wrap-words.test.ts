import { expect, test } from 'vitest';
import { wrapWords } from './wrap-words.ts';

test('breaks at spaces, within the width', () => {
  expect(wrapWords('PECB Certified ISO/IEC 27005 Risk Manager', 24)).toEqual([
    'PECB Certified ISO/IEC',
    '27005 Risk Manager',
  ]);
});

test('lets a word longer than the width stand alone', () => {
  expect(wrapWords('un anticonstitutionnellement long', 10)).toEqual(['un', 'anticonstitutionnellement', 'long']);
});
