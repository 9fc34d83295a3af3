import { expect, test } from 'vitest';
import { isCurrent } from './header.tsx';

test('a section is current on its subpages, the home page only on itself', () => {
  expect(isCurrent('/formations', '/formations/iso-27001-lead-implementer')).toBe(true);
  expect(isCurrent('/formations', '/formations-autres')).toBe(false);
  expect(isCurrent('/', '/')).toBe(true);
  expect(isCurrent('/', '/contact')).toBe(false);
});
