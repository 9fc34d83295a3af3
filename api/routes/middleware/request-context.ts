import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Log } from '#api/lib/log.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import { clientIp } from '#api/lib/client-ip.ts';
import { requestIdOf } from '#api/lib/request-id.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';

interface ContextDeps {
  log: Log;
  isHttps: boolean;
  trustProxy: number;
}

/** Gives each request its id, its log and its client's address, and each answer its headers. */
export function requestContext({ log, isHttps, trustProxy }: ContextDeps) {
  const headers = securityHeaders({ isHttps });
  const onUnreadable = warnOnce(log);
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = c.env?.requestId ?? requestIdOf(c.req.header('x-request-id'), trustProxy);
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
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
    // After the handler, on whatever it returned: headers prepared before are lost when it makes its own Response.
    const answer = changeable(c);
    answer.headers.set('X-Request-Id', requestId);
    for (const [name, value] of headers) answer.headers.set(name, value);
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
  });
}

/** Once, as it concerns every request. Digits are masked: they may be part of a client's address. */
function warnOnce(log: Log): (hop: string) => void {
  let isTold = false;
  return (hop) => {
    if (isTold) return;
    isTold = true;
    log.warn(
      { hop: hop.slice(0, 60).replaceAll(/[\da-f]/gi, 'x') },
      'X-Forwarded-For holds no readable IP address where TRUST_PROXY expects one: all such clients share one rate limit',
    );
  };
}

// A Response that a library made (a redirect, say) may be sealed; copying every one would cost the adapter's fast path.
function changeable(c: Context<AppEnv>): Response {
  try {
    c.res.headers.delete('X-Request-Id');
  } catch {
    const sealed = c.res;
    c.res = undefined;
    c.res = new Response(sealed.body, sealed);
  }
  return c.res;
}
