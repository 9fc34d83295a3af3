import { bodyLimit as streamLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ApiError, apiError } from '#api/lib/errors.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const rejectTooLarge = () => {
  throw apiError(413);
};

/** Rejects larger bodies. A body without a declared length is read up to the limit before any handler runs. */
export function bodyLimit(maxSize: number) {
  const limitStream = streamLimit({ maxSize, onError: rejectTooLarge });
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const declared = c.req.header('content-length');
    // Reading the body here would cost the adapter's fast path, so a declared length is trusted: node enforces it.
    if (declared === undefined || c.req.header('transfer-encoding') !== undefined) {
      let isRead = false;
      return limitStream(c, () => {
        isRead = true;
        return next();
      }).catch((error: unknown) => {
        // A client that disconnects causes the same error as a lost database connection; only after the body was read can it
        // be the database's.
        throw isRead || error instanceof ApiError
          ? error
          : new ApiError(400, 'bad_request', 'The request was cut off.');
      });
    }
    return Number(declared) <= maxSize ? next() : rejectTooLarge();
  });
}
