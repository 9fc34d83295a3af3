import { expect, test } from 'vitest';
import { parseChoice, serializeChoice } from './cookie-preferences.tsx';

test('everything is off by default', () => {
  const off = { analytics: false, marketing: false };
  expect(parseChoice('', false)).toEqual(off);
  expect(parseChoice('cookie-preferences=yes; other=1', false)).toEqual(off);
  expect(parseChoice('x-cookie-preferences=analytics:1.marketing:1', false)).toEqual(off);
});

test('a choice survives a round trip through the cookie', () => {
  for (const choice of [
    { analytics: true, marketing: false },
    { analytics: false, marketing: true },
    { analytics: true, marketing: true },
  ]) {
    for (const isSecure of [false, true]) {
      const [pair] = serializeChoice(choice, isSecure).split('; ');
      expect(parseChoice(`first=1; ${pair}; last=2`, isSecure)).toEqual(choice);
    }
  }
});

test('the cookie lasts six months, covers the whole site and is secure over https', () => {
  const cookie = serializeChoice({ analytics: false, marketing: false }, true);
  expect(cookie).toContain('Max-Age=15724800');
  expect(cookie).toContain('Path=/');
  expect(cookie).toContain('; Secure');
  expect(cookie).toMatch(/^__Host-cookie-preferences=/);
  expect(parseChoice('cookie-preferences=analytics:1.marketing:1', true).analytics).toBe(false);
  expect(serializeChoice({ analytics: false, marketing: false }, false)).not.toContain('Secure');
});
