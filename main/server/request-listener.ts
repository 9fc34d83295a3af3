import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../app.ts';
import { apiError, errorBody } from '#api/lib/errors.ts';
import { type Log, loggedPath } from '#api/lib/log.ts';
import { beginTrace, type RequestTrace } from '#api/lib/request-trace.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import { compressResponse } from './compress-response.ts';
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
  /** Milliseconds, after which a request is a warning; 0: none. */
  slowMs?: number | undefined;
  onRequest?: OnRequest | undefined;
}

/** A request whose response has been sent. */
export interface FinishedRequest extends RequestTrace {
  method: string;
  status: number;
  seconds: number;
  /** It lasts until its reader leaves. */
  isEventStream: boolean;
}
export type OnRequest = (request: FinishedRequest) => void;

const isApi = (path: string) =>
  path.startsWith('/api/') || path === '/api' || path === '/healthz' || path === '/readyz';

/** Every request: id and access log, then the API, a redirect, a file of the build or an error. */
export function createRequestListener(deps: ListenerDeps): RequestListener {
  const { site, errors, trustProxy } = deps;
  const find = (path: string) => site?.find(path);
  const handleApi = createApiListener(deps);

  return (req, res) => {
    const trace = beginTrace(req.headers, trustProxy);
    const { requestId } = trace;
    const sendError = (status: number, ...headers: [string, string][]) =>
      errors.send(res, status, [['X-Request-Id', requestId], ...headers]);
    logRequest(deps, { req, res, trace });
    const target = hasValidHost(req) ? readTarget(req.url ?? '') : 400;
    if (typeof target === 'number') return sendError(target);
    if (isApi(target.path)) return handleApi(req, res, trace);
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendError(405, ['Allow', 'GET, HEAD']);
    const location = withoutTrailingSlash(target.path, find);
    if (location !== undefined) return sendError(301, ['Location', encodeURI(location) + toAscii(target.query)]);
    const found = find(target.path);
    if (found !== undefined) trace.route = target.path.startsWith('/assets/') ? 'asset' : 'page';
    const resource = found ?? site?.notFoundFor(target.path);
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
  const traces = new WeakMap<object, RequestTrace>();
  const handle = getRequestListener(
    (request, env) => {
      const trace = traces.get(env.incoming);
      return app.fetch(request, trace === undefined ? env : { ...env, trace });
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
  return (req: IncomingMessage, res: ServerResponse, trace: RequestTrace): void => {
    traces.set(req, trace);
    inFlight.add(res);
    compressResponse(req, res);
    res.once('close', () => inFlight.delete(res));
    void handle(req, res);
  };
}

// Its line comes at its end, which is nearly always that the browser leaves.
const isEventStream = (path: string) => /^\/api\/(?:portal|desk)\/events$/.test(path);

const isProbe = (path: string) => path === '/healthz' || path === '/readyz';

interface LoggedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  trace: RequestTrace;
}

/** One line per response once it is sent, without query, cookies, email addresses and IP addresses. */
export function logRequest(
  { log, slowMs = 0, onRequest }: Pick<ListenerDeps, 'log' | 'slowMs' | 'onRequest'>,
  { req, res, trace }: LoggedRequest,
): void {
  const started = performance.now();
  const { socket, method = '' } = req;
  const bytesBefore = socket.bytesWritten;
  const path = loggedPath(req.url ?? '');
  const isStream = isEventStream(path);
  res.once('close', () => {
    const status = res.statusCode;
    const ms = performance.now() - started;
    const isSlow = slowMs > 0 && ms > slowMs && !isStream;
    const { requestId, traceId, user, key, code } = trace;
    log[levelOf(path, status, isSlow)](
      {
        requestId,
        ...(traceId !== undefined && { traceId }),
        method,
        path,
        status,
        ...(code !== undefined && { code }),
        ...(user !== undefined && { user }),
        ...(key !== undefined && { key }),
        ms: Math.round(ms * 10) / 10,
        ...(isSlow && { slow: true }),
        bytes: socket.bytesWritten - bytesBefore,
        ...(res.writableFinished || isStream ? {} : { aborted: true }),
      },
      'request',
    );
    onRequest?.({ ...trace, method, status, seconds: ms / 1000, isEventStream: isStream });
  });
}

/** A probe that is told to wait is not an error: what it found has a line of its own. */
function levelOf(path: string, status: number, isSlow: boolean): 'info' | 'warn' | 'error' {
  if (isProbe(path) && status === 503) return 'info';
  if (status >= 500) return 'error';
  return isSlow ? 'warn' : 'info';
}
