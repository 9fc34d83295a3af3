import { expect, test } from 'vitest';
import { desk } from '#content/desk/fr/desk.ts';
import { french } from '#app/lib/french.ts';
import { formatAge, formatDue } from './age.ts';

test('ages and due days have one unit', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(formatAge('2026-11-16T11:59:40Z', desk, french, now)).toBe('à l’instant');
  expect(formatAge('2026-11-16T09:00:00Z', desk, french, now)).toBe('3\u00a0h');
  expect(formatAge('2026-11-10T09:00:00Z', desk, french, now)).toBe('6\u00a0jours');
  expect(formatDue('2026-11-17', desk, french, '2026-11-16')).toBe('demain');
  expect(formatDue('2026-11-10', desk, french, '2026-11-16')).toBe('depuis 6\u00a0jours');
});
