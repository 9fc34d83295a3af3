import type { Capability } from '#api/capability.ts';
import { deleteRule, past } from '#api/db/retention-rule.ts';
import { id, type PersonalData } from '#api/lib/personal-data.ts';
import { prepareNewsletterMails } from './newsletter-mails.ts';

const subscriptions: PersonalData = {
  name: 'newsletter',
  about: 'Whether this email address gets our newsletter',
  table: 'subscribers',
  where: 'lower(stored.email) = ANY(subject.emails)',
  order: 'stored.requested_at, stored.id',
  columns: {
    id,
    email: 'the email address',
    state: 'pending until it is confirmed, then confirmed',
    consent: 'hash of the notice beside the form, its page, and when',
    requested_at: 'when the form was last sent before the confirmation',
    confirmed_at: 'when it was confirmed',
  },
};

export const newsletter: Capability = {
  name: 'newsletter',
  // Its form is one of those that LEADS delivers.
  isOn: ({ leads }) => leads !== undefined && leads !== 'off',
  paths: ['/newsletter/*', '/desk/subscribers/*'],
  tables: {
    subscribers: {
      retention: [
        deleteRule(
          'subscribers',
          `state = 'pending' AND ${past('requested_at', '30 days')}`,
          'subscriptions that were not confirmed',
          '30 days after the request',
        ),
        // product §9, as for prospects. What we send, and whether they open it, is not an interaction.
        deleteRule(
          'subscribers',
          past('confirmed_at', '3 years'),
          'subscribers of the newsletter',
          '3 years after the confirmation',
        ),
      ],
      personal: { ofCustomer: subscriptions, ofUser: subscriptions },
    },
    suppressed: {
      retention: [
        deleteRule(
          'suppressed',
          past('created_at', '3 years'),
          'hashes of who unsubscribed',
          '3 years after they unsubscribed',
        ),
      ],
      personal: 'keyed hashes of email addresses that unsubscribed',
    },
  },
  work: ({ settings: { siteUrl }, keys, database }) => ({ mails: prepareNewsletterMails({ database, siteUrl, keys }) }),
};
