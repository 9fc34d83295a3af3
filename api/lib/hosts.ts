import { isIPv4 } from 'node:net';

const loopback = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/;
export const isLoopback = (host: string) => loopback.test(host);

/** The names by which a browser reaches this machine only, a subset: a name such as `x.localhost` is up to its resolver. */
export const isLocalName = (host: string) => /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host);

// Hosts whose names say that strangers can neither reach nor intercept them: trials at home or in an office need no TLS.
const privateIp = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[(?:f[cd]|fe[89ab]))/;
const privateName = /^[^.]+$|\.(?:local|lan|home|internal)$/;
export const isPrivate = (host: string) =>
  isLoopback(host) || privateIp.test(host) || (!isIPv4(host) && !host.startsWith('[') && privateName.test(host));

/** The host name in a URL of ours, an IPv6 address in brackets. */
export const hostOf = (url: string) => URL.parse(url.replace(/^lmtp:/i, 'http:'))?.hostname ?? '';

/** Every network of the machine. */
export const isUnspecified = (host: string) => /^(?:0\.0\.0\.0|\[[0:]+\])$/.test(host);

/** Reads `host:port`, with an IPv6 address in brackets and a port that exists. The host has no brackets. */
export function readHostPort(value: string): { host: string; port: number } | undefined {
  const [, host = '', digits = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  const port = Number(digits);
  const isKnown = URL.canParse(`http://${host}`) && port >= 1 && port <= 65_535;
  return isKnown ? { host: host.replaceAll(/[[\]]/g, ''), port } : undefined;
}
