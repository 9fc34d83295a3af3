import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKeys } from './auth-settings.ts';
import { codeCookieName, libraryCookies, readSignedCookie, sessionCookieName, signCookie } from './cookies.ts';

const keys = deriveKeys('a secret');
const name = sessionCookieName(false);
const sign = (token: string, by = keys.cookies, named = name) => signCookie(named, token, by).slice(named.length + 1);
const read = (cookies: string | undefined) => readSignedCookie(cookies, name, [keys.cookies]);
/** As better-auth writes a cookie. */
const byLibrary = (token: string, key = keys.library[0] ?? '') =>
  encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`);

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
  `${name}=${sign('abc', deriveKeys('another secret').cookies)}`,
  `${name}=${sign('abc', keys.devices[0])}`,
  `${name}=${sign('abc', keys.cookies, codeCookieName(false))}`,
  `${name}=${byLibrary('abc')}`,
  `${name}=${byLibrary('abc', keys.cookies)}`,
  `${name}=${byLibrary('abc', 'a secret')}`,
  `${name}=${sign('abc').replace('abc', 'abd')}`,
  `${name}=${sign(`abc'; DROP TABLE users; --`)}`,
])('anything else is no session: %j', (cookies) => {
  expect(read(cookies)).toBeUndefined();
});

test('a cookie of the library leaves with our signature, and reaches the library with its own', () => {
  const { toBrowser, toLibrary } = libraryCookies(false, keys);
  const headers = new Headers();
  headers.append('Set-Cookie', `${name}=${byLibrary('first')}; Path=/`);
  headers.append('Set-Cookie', `${name}=${byLibrary('second')}; Path=/; HttpOnly`);
  headers.append('Set-Cookie', `${codeCookieName(false)}=; Max-Age=0`);
  expect(toBrowser(headers)).toEqual([
    `${name}=${sign('second')}; Path=/; HttpOnly`,
    `${codeCookieName(false)}=; Max-Age=0`,
  ]);
  expect(toLibrary(`a=1; ${name}=${sign('second')}; b=2`)).toBe(`${name}=${byLibrary('second')}`);
  expect(toLibrary(`${name}=${byLibrary('second')}`)).toBe('');
  expect(toLibrary(undefined)).toBe('');
});

test('over https the browser is told to keep it to https and to this host', () => {
  expect(sessionCookieName(true)).toBe('__Host-portal.session_token');
});
