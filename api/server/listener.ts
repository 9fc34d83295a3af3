import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestIdOf } from '#api/lib/request-id.ts';
import type { Log } from '#api/lib/log.ts';
import type { Resource, Site } from '#api/server/site/load-site.ts';
import { readTarget } from '#api/server/site/request-target.ts';
import { sendResource } from '#api/server/site/send-resource.ts';
import { logAnswer } from './access-log.ts';
import type { Refusals } from './refusal.ts';

export type ApiListener = (req: IncomingMessage, res: ServerResponse, requestId: string) => void;

export interface ListenerDeps {
  /** Absent while developing: pages then come from the development server. */
  site: Site | undefined;
  api: ApiListener;
  refusals: Refusals;
  log: Log;
  trustProxy: number;
}

const isApi = (path: string) =>
  path.startsWith('/api/') || path === '/api' || path === '/healthz' || path === '/readyz';
const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD';

// RFC 9112: a request with two Hosts, or with none in HTTP/1.1, is a 400. Node's own check does not see two and answers without
// our headers, so it is off and made here.
function hasValidHost({ headersDistinct: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== '1.1' : host.length === 1;
}

export function createListener({ site, api, refusals, log, trustProxy }: ListenerDeps): RequestListener {
  const pages: ReadonlyMap<string, Resource> = site?.resources ?? new Map();

  return (req, res) => {
    const requestId = requestIdOf(req.headers['x-request-id'], trustProxy);
    const refuse = (status: number, ...headers: [string, string][]) =>
      refusals.send(res, status, [['X-Request-Id', requestId], ...headers]);
    const target = hasValidHost(req) ? readTarget(req.url ?? '') : 400;
    const isForApi = typeof target === 'object' && isApi(target.path);
    logAnswer(log, { req, res, requestId, isPage: !isForApi });
    if (typeof target === 'number') return refuse(target);
    if (isForApi) return api(req, res, requestId);
    if (!isRead(req.method)) return refuse(405, ['Allow', 'GET, HEAD']);
    const location = withoutSlash(target.path);
    if (location !== undefined) return refuse(301, ['Location', encodeURI(location) + asciiOf(target.query)]);
    const resource = pages.get(target.path) ?? site?.notFound;
    return resource === undefined ? refuse(404) : sendResource(req, res, resource, requestId);
  };

  // Only towards a page that exists: `//evil.example/` can then never become a Location.
  function withoutSlash(path: string): string | undefined {
    let end = path.length;
    while (end > 1 && path[end - 1] === '/') end -= 1;
    const shorter = path.slice(0, end);
    return end < path.length && pages.has(shorter) ? shorter : undefined;
  }
}

const asciiOf = (query: string) => query.replaceAll(/[^\x21-\x7e]/g, (byte) => encodeURIComponent(byte));
