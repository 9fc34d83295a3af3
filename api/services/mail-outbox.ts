import type { Orm } from '#api/db/ambient.ts';
import { mailOutbox } from '#api/db/schema/accounts.ts';

export type MailTemplate = 'verify-email' | 'reset-password' | 'account-exists' | 'password-changed';
export type Locale = 'fr' | 'en';

export interface Mail {
  template: MailTemplate;
  to: string;
  /** Undefined where the reader's language is not known. */
  locale: Locale | undefined;
  data?: Record<string, string>;
}

/** Queues a mail in the transaction it is called in: it is sent if and only if what it tells of has happened. */
export async function enqueueMail(orm: Pick<Orm, 'insert'>, { template, to, locale, data = {} }: Mail): Promise<void> {
  await orm.insert(mailOutbox).values({ template, recipient: to, locale: locale ?? null, data });
}
