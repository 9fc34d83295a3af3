import type { Orm } from '#api/db/transaction-context.ts';
import { mailOutbox } from '#api/db/schema/accounts.ts';
import type { Mail } from './mail.ts';

/** Queues a mail in the transaction of what it tells of: both are kept, or neither. A worker delivers it. */
export async function enqueueMail(
  orm: Pick<Orm, 'insert'>,
  { template, recipient, locale = 'en', data }: Mail,
): Promise<void> {
  await orm.insert(mailOutbox).values({ template, recipient, locale, data: { ...data } });
}
