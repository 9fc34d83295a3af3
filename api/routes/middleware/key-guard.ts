import { createMiddleware } from 'hono/factory';
import { ApiError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import type { KeyEnv } from '#api/routes/app-env.ts';
import { keyPrefix, shownKeyLength } from '#contract/key-scopes.ts';
import { createThrottle } from './session-guard.ts';

const unauthorized = (message: string) => new ApiError(401, 'unauthorized', message, { 'WWW-Authenticate': 'Bearer' });
const keyPattern = `${keyPrefix}[\\w-]{43}`;
const bearer = new RegExp(`^Bearer (${keyPattern})$`, 'i');
const anywhere = new RegExp(keyPattern);
const maxKnownKeys = 1000;

/**
 * The guard in front of /api/v1: reads the key and limits how often each is used, at the rate of a user. Keys that have not worked before
 * share the limit of their network. Whether a key is valid, and what it may do, is decided in the transaction of each request.
 */
export function createKeyGuard(perSecond: number, now?: () => number) {
  const throttle = createThrottle(perSecond, now);
  const known = new Set<string>();
  return createMiddleware<KeyEnv>(async function requireApiKey(c, next) {
    // URLs are in logs, in histories and in what proxies keep.
    if (anywhere.test(c.req.url)) throw unauthorized('An API key must not be part of a URL. Please revoke it.');
    const key = bearer.exec(c.req.header('authorization') ?? '')?.[1];
    if (key === undefined) throw unauthorized('Please send an API key as "Authorization: Bearer".');
    // Before any check, so that the log tells which program still uses a key that was revoked.
    c.get('trace').key = key.slice(0, shownKeyLength);
    const hash = hashToken(key);
    const network = networkOf(c.get('clientIp'));
    throttle(known.has(hash) ? hash : `network ${network}`);
    c.set('keyCaller', { key, trace: { requestId: c.get('requestId'), network } });
    await next();
    if (c.res.status === 401) known.delete(hash);
    // Other errors may come before the key was looked up.
    else if (c.res.ok) {
      if (known.size >= maxKnownKeys) known.clear();
      known.add(hash);
    }
  });
}
