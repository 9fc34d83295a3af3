import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { RequestMetadata } from '#api/auth/core/auth-settings.ts';
import type { Database } from '#api/db/connect.ts';
import type { KeyCaller } from '#api/db/key.ts';
import type { Caller } from '#api/db/tenant.ts';
import type { RequestTrace } from '#api/lib/request-trace.ts';
import { readLanguage } from '#api/lib/read-language.ts';
import { isLanguage, languageCookie } from '#contract/languages.ts';

/** The context of every handler. */
export interface AppEnv {
  /** Absent in tests that call `app.request()`: there is no connection. */
  Bindings: Partial<HttpBindings> & { trace?: RequestTrace };
  Variables: {
    requestId: string;
    trace: RequestTrace;
    clientIp: string;
    /** Open: `requireDatabase` rejects the request otherwise. */
    database: Database;
    auth: AuthContext;
  };
}

/** The context of handlers below the session guard, which sets `caller`, and whose session it is. */
export interface SessionEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { caller: Caller; userId: string };
}

/** The context of handlers for programs, which the guard of keys sets. */
export interface KeyEnv extends AppEnv {
  Variables: AppEnv['Variables'] & { keyCaller: KeyCaller };
}

/** The context above and below the guard. `Context` itself is invariant in its variables. */
export interface AppContext extends Pick<Context<AppEnv>, 'req'> {
  get: <Key extends keyof AppEnv['Variables']>(key: Key) => AppEnv['Variables'][Key];
}

const cookie = new RegExp(`(?:^|; ?)${languageCookie}=([\\w-]+)(?:;|$)`);

/** What the reader chose in the browser, or else what the browser prefers. The default is not stored: nobody asked for it. */
function readerLanguage(c: AppContext): Pick<RequestMetadata, 'locale' | 'language'> {
  const offered = c.get('auth').languages.filter(isLanguage);
  const [, chosen] = cookie.exec(c.req.header('cookie') ?? '') ?? [];
  const language = offered.find((one) => one === chosen) ?? readLanguage(c.req.header('accept-language'), offered);
  return { locale: language ?? offered[0] ?? 'en', language };
}

export const requestMetadataOf = (c: AppContext): RequestMetadata => ({
  ipAddress: c.get('clientIp'),
  requestId: c.get('requestId'),
  cookies: c.req.header('cookie'),
  userAgent: c.req.header('user-agent'),
  ...readerLanguage(c),
  signal: () => c.req.raw.signal,
});
