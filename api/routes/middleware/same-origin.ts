import { createMiddleware } from 'hono/factory';
import { ApiError } from '#api/lib/errors.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface OriginSettings {
  siteUrl: string;
  isSiteUrlGiven: boolean;
}

/**
 * CSRF protection: browsers send the page's origin with every request that may change something, so a missing or different
 * origin is rejected. Without a configured SITE_URL, the origin must match the Host header.
 */
export function sameOrigin({ siteUrl, isSiteUrlGiven }: OriginSettings) {
  return createMiddleware<AppEnv>((c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    const origin = c.req.header('origin');
    const isSameOrigin = origin === siteUrl || (!isSiteUrlGiven && matchesHost(origin, c.req.header('host')));
    if (!isSameOrigin) throw new ApiError(403, 'forbidden_origin', 'This request did not come from our site.');
    return next();
  });
}

const matchesHost = (origin: string | undefined, host: string | undefined) =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
