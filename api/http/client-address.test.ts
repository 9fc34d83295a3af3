import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['the connection alone is believed without a proxy', 0, '1.1.1.1', '10.0.0.1'],
  ['behind one proxy, what it appended', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['behind two, what the first appended', 2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['fewer hops than expected: the leftmost', 3, '1.1.1.1', '1.1.1.1'],
  ['a hop that is no address: the connection', 1, 'evil', '10.0.0.1'],
  ['no header: the connection', 1, undefined, '10.0.0.1'],
  ['an IPv6 client', 1, '2001:db8::1', '2001:db8::1'],
])('%s', (_case, trustProxy, forwardedFor, expected) => {
  expect(clientAddress({ remoteAddress: '::ffff:10.0.0.1', forwardedFor, trustProxy })).toBe(expected);
});
