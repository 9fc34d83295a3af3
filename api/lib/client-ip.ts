import { parseIpAddress } from './network.ts';

interface Connection {
  remoteAddress: string | undefined;
  /** X-Forwarded-For, joined by commas if it was sent several times. */
  forwardedFor: string | undefined;
  /** How many proxies of ours stand in front: each appends the address it was called from. */
  trustProxy: number;
  /** Called with what a trusted proxy wrote where it is no IP address: all its clients share one rate limit then. */
  onUnreadable?: (hop: string) => void;
}

/** Who really asks, for rate limits. Whatever lies left of the trusted hops was written by the client and is ignored. */
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
  const address = parseIpAddress(claimed);
  if (address === undefined) onUnreadable?.(claimed);
  return address ?? own;
}
