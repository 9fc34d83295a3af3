import { isIPv4, isIPv6 } from 'node:net';

/** The groups of an IPv6 address, all eight of them. */
export function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  return [...front, ...Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0'), ...back].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

/** Enough to see that failures come from one place, too little to name a subscriber: /24 or /48. */
export function networkOf(address: string): string | null {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : null;
}
