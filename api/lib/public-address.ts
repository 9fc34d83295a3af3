import { BlockList, isIPv4 } from 'node:net';
import { parseIpAddress } from './ip-address.ts';

// Networks that are not on the Internet, or that lead into ours (IANA's special-purpose registries).
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, bits, 'ipv4');
// Teredo and others, 6to4 and the documentation's: within the global networks, and not global.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, bits, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether the IP address belongs to a machine on the Internet. One that wraps an IPv4 address (IPv4-mapped, NAT64) is that one. */
export function isPublicAddress(given: string): boolean {
  const address = parseIpAddress(given);
  if (address === undefined) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
