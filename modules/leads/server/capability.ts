import type { Capability } from '#api/capability.ts';
import { deleteRule, idempotencyRule, isExpired, past } from '#api/db/retention-rule.ts';
import { id, type PersonalData } from '#api/lib/personal-data.ts';
import { insertLeads } from './demo.ts';
import { prepareLeadMails } from './lead-mails.ts';
import { prepareLeadReplies } from './lead-replies.ts';

/** By email address, as a visitor typed it. */
const leadData: PersonalData = {
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

export const leads: Capability = {
  name: 'leads',
  isOn: ({ leads: delivery }) => delivery !== undefined && delivery !== 'off',
  paths: ['/leads/*', '/desk/leads/*'],
  tables: {
    leads: {
      retention: [
        // product §9. From the prospect: what we send, and whether they open it, is not a contact. Notes and mails are deleted with their lead.
        deleteRule(
          'leads',
          past('last_contact_at', '3 years'),
          'leads',
          '3 years after the last contact from the prospect',
        ),
        deleteRule(
          'leads',
          `(verdict = 'spam' OR status = 'spam') AND ${past('received_at', '30 days')}`,
          'spam of public forms',
          '30 days',
        ),
      ],
      personal: { ofCustomer: leadData, ofUser: leadData },
    },
    lead_messages: {
      retention: [idempotencyRule('lead_messages', ' of texts about leads')],
      goesWith: 'its lead',
      personal: 'notes of our staff and mails about a lead: read and redacted by hand, on request',
      references: ['lead_id'],
    },
    lead_proofs: {
      retention: [deleteRule('lead_proofs', isExpired, 'proofs of public forms', 'until they expire')],
      personal: 'random numbers, without personal data',
    },
    consent_texts: {
      goesWith: 'nothing: our own texts, which prove what visitors were told',
      personal: 'our own texts',
    },
  },
  work: ({ settings: { siteUrl, mailFrom, hasBooking }, database }) => ({
    mails: {
      ...prepareLeadMails({ database, siteUrl, mailFrom, hasBooking }),
      ...prepareLeadReplies({ database, siteUrl, mailFrom }),
    },
  }),
  demo: (tx, { days, now, staffIds: [staffId], second }) => insertLeads(tx, { days, now, staffId, ...second }),
};
