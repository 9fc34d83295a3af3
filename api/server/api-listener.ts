import type { ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '#api/app.ts';
import { apiError, errorBody } from '#api/lib/api-error.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import type { Log } from '#api/lib/log.ts';
import type { ApiListener } from './listener.ts';

interface ApiListenerDeps {
  app: App;
  log: Log;
  isHttps: boolean;
  /** Holds the answers that are still being made. */
  inFlight: Set<ServerResponse>;
}

export function createApiListener({ app, log, isHttps, inFlight }: ApiListenerDeps): ApiListener {
  const requestIds = new WeakMap<object, string>();
  const listen = getRequestListener(
    (request, env) => {
      const requestId = requestIds.get(env.incoming);
      return app.fetch(request, requestId === undefined ? env : { ...env, requestId });
    },
    {
      // HTTP/1.0 may come without a Host.
      hostname: 'localhost',
      // Reached only by requests that cannot be given to the app at all, such as one with a nonsensical Host.
      errorHandler(error) {
        const isRequestAtFault = error instanceof Error && error.name === 'RequestError';
        if (!isRequestAtFault) log.error({ err: error }, 'request failed outside the app');
        const refusal = apiError(isRequestAtFault ? 400 : 500);
        const headers = [...securityHeaders({ isHttps }), ['Cache-Control', 'no-store'] as const];
        return Response.json(errorBody(refusal), { status: refusal.status, headers: Object.fromEntries(headers) });
      },
    },
  );
  return (req, res, requestId) => {
    requestIds.set(req, requestId);
    inFlight.add(res);
    res.once('close', () => inFlight.delete(res));
    void listen(req, res);
  };
}
