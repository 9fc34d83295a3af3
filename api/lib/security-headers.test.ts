import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('a response that is not a document cannot run or frame anything', () => {
  const headers = Object.fromEntries(securityHeaders({ isHttps: false }));
  expect(headers).toMatchObject({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  expect(headers['Permissions-Policy']).toContain('camera=()');
  expect(headers).not.toHaveProperty('Strict-Transport-Security');
});

test('https adds HSTS', () => {
  expect(Object.fromEntries(securityHeaders({ isHttps: true }))).toHaveProperty('Strict-Transport-Security');
});

test('a document has its own policy, a shared image can be embedded', () => {
  const headers = Object.fromEntries(
    securityHeaders({ isHttps: false, contentSecurityPolicy: "default-src 'self'", isCrossOrigin: true }),
  );
  expect(headers['Content-Security-Policy']).toBe("default-src 'self'");
  expect(headers['Cross-Origin-Resource-Policy']).toBe('cross-origin');
});
