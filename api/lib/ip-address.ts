import { isIPv4, isIPv6 } from 'node:net';

/** All eight groups of an IPv6 address. */
function groupsOf(ipAddress: string): string[] {
  const [head = '', tail = ''] = withHexTail(ipAddress.replace(/%.*/, '')).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  return [...front, ...Array<string>(Math.max(8 - front.length - back.length, 0)).fill('0'), ...back].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}

// `::ffff:192.0.2.1` is another spelling of `::ffff:c000:201`.
const withHexTail = (ipAddress: string) =>
  ipAddress.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

/** Normalized: without a port, and IPv4 for an IPv6 address that wraps one (IPv4-mapped, NAT64). Undefined if invalid. */
export function parseIpAddress(text: string): string | undefined {
  const bare = withoutPort(text.trim());
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? (wrappedIpv4(groupsOf(bare)) ?? bare.toLowerCase()) : undefined;
}

function withoutPort(text: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1');
}

function wrappedIpv4(groups: string[]): string | undefined {
  const prefix = groups.slice(0, 6).join(':');
  if (prefix !== '0:0:0:0:0:ffff' && prefix !== '64:ff9b:0:0:0:0') return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** /24 or /48: enough to see that failures have one origin, too little to identify a subscriber. */
export function networkOf(ipAddress: string): string | null {
  if (isIPv4(ipAddress)) return `${ipAddress.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(ipAddress) ? `${groupsOf(ipAddress).slice(0, 3).join(':')}::/48` : null;
}

/**
 * The networks that a rate limit counts, narrowest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address. A
 * home has a /64 or a /56, a rented server or a company often a whole /48.
 */
export function networksOf(ipAddress: string): string[] {
  if (!isIPv6(ipAddress)) return [ipAddress];
  const groups = groupsOf(ipAddress);
  const subnets = Number.parseInt(groups[3] ?? '0', 16) >> 8;
  const site = groups.slice(0, 3).join(':');
  return [groups.slice(0, 4).join(':'), `${site}:${subnets.toString(16)}/56`, `${site}/48`];
}

interface Connection {
  remoteAddress: string | undefined;
  /** X-Forwarded-For, joined by commas if it was sent several times. */
  forwardedFor: string | undefined;
  /** How many trusted proxies are in front: each appends the IP address of its client. */
  trustProxy: number;
  /** Called when a trusted proxy wrote something that is not an IP address: its clients then share one rate limit. */
  onUnreadable?: (hop: string) => void;
}

/** For rate limits. Whatever is left of the trusted hops was written by the client and is ignored. */
export function clientIp({
  remoteAddress = 'unknown',
  forwardedFor = '',
  trustProxy,
  onUnreadable,
}: Connection): string {
  const own = parseIpAddress(remoteAddress) ?? remoteAddress;
  if (trustProxy === 0) return own;
  const hops = forwardedFor
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const claimed = hops.at(-Math.min(trustProxy, hops.length));
  if (claimed === undefined) return own;
  const ipAddress = parseIpAddress(claimed);
  if (ipAddress === undefined) onUnreadable?.(claimed);
  return ipAddress ?? own;
}
