import { bodyLimit as streamLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ApiError, apiError } from '#api/lib/errors.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const rejectTooLarge = () => {
  throw apiError(413);
};

/** Paths that end in a slash stand for those below them. */
const isAmong = (paths: readonly string[], path: string) =>
  paths.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));

/**
 * Rejects larger bodies. A body without a declared length is read up to the limit before any handler runs. Paths of
 * `except`, and those below the ones that end in a slash, are limited where they are read (readStream), after the check of who may send so much.
 */
export function bodyLimit(maxSize: number, { except = [] }: { except?: readonly string[] } = {}) {
  const limitStream = streamLimit({ maxSize, onError: rejectTooLarge });
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    if (isAmong(except, c.req.path)) return next();
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

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface OriginSettings {
  siteUrl: string;
  isSiteUrlGiven: boolean;
}

/**
 * CSRF protection: browsers send the page's origin with every request that may change something, so a missing or different
 * origin is rejected. Without a configured SITE_URL, the origin must match the Host header. Paths of `except` need a
 * key or a token instead of a cookie, which no browser sends by itself.
 */
export function sameOrigin(
  { siteUrl, isSiteUrlGiven }: OriginSettings,
  { except = [] }: { except?: readonly string[] } = {},
) {
  return createMiddleware<AppEnv>((c, next) => {
    if (safeMethods.has(c.req.method) || isAmong(except, c.req.path)) return next();
    const origin = c.req.header('origin');
    const isSameOrigin = origin === siteUrl || (!isSiteUrlGiven && matchesHost(origin, c.req.header('host')));
    if (!isSameOrigin) throw new ApiError(403, 'forbidden_origin', 'This request did not come from our site.');
    return next();
  });
}

const matchesHost = (origin: string | undefined, host: string | undefined) =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
