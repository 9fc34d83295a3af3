import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesEntity } from './entity-tag.ts';
import type { Representation, Resource } from './load-site.ts';
import { acceptedEncodings } from './negotiate-encoding.ts';

const none: readonly string[] = [];

export function sendResource(req: IncomingMessage, res: ServerResponse, resource: Resource, requestId?: string): void {
  const { headers } = req;
  const representation = bestRepresentation(resource, headers['accept-encoding']);
  const extra = requestId === undefined ? none : ['X-Request-Id', requestId];
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && resource.status === 200 && namesEntity(ifNoneMatch, representation.etag)) {
    res.writeHead(304, joined(representation.notModifiedHeaders, extra)).end();
    return;
  }
  res.writeHead(resource.status, joined(representation.headers, extra));
  res.end(req.method === 'HEAD' ? undefined : representation.body);
}

const joined = (headers: string[], extra: readonly string[]) => (extra.length === 0 ? headers : [...headers, ...extra]);

export function bestRepresentation({ encodings }: Resource, acceptEncoding: string | undefined): Representation {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const representation = encodings[encoding];
    if (representation !== undefined) return representation;
  }
  return encodings.identity;
}
