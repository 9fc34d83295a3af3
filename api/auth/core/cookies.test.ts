import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveKeys } from './auth-settings.ts';
import {
  readSessionToken,
  signCookie,
  toBrowserCookies,
  toLibraryCookies,
  twoFactorCookieName,
  writeSessionCookie,
} from './cookies.ts';

const keys = deriveKeys('a secret');
const settings = { isHttps: false, keys };
const name = 'portal.session_token';
const twoFactor = twoFactorCookieName(false);
const sign = (token: string, key = keys.cookies, signedName = name) =>
  signCookie(signedName, token, key).slice(signedName.length + 1);
/** As better-auth writes a cookie. */
const signByLibrary = (token: string, key = keys.library[0] ?? '') =>
  encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`);

test('reads the token of a cookie that we signed, at any position in the header', () => {
  expect(readSessionToken(settings, `${name}=${sign('abc')}`)).toBe('abc');
  expect(readSessionToken(settings, `other=1; ${name}=${sign('abc')}; more=2`)).toBe('abc');
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
  `${name}=${sign('abc', keys.cookies, twoFactor)}`,
  `${name}=${signByLibrary('abc')}`,
  `${name}=${signByLibrary('abc', keys.cookies)}`,
  `${name}=${signByLibrary('abc', 'a secret')}`,
  `${name}=${sign('abc').replace('abc', 'abd')}`,
  `${name}=${sign(`abc'; DROP TABLE users; --`)}`,
])('rejects any other cookie: %j', (cookies) => {
  expect(readSessionToken(settings, cookies)).toBeUndefined();
});

test('re-signs better-auth’s cookies for the browser, and the browser’s cookies for better-auth', () => {
  const headers = new Headers();
  headers.append('Set-Cookie', `${name}=${signByLibrary('first')}; Path=/`);
  headers.append('Set-Cookie', `${name}=${signByLibrary('second')}; Path=/; HttpOnly`);
  headers.append('Set-Cookie', `${twoFactor}=; Max-Age=0`);
  expect(toBrowserCookies(settings, headers)).toEqual([
    `${name}=${sign('second')}; Path=/; HttpOnly`,
    `${twoFactor}=; Max-Age=0`,
  ]);
  const toLibrary = (cookies: string | undefined) => toLibraryCookies(settings, cookies);
  expect(toLibrary(`a=1; ${name}=${sign('second')}; b=2`)).toBe(`${name}=${signByLibrary('second')}`);
  expect(toLibrary(`${name}=${signByLibrary('second')}`)).toBe('');
  expect(toLibrary(undefined)).toBe('');
});

test('restricts the session cookie to this host and to HTTPS', () => {
  expect(writeSessionCookie({ isHttps: true, keys }, 'abc', 60)).toMatch(
    /^__Host-portal\.session_token=abc.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
