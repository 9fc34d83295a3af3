import { id, type PersonalData } from '#api/lib/personal-data.ts';

/** By email address, as a visitor typed it. */
export const leads: PersonalData = {
  name: 'leads',
  about: 'What was sent with the forms of our site from this email address',
  table: 'leads',
  where: 'lower(stored.email) = ANY(subject.emails)',
  order: 'stored.received_at, stored.id',
  columns: {
    id,
    form: 'which form',
    values: 'its fields',
    page: 'the page that it was on',
    consent: 'hash of the notice beside it, and when',
    verdict: 'whether our spam filter found it clean, doubtful or spam',
    reasons: 'why',
    status: 'new, read, answered, converted or spam',
    received_at: 'when it was received',
    answered_at: 'when we answered',
    last_contact_at: 'the last contact from you',
  },
};

export const subscriptions: PersonalData = {
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
