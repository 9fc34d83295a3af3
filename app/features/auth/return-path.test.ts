import { describe, expect, test } from 'vitest';
import { returnPath, signInPathFrom } from './return-path.ts';

describe('after sign-in', () => {
  test('the user returns to the same tab and view', () => {
    const path = signInPathFrom({
      pathname: '/customer-portal/invoices',
      search: '?q=caf%C3%A9&status=paid%2Coverdue',
    });
    const next = new URL(path, 'https://a.example').searchParams.get('next');
    expect(returnPath(next)).toBe('/customer-portal/invoices?q=caf%C3%A9&status=paid%2Coverdue');
  });

  test('the default view needs no return path', () => {
    expect(signInPathFrom({ pathname: '/customer-portal', search: '' })).toBe('/customer-auth');
    expect(returnPath(null)).toBe('/customer-portal');
  });

  test.each([
    'https://evil.example/customer-portal',
    '//evil.example/customer-portal',
    String.raw`/\evil.example/customer-portal`,
    String.raw`\\evil.example/customer-portal`,
    'javascript:alert(1)',
    '/\t/evil.example/customer-portal',
    '/customer-portal/../contact',
    '/customer-portal@evil.example',
    '/customer-portal/../../api/auth/sign-out',
    '/customer-portals',
    '/contact',
    '/api/auth/sign-out',
    'customer-portal',
    '',
    '/',
    'https://portal.invalid/customer-portal?x',
  ])('%j leads to the portal only', (next) => {
    expect(returnPath(next)).toBe('/customer-portal');
  });
});
