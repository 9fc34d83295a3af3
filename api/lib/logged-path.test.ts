import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

test.each([
  ['/services?utm=x&email=claire@cabinet.example', '/services'],
  ['/desinscription/claire@cabinet.example', '/desinscription/[email]'],
  ['/desinscription/claire%40cabinet.example/oui', '/desinscription/[email]/oui'],
  ['/api/auth/reset-password/Zk3vQ9xT1mN8bL2cR7wP5yHd', '/api/auth/reset-password/[token]'],
  [
    '/api/portal/tickets/3f0c1f2e-8a54-4a7e-9a4e-1d2c3b4a5f60',
    '/api/portal/tickets/3f0c1f2e-8a54-4a7e-9a4e-1d2c3b4a5f60',
  ],
  ['/formations/iso-27001-lead-implementer-2', '/formations/iso-27001-lead-implementer-2'],
])('%s is logged as %s', (target, logged) => {
  expect(loggedPath(target)).toBe(logged);
});

test('a huge path is cut', () => {
  expect(loggedPath(`/${'a'.repeat(9000)}`).length).toBe(200);
});
