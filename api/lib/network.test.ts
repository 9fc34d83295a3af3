import { expect, test } from 'vitest';
import { networkOf, networksOf } from './network.ts';

test.each([
  ['198.51.100.77', '198.51.100.0/24'],
  ['2001:db8:12:3456:789a::1', '2001:db8:12::/48'],
  ['2001:0db8:0012::1', '2001:db8:12::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', null],
  ['', null],
])('%s is kept as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ['198.51.100.77', ['198.51.100.77']],
  ['2001:db8:12:3456:789a::1', ['2001:db8:12:3456', '2001:db8:12:34/56', '2001:db8:12/48']],
  ['2001:0DB8:0012:0056::', ['2001:db8:12:56', '2001:db8:12:0/56', '2001:db8:12/48']],
  ['::1', ['0:0:0:0', '0:0:0:0/56', '0:0:0/48']],
  ['unknown', ['unknown']],
])('%s is counted as %j', (address, networks) => expect(networksOf(address)).toEqual(networks));
