import type { Context } from 'hono';
import type { RequestMetadata } from '#api/auth/request-metadata.ts';
import type { AppEnv } from './app-env.ts';
import { readerLocale } from '#api/mail/mail.ts';

export const requestMetadataOf = (c: Context<AppEnv>): RequestMetadata => ({
  address: c.get('clientIp'),
  requestId: c.get('requestId'),
  cookies: c.req.header('cookie'),
  userAgent: c.req.header('user-agent'),
  locale: readerLocale(c.req.header('accept-language')),
  signal: () => c.req.raw.signal,
});
