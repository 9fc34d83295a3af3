import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Encoding, Representation, Resource } from './load-site.ts';

export function sendResource(req: IncomingMessage, res: ServerResponse, resource: Resource, requestId: string): void {
  const { headers } = req;
  const representation = bestRepresentation(resource, headers['accept-encoding']);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && resource.status === 200 && matchesEtag(ifNoneMatch, representation.etag)) {
    res.writeHead(304, [...representation.notModifiedHeaders, 'X-Request-Id', requestId]).end();
    return;
  }
  res.writeHead(resource.status, [...representation.headers, 'X-Request-Id', requestId]);
  res.end(req.method === 'HEAD' ? undefined : representation.body);
}

function bestRepresentation({ encodings }: Resource, acceptEncoding: string | undefined): Representation {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const representation = encodings[encoding];
    if (representation !== undefined) return representation;
  }
  return encodings.identity;
}

const preferred: readonly Encoding[] = ['br', 'gzip', 'identity'];
const onlyIdentity: readonly Encoding[] = ['identity'];

// Browsers send a handful of values; the bound keeps a hostile client from filling memory.
const cache = new Map<string, readonly Encoding[]>();
const maxCached = 100;

/** The encodings that a client accepts, best first and identity last. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return onlyIdentity;
  const cached = cache.get(header);
  if (cached !== undefined) return cached;
  const ranked = rankEncodings(header);
  if (cache.size < maxCached && header.length < 200) cache.set(header, ranked);
  return ranked;
}

function rankEncodings(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',', 50)) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    weights.set(name === 'x-gzip' ? 'gzip' : name, weightOf(parameters));
  }
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? Number.MIN_VALUE : (weights.get('*') ?? 0));
  const taken = preferred.filter((encoding) => weigh(encoding) > 0).toSorted((a, b) => weigh(b) - weigh(a));
  return taken.includes('identity') ? taken : [...taken, 'identity'];
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  if (q === undefined) return 1;
  const weight = Number(q.slice('q='.length));
  return weight >= 0 && weight <= 1 ? weight : 0;
}

/** Weak comparison of RFC 9110. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
