import { expect, test } from 'vitest';
import { readTarget } from './request-target.ts';

test.each([
  ['/services', { path: '/services', query: '' }],
  ['/services?a=%zz', { path: '/services', query: '?a=%zz' }],
  ['/%C3%A9', { path: '/é', query: '' }],
  ['/a%2Fb', { path: '/a%2Fb', query: '' }],
  ['http://host/services?x', { path: '/services', query: '?x' }],
  ['http://host', { path: '/', query: '' }],
  ['//evil.example/', { path: '//evil.example/', query: '' }],
])('%s is read as %o', (url, target) => {
  expect(readTarget(url)).toEqual(target);
});

test.each(['/%00', '/a%0d%0aSet-Cookie:x', '/%', '/%zz', '/%ff', '*', 'ftp://x/y', 'services'])(
  '%s is refused',
  (url) => {
    expect(readTarget(url)).toBe(400);
  },
);

test('a huge target is too long', () => {
  expect(readTarget(`/${'a'.repeat(8192)}`)).toBe(414);
});
