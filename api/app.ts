import { Hono } from 'hono';
import type { DatabaseGate, OpenDatabase } from './database-gate.ts';
import type { Settings } from './env.ts';
import { answerErrors, answerUnknown } from './http/answer-errors.ts';
import type { AppEnv } from './http/app-env.ts';
import { bodyLimit } from './http/body-limit.ts';
import { health } from './http/health.ts';
import { needsDatabase } from './http/needs-database.ts';
import { requestContext } from './http/request-context.ts';
import type { Log } from './log.ts';

export interface AppDeps {
  settings: Pick<Settings, 'siteUrl' | 'trustProxy'>;
  log: Log;
  gate: DatabaseGate<OpenDatabase>;
}

const largestBody = 64 * 1024;

export function createApp({ settings, log, gate }: AppDeps) {
  const app = new Hono<AppEnv>();
  const isHttps = settings.siteUrl.startsWith('https:');

  app.use(requestContext({ log, isHttps, trustProxy: settings.trustProxy }));
  app.route('/', health(gate));

  const api = new Hono<AppEnv>();
  api.use(bodyLimit(largestBody));
  api.use(needsDatabase(gate));

  // Public routes: above the guard.

  // The guard: every route below this line needs a signed-in user.

  // Private routes: below the guard.

  app.route('/api', api);
  app.notFound(answerUnknown(app));
  app.onError(answerErrors(log));
  return app;
}

export type App = ReturnType<typeof createApp>;
