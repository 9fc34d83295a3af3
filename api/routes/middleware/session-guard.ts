import { createMiddleware } from 'hono/factory';
import { readSessionToken } from '#api/auth/cookies.ts';
import { findSessionOwner } from '#api/auth/sessions.ts';
import { apiError } from '#api/lib/errors.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import { type AppContext, type AppEnv, requestMetadataOf, type SessionEnv } from '#api/routes/app-env.ts';
import type { RequestThrottle } from './request-throttle.ts';

const maxCachedOwners = 10_000;

/**
 * The guard in front of every private route, which also throttles each user. It looks up the owner of a session once and
 * caches it; whether the session is still valid is checked in the transaction of each request.
 */
export function createSessionGuard(throttle: RequestThrottle) {
  const owners = new Map<string, string>();

  /** False if the session has ended. */
  async function throttleSession(c: AppContext, token: string): Promise<boolean> {
    const cached = owners.get(token);
    // A session whose owner is not known yet, or that has ended, is throttled by its token.
    throttle.consume(cached ?? token);
    const owner = cached ?? (await findSessionOwner(c.get('auth'), token));
    if (owner === undefined) return false;
    if (cached === undefined) {
      if (owners.size >= maxCachedOwners) owners.delete(owners.keys().next().value ?? '');
      owners.set(token, owner);
    }
    return true;
  }

  return {
    requireSession: createMiddleware<SessionEnv>(async function requireSession(c, next) {
      const metadata = requestMetadataOf(c);
      const sessionToken = readSessionToken(c.get('auth'), metadata.cookies);
      if (sessionToken === undefined || !(await throttleSession(c, sessionToken))) throw apiError(401);
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
