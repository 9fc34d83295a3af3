import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Database } from '#api/db/connect.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import { unavailable } from '#api/lib/errors.ts';
import { clientIp } from '#api/lib/ip-address.ts';
import type { Log } from '#api/lib/log.ts';
import { beginTrace, pseudonymOf } from '#api/lib/request-trace.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

interface ContextDeps {
  log: Log;
  isHttps: boolean;
  trustProxy: number;
  /** Key of the users' pseudonyms in the log. */
  pseudonymKey: string;
}

/** Sets the request id and client IP of each request, and the headers of each response. */
export function requestContext({ log, isHttps, trustProxy, pseudonymKey }: ContextDeps) {
  const headers = [...securityHeaders({ isHttps }), ['Cache-Control', 'no-store'] as const];
  const onUnreadable = warnOnce(log);
  return createMiddleware<AppEnv>(async (c, next) => {
    const trace =
      c.env?.trace ??
      beginTrace(
        { 'x-request-id': c.req.header('x-request-id'), traceparent: c.req.header('traceparent') },
        trustProxy,
      );
    const { requestId } = trace;
    c.set('requestId', requestId);
    c.set('trace', trace);
    c.set(
      'clientIp',
      clientIp({
        remoteAddress: c.env?.incoming?.socket.remoteAddress,
        forwardedFor: c.req.header('x-forwarded-for'),
        trustProxy,
        onUnreadable,
      }),
    );
    await next();
    // Patterns with a wildcard are those of middleware: without any other, no handler takes the path.
    const matched = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'));
    if (matched !== undefined) trace.route = matched.path;
    // Set by the session guard.
    if ('userId' in c.var) trace.user = pseudonymOf(pseudonymKey, String(c.var.userId));
    // After the handler: headers set before are lost when it creates its own Response.
    const response = mutableResponse(c);
    response.headers.set('X-Request-Id', requestId);
    // A route's own header is stricter.
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
  });
}

/** Rejects requests with 503 until the database is open. */
export function requireDatabase(handle: DatabaseHandle<Database>, authOf: (database: Database) => AuthContext) {
  return createMiddleware<AppEnv>((c, next) => {
    if (handle.current === undefined) throw unavailable();
    c.set('database', handle.current);
    c.set('auth', authOf(handle.current));
    return next();
  });
}

/** Once, as it concerns every request. Digits are masked: they may be part of a client's IP address. */
function warnOnce(log: Log): (hop: string) => void {
  let hasWarned = false;
  return (hop) => {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      { hop: hop.slice(0, 60).replaceAll(/[\da-f]/gi, 'x') },
      'X-Forwarded-For holds no readable IP address where TRUST_PROXY expects one: all such clients share one rate limit',
    );
  };
}

// The headers of a Response that a library created (a redirect, for example) may be immutable. Copying every response would
// cost the fast path of @hono/node-server.
function mutableResponse(c: Context<AppEnv>): Response {
  try {
    c.res.headers.delete('X-Request-Id');
  } catch {
    const immutable = c.res;
    c.res = undefined;
    c.res = new Response(immutable.body, immutable);
  }
  return c.res;
}
