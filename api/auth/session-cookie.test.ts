import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSignedCookie, sessionCookieName } from './session-cookie.ts';

const secret = 'a secret';
const name = sessionCookieName(false);
const sign = (token: string, by = secret) =>
  encodeURIComponent(`${token}.${createHmac('sha256', by).update(token).digest('base64')}`);
const read = (cookies: string | undefined) => readSignedCookie(cookies, name, secret);

test('the token of a cookie that we signed is read, wherever it stands', () => {
  expect(read(`${name}=${sign('abc')}`)).toBe('abc');
  expect(read(`other=1; ${name}=${sign('abc')}; more=2`)).toBe('abc');
});

test.each([
  undefined,
  '',
  'other=1',
  `${name}=`,
  `${name}=abc`,
  `${name}=abc.`,
  `${name}=.${'A'.repeat(44)}`,
  `${name}=%E0%A4%A`,
  `x${name}=${sign('abc')}`,
  `${name}=${sign('abc', 'another secret')}`,
  `${name}=${sign('abc').replace('abc', 'abd')}`,
  `${name}=${sign(`abc'; DROP TABLE users; --`)}`,
])('anything else is no session: %j', (cookies) => {
  expect(read(cookies)).toBeUndefined();
});

test('over https the browser is told to keep it to https and to this host', () => {
  expect(sessionCookieName(true)).toBe('__Host-portal.session_token');
});
