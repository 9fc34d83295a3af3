import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { networkOf } from '#api/lib/network.ts';
import type { Accounts } from '#api/auth/accounts.ts';
import { apiError } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import type { RequestThrottle } from './request-throttle.ts';
import { requestMetadataOf } from '#api/routes/request-metadata.ts';

const mostKept = 10_000;

/**
 * The guard in front of every private route, and the count of what each user asks for. A session is looked up once by each
 * instance, to know whose it is; whether it still stands, the transaction of each request finds out.
 */
export function createSessionGuard(accountsOf: (c: Context<AppEnv>) => Accounts, allowance: RequestThrottle) {
  const owners = new Map<string, string>();

  /** False when the session has ended. */
  async function count(c: Context<AppEnv>, token: string): Promise<boolean> {
    const known = owners.get(token);
    // Until its owner is known a session is counted by itself, and so is one that has ended.
    allowance.take(known ?? token);
    const owner = known ?? (await accountsOf(c).ownerOf(token));
    if (owner === undefined) return false;
    if (known === undefined) {
      if (owners.size >= mostKept) owners.delete(owners.keys().next().value ?? '');
      owners.set(token, owner);
    }
    return true;
  }

  return {
    requireSession: createMiddleware<AppEnv>(async function requireSession(c, next) {
      const visitor = requestMetadataOf(c);
      const sessionToken = accountsOf(c).tokenOf(visitor);
      if (sessionToken === undefined || !(await count(c, sessionToken))) throw apiError(401);
      c.set('caller', {
        sessionToken,
        trace: { requestId: visitor.requestId, network: networkOf(visitor.address) },
      });
      return next();
    }),

    /** For a public route that answers by the session, if there is one. */
    countSession: createMiddleware<AppEnv>(async function countSession(c, next) {
      const token = accountsOf(c).tokenOf(requestMetadataOf(c));
      if (token !== undefined) await count(c, token);
      return next();
    }),
  };
}
