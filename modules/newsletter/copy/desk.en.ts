import type { NewsletterCopy } from './desk.fr.ts';

export const newsletter: NewsletterCopy = {
  title: 'Newsletter',
  back: 'All leads',
  description:
    'A mailing tool sends the newsletter: export the confirmed email addresses before each one, with their unsubscribe links.',
  subscribers: 'Subscribers',
  confirmed: 'Confirmed subscriptions',
  pending: 'Waiting for confirmation',
  pendingHint: 'Deleted 30 days after the request.',
  exporting: {
    title: 'Export',
    text: 'A CSV file: email address, date of confirmation, page of the form, unsubscribe link for the List-Unsubscribe header. The audit log lists every export.',
    action: 'Export the confirmed addresses',
    none: 'No address is confirmed yet.',
  },
  removing: {
    title: 'Unsubscribe an address',
    text: 'For somebody who calls or writes. The address is deleted; only a hash of it remains. Remove it from the mailing tool too.',
    email: 'Email address',
    action: 'Unsubscribe',
    removed: 'Address unsubscribed',
    unknown: 'This address was not subscribed',
    unknownText: 'Its hash is kept: it will not be part of an export until a new subscription is confirmed.',
  },
};
