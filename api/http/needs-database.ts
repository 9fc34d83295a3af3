import { createMiddleware } from 'hono/factory';
import type { DatabaseGate } from '#api/database-gate.ts';
import type { Database } from '#api/db/connect.ts';
import { unavailable } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

/** Lets a request pass once the database is open; until then it is told to come back. */
export function needsDatabase(gate: DatabaseGate<Database>) {
  return createMiddleware<AppEnv>((c, next) => {
    if (gate.current === undefined) throw unavailable();
    c.set('database', gate.current);
    return next();
  });
}
