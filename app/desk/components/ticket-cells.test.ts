import { expect, test } from 'vitest';
import { initialsOf } from './ticket-cells.tsx';

test('initials are those of a name, also where only an email address is known', () => {
  expect(initialsOf('Claire Montauban')).toBe('CM');
  expect(initialsOf('claire@cabinet-massena.example')).toBe('C');
  expect(initialsOf('jean-paul.martin@atlas.example')).toBe('JP');
});
