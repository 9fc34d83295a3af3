import type { Context, ErrorHandler, Hono, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Log } from '#api/lib/log.ts';
import { ApiError, apiError, errorBody } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const answer = (c: Context, error: ApiError) => c.json(errorBody(error), error.status, error.headers);

/** Turns what a handler threw into JSON. The cause of a 500 goes to the log, with the request's id, and nowhere else. */
export function errorResponses(log: Log): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    if (thrown instanceof ApiError) return answer(c, thrown);
    if (thrown instanceof HTTPException) return answer(c, apiError(thrown.status));
    log.error({ requestId: c.get('requestId'), err: thrown }, 'request failed');
    return answer(c, apiError(500));
  };
}

/** 405 where another method would have been answered, 404 elsewhere. */
export function notFoundResponse(app: Hono<AppEnv>): NotFoundHandler<AppEnv> {
  return (c) => {
    const allowed = methodsOf(app, c.req.path);
    return answer(c, allowed.length > 0 ? apiError(405, { Allow: allowed.join(', ') }) : apiError(404));
  };
}

function methodsOf(app: Hono<AppEnv>, path: string): string[] {
  const isAnswered = (method: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(isAnswered);
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
}
