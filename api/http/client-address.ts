import { isIP } from 'node:net';

interface Connection {
  remoteAddress: string | undefined;
  /** X-Forwarded-For, joined by commas if it was sent several times. */
  forwardedFor: string | undefined;
  /** How many proxies of ours stand in front: each appends the address it was called from. */
  trustProxy: number;
}

/** Who really asks, for rate limits. Whatever lies left of the trusted hops was written by the client and is ignored. */
export function clientAddress({ remoteAddress = 'unknown', forwardedFor = '', trustProxy }: Connection): string {
  const own = plainAddress(remoteAddress);
  if (trustProxy === 0) return own;
  const hops = forwardedFor
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter((hop) => hop !== '');
  const claimed = hops.at(-Math.min(trustProxy, hops.length));
  return claimed !== undefined && isIP(claimed) !== 0 ? claimed : own;
}

const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
