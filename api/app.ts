import { type Context, Hono } from 'hono';
import { createAccounts } from './auth/accounts.ts';
import { deriveKeys } from './auth/keys.ts';
import type { DatabaseHandle } from './db/database-handle.ts';
import type { Database } from './db/connect.ts';
import type { Settings } from './lib/env.ts';
import { errorResponses, notFoundResponse } from './routes/middleware/error-responses.ts';
import type { AppEnv } from './routes/app-env.ts';
import { bodyLimit } from './routes/middleware/body-limit.ts';
import { health } from './routes/health.ts';
import { requireDatabase } from './routes/middleware/require-database.ts';
import { requestContext } from './routes/middleware/request-context.ts';
import type { Log } from './lib/log.ts';
import { authRoutes } from './routes/auth.ts';
import { mailLinkRoutes } from './routes/mail-links.ts';
import { openApiRoute } from './routes/openapi.ts';
import { portalRoutes } from './routes/portal.ts';
import { mapErrors } from './routes/middleware/error-mapping.ts';
import { sameOrigin } from './routes/middleware/same-origin.ts';
import { securityRoutes } from './routes/security.ts';
import { createSessionGuard } from './routes/middleware/session-guard.ts';
import { createRequestThrottle } from './routes/middleware/request-throttle.ts';

export interface AppDeps {
  settings: Pick<
    Settings,
    'siteUrl' | 'isSiteUrlGiven' | 'trustProxy' | 'ticketLimit' | 'readLimit' | 'secretsBefore' | 'currency'
  >;
  /** AUTH_SECRET: every key is derived from it. */
  secret: string;
  log: Log;
  gate: DatabaseHandle<Database>;
  /** Milliseconds, of any origin: for limits that are kept in memory. */
  now?: (() => number) | undefined;
}

const largestBody = 64 * 1024;

export function createApp({ settings, secret, log, gate, now }: AppDeps) {
  const app = new Hono<AppEnv>();
  const isHttps = settings.siteUrl.startsWith('https:');
  const keys = deriveKeys(secret, settings.secretsBefore);

  app.use(requestContext({ log, isHttps, trustProxy: settings.trustProxy }));
  app.route('/', health(gate, now));

  const api = new Hono<AppEnv>();
  api.onError(mapErrors(log));
  api.use(bodyLimit(largestBody));
  api.use(sameOrigin(settings));
  api.route('/', openApiRoute(settings.siteUrl));
  api.use(requireDatabase(gate));
  const accounts = onceFor((database: Database) =>
    createAccounts(database, { siteUrl: settings.siteUrl, keys, now }, log),
  );

  const accountsOf = (c: Context<AppEnv>) => accounts(c.get('database'));
  const guard = createSessionGuard(accountsOf, createRequestThrottle(settings.readLimit, now));

  // Public routes: above the guard.
  api.use('/auth/get-session', guard.countSession);
  api.route('/auth', authRoutes(accountsOf, settings));
  api.route('/auth', mailLinkRoutes(accountsOf));

  // The guard: every route below this line needs a session. What is unknown under these paths is refused here too.
  api.use('/auth/*', guard.requireSession);
  api.use('/portal/*', guard.requireSession);

  // Private routes: below the guard, and nowhere else (routes/guard.test.ts).
  api.route('/auth', securityRoutes(accountsOf));
  api.route('/portal', portalRoutes({ settings, secret: keys.rateLimits }));

  app.route('/api', api);
  app.notFound(notFoundResponse(app));
  app.onError(errorResponses(log));
  return app;
}

// The gate may open on another database after the first was lost.
function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

export type App = ReturnType<typeof createApp>;
