import { bodyLimit as streamLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ApiError, apiError } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const tooLarge = () => {
  throw apiError(413);
};

/** Refuses larger bodies; a body without a declared length is read up to the limit before anything else sees it. */
export function bodyLimit(maxSize: number) {
  const limitStream = streamLimit({ maxSize, onError: tooLarge });
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const declared = c.req.header('content-length');
    // Only to look at the body would cost the adapter's fast path, so a declared length is judged by itself.
    if (declared === undefined || c.req.header('transfer-encoding') !== undefined) {
      let isRead = false;
      return limitStream(c, () => {
        isRead = true;
        return next();
      }).catch((error: unknown) => {
        // A client that hangs up resets its connection as a lost database does: only what follows can be the database's.
        throw isRead || error instanceof ApiError
          ? error
          : new ApiError(400, 'bad_request', 'The request was cut off.');
      });
    }
    return Number(declared) <= maxSize ? next() : tooLarge();
  });
}
