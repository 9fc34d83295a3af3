import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '#api/app.ts';
import { apiError, errorBody } from '#api/lib/errors.ts';
import { type Log, loggedPath, requestIdOf } from '#api/lib/log.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import type { ErrorResponses } from './error-responses.ts';
import type { Site } from './site/load-site.ts';
import { sendResource } from './site/send-resource.ts';

interface ListenerDeps {
  app: App;
  /** Undefined in development, where Vite serves the pages. */
  site: Site | undefined;
  errors: ErrorResponses;
  /** Receives the API responses in progress. */
  inFlight: Set<ServerResponse>;
  log: Log;
  isHttps: boolean;
  trustProxy: number;
}

const isApi = (path: string) =>
  path.startsWith('/api/') || path === '/api' || path === '/healthz' || path === '/readyz';

/** Every request: id and access log, then the API, a redirect, a file of the build or an error. */
export function createRequestListener(deps: ListenerDeps): RequestListener {
  const { site, errors, log, trustProxy } = deps;
  const find = (path: string) => site?.find(path);
  const handleApi = createApiListener(deps);

  return (req, res) => {
    const requestId = requestIdOf(req.headers['x-request-id'], trustProxy);
    const sendError = (status: number, ...headers: [string, string][]) =>
      errors.send(res, status, [['X-Request-Id', requestId], ...headers]);
    logRequest(log, { req, res, requestId });
    const target = hasValidHost(req) ? readTarget(req.url ?? '') : 400;
    if (typeof target === 'number') return sendError(target);
    if (isApi(target.path)) return handleApi(req, res, requestId);
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(405, ['Allow', 'GET, HEAD']);
    const location = withoutTrailingSlash(target.path, find);
    if (location !== undefined) return sendError(301, ['Location', encodeURI(location) + toAscii(target.query)]);
    const resource = find(target.path) ?? site?.notFound;
    return resource === undefined ? sendError(404) : sendResource(req, res, resource, requestId);
  };
}

// RFC 9112: two Host headers, or none in HTTP/1.1, are a 400. Node's own check misses two and responds without our headers,
// so it is off.
function hasValidHost({ headersDistinct: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion !== '1.1' : host.length === 1;
}

// Only to a page that exists, so that `//evil.example/` never becomes a Location.
function withoutTrailingSlash(path: string, find: Site['find']): string | undefined {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  const trimmed = path.slice(0, end);
  return end < path.length && find(trimmed) !== undefined ? trimmed : undefined;
}

const toAscii = (query: string) => query.replaceAll(/[^\x21-\x7e]/g, (byte) => encodeURIComponent(byte));

interface Target {
  /** Percent-decoded, except for reserved characters: `%2F` is not a separator. */
  path: string;
  /** As sent, with its question mark; or empty. */
  query: string;
}

const maxTargetLength = 8192;
const origin = /^https?:\/\/[^/?#]*/i;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const controlCharacter = /[\0-\x1f\x7f]/;

/** The request target, or the status of the error response. */
export function readTarget(url: string): Target | 400 | 414 {
  if (url.length > maxTargetLength) return 414;
  // A proxy may send the absolute form; only its path matters.
  const local = url.startsWith('/') ? url : url.replace(origin, '') || '/';
  const start = local.indexOf('?');
  const encoded = start === -1 ? local : local.slice(0, start);
  const path = decode(encoded);
  if (!path.startsWith('/') || controlCharacter.test(path)) return 400;
  return { path, query: start === -1 ? '' : local.slice(start) };
}

/** A bad escape stays as it is: no file has such a name, and the visitor gets the 404 page. */
function decode(encoded: string): string {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURI(encoded);
  } catch {
    return encoded;
  }
}

function createApiListener({ app, log, isHttps, inFlight }: ListenerDeps) {
  const requestIds = new WeakMap<object, string>();
  const handle = getRequestListener(
    (request, env) => {
      const requestId = requestIds.get(env.incoming);
      return app.fetch(request, requestId === undefined ? env : { ...env, requestId });
    },
    {
      // HTTP/1.0 may come without a Host.
      hostname: 'localhost',
      // Only for requests that cannot be passed to the app at all, e.g. with a malformed Host.
      errorHandler(error) {
        const isClientError = error instanceof Error && error.name === 'RequestError';
        if (!isClientError) log.error({ err: error }, 'request failed outside the app');
        const response = apiError(isClientError ? 400 : 500);
        const headers = [...securityHeaders({ isHttps }), ['Cache-Control', 'no-store'] as const];
        return Response.json(errorBody(response), { status: response.status, headers: Object.fromEntries(headers) });
      },
    },
  );
  return (req: IncomingMessage, res: ServerResponse, requestId: string): void => {
    requestIds.set(req, requestId);
    inFlight.add(res);
    res.once('close', () => inFlight.delete(res));
    void handle(req, res);
  };
}

// Its line comes at its end, which is nearly always that the browser leaves.
const isEventStream = (path: string) => /^\/api\/(?:portal|desk)\/events$/.test(path);

interface LoggedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
}

/** One line per response once it is sent, without query, cookies, email addresses and IP addresses. */
export function logRequest(log: Log, { req, res, requestId }: LoggedRequest): void {
  const started = performance.now();
  const { socket } = req;
  const bytesBefore = socket.bytesWritten;
  const path = loggedPath(req.url ?? '');
  res.once('close', () => {
    const status = res.statusCode;
    log[status >= 500 ? 'error' : 'info'](
      {
        requestId,
        method: req.method,
        path,
        status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: socket.bytesWritten - bytesBefore,
        ...(res.writableFinished || isEventStream(path) ? {} : { aborted: true }),
      },
      'request',
    );
  });
}
