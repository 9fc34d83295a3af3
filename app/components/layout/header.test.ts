import { expect, test } from 'vitest';
import { isCurrent } from './header.tsx';

test('a section is current on its own pages, the home page on itself alone', () => {
  expect(isCurrent('/formations', '/formations/iso-27001-lead-implementer')).toBe(true);
  expect(isCurrent('/formations', '/formations-autres')).toBe(false);
  expect(isCurrent('/', '/')).toBe(true);
  expect(isCurrent('/', '/contact')).toBe(false);
});
