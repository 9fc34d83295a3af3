import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesEntity } from './entity-tag.ts';
import type { Representation, Resource } from './load-site.ts';
import { acceptedEncodings } from './negotiate-encoding.ts';

export function sendResource(req: IncomingMessage, res: ServerResponse, resource: Resource, requestId: string): void {
  const { headers } = req;
  const representation = bestRepresentation(resource, headers['accept-encoding']);
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && resource.status === 200 && namesEntity(ifNoneMatch, representation.etag)) {
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
