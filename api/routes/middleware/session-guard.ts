import { createMiddleware } from 'hono/factory';
import { readSessionToken } from '#api/auth/core/cookies.ts';
import { type SessionOwner, findSessionOwner, touchSession } from '#api/auth/session/sessions.ts';
import { RateLimitError, apiError } from '#api/lib/errors.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import { createTokenBucket } from '#api/lib/memory-limits.ts';
import { type AppContext, type AppEnv, type SessionEnv, requestMetadataOf } from '#api/routes/app-env.ts';

const maxCachedOwners = 10_000;
// How late the time of the last use may be: each write costs the request a round trip.
const touchIntervalMs = 5 * 60_000;
// An export of half a million rows, or an hour of scrolling.
const burst = 1000;

const tooManyRequests = 'Too many requests were made recently. Please try again in a moment.';

/**
 * Limits how often a user calls this instance, across all of their sessions. In memory: a count that instances share would
 * cost every read a round trip to the database. 0 means no limit.
 */
export function createThrottle(perSecond: number, now?: () => number): (user: string) => void {
  const bucket = createTokenBucket({ perSecond, burst, now });
  return (user) => {
    if (perSecond === 0) return;
    const wait = bucket.consume(user);
    if (wait > 0) throw new RateLimitError(Math.ceil(wait), false, tooManyRequests);
  };
}

/**
 * The guard in front of every private route, which also throttles each user. It looks up the owner of a session once and
 * caches it; whether the session is still valid is checked in the transaction of each request.
 */
export function createSessionGuard(perSecond: number, now?: () => number) {
  const throttle = createThrottle(perSecond, now);
  const owners = new Map<string, SessionOwner>();

  /** The owner; undefined if the session has ended. */
  async function throttleSession(c: AppContext, token: string): Promise<string | undefined> {
    const cached = owners.get(token);
    // A session whose owner is not known yet, or that has ended, is throttled by its token.
    throttle(cached?.id ?? token);
    const owner = cached ?? (await findSessionOwner(c.get('auth'), token));
    if (owner !== undefined && cached === undefined) {
      if (owners.size >= maxCachedOwners) owners.delete(owners.keys().next().value ?? '');
      owners.set(token, owner);
    }
    if (owner !== undefined && Date.now() - owner.usedAt > touchIntervalMs) {
      // Before the write: requests that arrive meanwhile need not repeat it.
      owner.usedAt = Date.now();
      await touchSession(c.get('auth'), token);
    }
    return owner?.id;
  }

  return {
    requireSession: createMiddleware<SessionEnv>(async function requireSession(c, next) {
      const metadata = requestMetadataOf(c);
      const sessionToken = readSessionToken(c.get('auth'), metadata.cookies);
      const owner = sessionToken === undefined ? undefined : await throttleSession(c, sessionToken);
      if (sessionToken === undefined || owner === undefined) throw apiError(401);
      c.set('userId', owner);
      c.set('caller', {
        sessionToken,
        trace: { requestId: metadata.requestId, network: networkOf(metadata.ipAddress) },
      });
      return next();
    }),

    /** For a public route whose response depends on the session, if there is one. */
    throttleSession: createMiddleware<AppEnv>(async function throttleSessionIfAny(c, next) {
      const token = readSessionToken(c.get('auth'), c.req.header('cookie'));
      if (token !== undefined) await throttleSession(c, token);
      return next();
    }),
  };
}
