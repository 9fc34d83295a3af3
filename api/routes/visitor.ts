import type { Context } from 'hono';
import type { Visitor } from '#api/auth/accounts.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import type { Locale } from '#api/services/mail-outbox.ts';

export const visitorOf = (c: Context<AppEnv>): Visitor => ({
  address: c.get('clientAddress'),
  cookies: c.req.header('cookie'),
  userAgent: c.req.header('user-agent'),
  locale: preferred(c.req.header('accept-language')),
});

/** The first of our languages in the list; browsers write it in the order of preference. */
export function preferred(languages: string | undefined): Locale | undefined {
  const first = languages?.toLowerCase().match(/(?:^|,)\s*(fr|en)(?=[-;,\s]|$)/)?.[1];
  return first as Locale | undefined;
}
