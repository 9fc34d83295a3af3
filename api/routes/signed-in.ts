import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { networkOf } from '#api/audit/network.ts';
import type { Accounts } from '#api/auth/accounts.ts';
import { apiError } from '#api/http/api-error.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import type { ReadAllowance } from '#api/services/read-allowance.ts';
import { visitorOf } from './visitor.ts';

/** Lets a request pass that carries a session cookie of ours. Whether the session still stands, its transaction finds out. */
export function signedIn(accountsOf: (c: Context<AppEnv>) => Accounts, allowance: ReadAllowance) {
  return createMiddleware<AppEnv>((c, next) => {
    const visitor = visitorOf(c);
    const sessionToken = accountsOf(c).tokenOf(visitor);
    if (sessionToken === undefined) throw apiError(401);
    allowance.take(sessionToken);
    c.set('caller', {
      sessionToken,
      trace: { requestId: visitor.requestId, network: networkOf(visitor.address) },
    });
    return next();
  });
}
