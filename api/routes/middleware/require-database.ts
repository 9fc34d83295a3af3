import { createMiddleware } from 'hono/factory';
import type { DatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import { unavailable } from '#api/lib/api-error.ts';
import type { AppEnv } from '#api/routes/app-env.ts';

/** Lets a request pass once the database is open; until then it is told to come back. */
export function requireDatabase(gate: DatabaseHandle<Database>) {
  return createMiddleware<AppEnv>((c, next) => {
    if (gate.current === undefined) throw unavailable();
    c.set('database', gate.current);
    return next();
  });
}
