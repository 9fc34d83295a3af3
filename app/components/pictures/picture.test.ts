import { expect, test } from 'vitest';
import { wrapTitle } from './picture.tsx';

test('a title is split at spaces within the width', () => {
  expect(wrapTitle('PECB Certified ISO/IEC 27005 Risk Manager', 24)).toEqual([
    'PECB Certified ISO/IEC',
    '27005 Risk Manager',
  ]);
});

test('a word longer than the width gets its own line', () => {
  expect(wrapTitle('un anticonstitutionnellement long', 10)).toEqual(['un', 'anticonstitutionnellement', 'long']);
});
