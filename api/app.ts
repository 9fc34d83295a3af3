import { type Context, Hono } from 'hono';
import { createAccounts } from './auth/accounts.ts';
import { deriveKeys } from './auth/keys.ts';
import type { DatabaseGate } from './database-gate.ts';
import type { Database } from './db/connect.ts';
import type { Settings } from './env.ts';
import { answerErrors, answerUnknown } from './http/answer-errors.ts';
import type { AppEnv } from './http/app-env.ts';
import { bodyLimit } from './http/body-limit.ts';
import { health } from './http/health.ts';
import { needsDatabase } from './http/needs-database.ts';
import { requestContext } from './http/request-context.ts';
import type { Log } from './log.ts';
import { authRoutes } from './routes/auth.ts';
import { mailLinkRoutes } from './routes/mail-links.ts';
import { openApiRoute } from './routes/openapi.ts';
import { portalRoutes } from './routes/portal.ts';
import { answerProblems } from './routes/problems.ts';
import { sameOrigin } from './routes/same-origin.ts';
import { securityRoutes } from './routes/security.ts';
import { createSessionGuard } from './routes/signed-in.ts';
import { createReadAllowance } from './services/read-allowance.ts';

export interface AppDeps {
  settings: Pick<
    Settings,
    'siteUrl' | 'isSiteUrlGiven' | 'trustProxy' | 'ticketLimit' | 'readLimit' | 'secretsBefore' | 'currency'
  >;
  /** AUTH_SECRET: every key is derived from it. */
  secret: string;
  log: Log;
  gate: DatabaseGate<Database>;
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
  api.onError(answerProblems(log));
  api.use(bodyLimit(largestBody));
  api.use(sameOrigin(settings));
  api.route('/', openApiRoute(settings.siteUrl));
  api.use(needsDatabase(gate));
  const accounts = onceFor((database: Database) =>
    createAccounts(database, { siteUrl: settings.siteUrl, keys, now }, log),
  );

  const accountsOf = (c: Context<AppEnv>) => accounts(c.get('database'));
  const guard = createSessionGuard(accountsOf, createReadAllowance(settings.readLimit, now));

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
  app.notFound(answerUnknown(app));
  app.onError(answerErrors(log));
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
