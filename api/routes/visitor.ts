import type { Context } from 'hono';
import type { Visitor } from '#api/auth/visitor.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { readerLocale } from '#api/mail/reader-locale.ts';

export const visitorOf = (c: Context<AppEnv>): Visitor => ({
  address: c.get('clientAddress'),
  requestId: c.get('requestId'),
  cookies: c.req.header('cookie'),
  userAgent: c.req.header('user-agent'),
  locale: readerLocale(c.req.header('accept-language')),
  signal: () => c.req.raw.signal,
});
