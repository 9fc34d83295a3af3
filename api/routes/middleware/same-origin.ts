import { createMiddleware } from 'hono/factory';
import { ApiError } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

interface OriginSettings {
  siteUrl: string;
  isSiteUrlGiven: boolean;
}

/**
 * Refuses what another site makes a browser send. Browsers name the page's origin on every request that may change
 * something; one that names none, or another, is not ours. Where the operator named no address for the site, its own
 * is the one that it is called by.
 */
export function sameOrigin({ siteUrl, isSiteUrlGiven }: OriginSettings) {
  return createMiddleware<AppEnv>((c, next) => {
    if (safe.has(c.req.method)) return next();
    const origin = c.req.header('origin');
    const isOurs = origin === siteUrl || (!isSiteUrlGiven && isCalledBy(origin, c.req.header('host')));
    if (!isOurs) throw new ApiError(403, 'forbidden_origin', 'This request did not come from our site.');
    return next();
  });
}

const isCalledBy = (origin: string | undefined, host: string | undefined) =>
  host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
