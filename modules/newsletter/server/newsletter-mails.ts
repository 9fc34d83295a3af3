import { newsletterValues } from '#api/jobs/job-data.ts';
import type { Database } from '#api/db/connect.ts';
import type { DueJob } from '#api/jobs/queue.ts';
import { company } from '#api/lib/company.ts';
import type { PreparedMail, PrepareMail } from '#api/mail/delivery.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { newsletterConfirm, newsletterWelcome } from './mails/newsletter-french.ts';
import type { SubscriberState } from '#contract/newsletter.ts';
import { linkToken, type NewsletterKeys } from './subscription-links.ts';
import { findSubscriber, type Subscriber } from './subscriptions.ts';

interface PrepareDeps {
  /** Undefined until the database has opened. */
  database: () => Pick<Database, 'pool'> | undefined;
  siteUrl: string;
  keys: NewsletterKeys;
}

/** Nothing is sent to who confirmed or unsubscribed meanwhile. */
export function prepareNewsletterMails({ database, siteUrl, keys }: PrepareDeps): Record<string, PrepareMail> {
  const links = siteLinks(siteUrl);
  const prepare =
    (expected: SubscriberState, write: (id: string) => Pick<PreparedMail, 'content' | 'unsubscribe'>): PrepareMail =>
    async (job) => {
      const subscriber = await readSubscriber(database(), job);
      if (subscriber?.state !== expected) return undefined;
      // The site speaks French, whatever the portal offers.
      return { recipient: subscriber.email, locale: 'fr', ...write(subscriber.id) };
    };
  return {
    'newsletter-confirm': prepare('pending', (id) => {
      const link = links.confirmSubscription(linkToken(keys, 'confirm', id));
      return { content: newsletterConfirm({ link, company: company.name }) };
    }),
    'newsletter-welcome': prepare('confirmed', (id) => {
      const unsubscribe = links.unsubscribe(linkToken(keys, 'unsubscribe', id));
      const content = newsletterWelcome({
        siteLink: `${siteUrl}/`,
        unsubscribeLink: unsubscribe,
        company: company.name,
      });
      return { content, unsubscribe };
    }),
  };
}

async function readSubscriber(
  database: Pick<Database, 'pool'> | undefined,
  { data }: DueJob<'mail'>,
): Promise<Subscriber | undefined> {
  if (database === undefined) throw new Error('The database is not open.');
  return findSubscriber(database, newsletterValues.parse(data.values).subscriberId);
}
