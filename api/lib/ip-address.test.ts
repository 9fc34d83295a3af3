import { expect, test, vi } from 'vitest';
import { clientIp, networkOf, networksOf } from './ip-address.ts';

test.each([
  ['without a proxy, the connection', 0, '1.1.1.1', '10.0.0.1'],
  ['behind one proxy, what it appended', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['behind two, what the first appended', 2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
  ['fewer hops than expected: the leftmost', 3, '1.1.1.1', '1.1.1.1'],
  ['a hop that is not an IP address: the connection', 1, 'evil', '10.0.0.1'],
  ['no header: the connection', 1, undefined, '10.0.0.1'],
  ['an IPv6 client', 1, '2001:db8::1', '2001:db8::1'],
  ['an IPv4 address with a port', 1, '20.1.2.3:4411', '20.1.2.3'],
  ['an IPv6 address with a port', 1, '[2001:DB8::1]:4411', '2001:db8::1'],
  ['an IPv6 address in brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['an IPv4-mapped address', 1, '::ffff:20.1.2.3', '20.1.2.3'],
  ['an IPv4-mapped address in hexadecimal', 1, '::FFFF:1401:203', '20.1.2.3'],
  ['an IPv4-mapped address with a port', 1, '[::ffff:20.1.2.3]:80', '20.1.2.3'],
  ['a NAT64 address', 1, '64:ff9b::20.1.2.3', '20.1.2.3'],
  ['a NAT64 address in hexadecimal', 1, '64:ff9b::1401:203', '20.1.2.3'],
  ['an unreadable hop left of the trusted one', 1, 'evil, 1.1.1.1', '1.1.1.1'],
])('%s', (_case, trustProxy, forwardedFor, expected) => {
  expect(clientIp({ remoteAddress: '::ffff:10.0.0.1', forwardedFor, trustProxy })).toBe(expected);
});

test.each([
  ['unknown', 1],
  ['_hidden', 1],
  ['20.1.2.3:port', 1],
  ['20.1.2.3:123456', 1],
  ['[2001:db8::1', 1],
  ['999.1.2.3', 1],
  ['<script>', 1],
  ['20.1.2.3', 0],
  ['evil, 20.1.2.3', 0],
  ['', 0],
])('a trusted hop %o is reported %d times', (forwardedFor, times) => {
  const onUnreadable = vi.fn<(hop: string) => void>();
  clientIp({ remoteAddress: '10.0.0.1', forwardedFor, trustProxy: 1, onUnreadable });
  expect(onUnreadable).toHaveBeenCalledTimes(times);
});

test.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:12:3456:789a::1', '2001:db8:12::/48'],
  ['2001:0db8:0012::1', '2001:db8:12::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', null],
  ['', null],
])('%s is stored as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ['198.51.100.77', ['198.51.100.77']],
  ['2001:db8:12:3456:789a::1', ['2001:db8:12:3456', '2001:db8:12:34/56', '2001:db8:12/48']],
  ['2001:0DB8:0012:0056::', ['2001:db8:12:56', '2001:db8:12:0/56', '2001:db8:12/48']],
  ['::1', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
  ['unknown', ['unknown']],
])('%s is counted as %j', (address, networks) => expect(networksOf(address)).toEqual(networks));
