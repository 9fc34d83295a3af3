import type { HttpBindings } from '@hono/node-server';
import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { Log } from '#api/lib/log.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  /** Absent when a test calls `app.request()`: there is no connection then. */
  Bindings: Partial<HttpBindings> & { requestId?: string };
  Variables: {
    requestId: string;
    log: Log;
    clientIp: string;
    /** Open, or the request was refused before it came this far. */
    database: Database;
    /** Set by the guard: below it there is one. */
    caller: Caller;
  };
}
