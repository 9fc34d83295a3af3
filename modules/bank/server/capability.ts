import type { Capability } from '#api/capability.ts';
import { id, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';
import { bankHandlers } from './bank-notices.ts';
import { insertBankAccounts } from './demo.ts';

const bankNotices: PersonalData = {
  name: 'bank_notices',
  about: 'When we told this user of a new bank account of ours, and whether they raised an alarm',
  table: 'bank_notices',
  where: ofUsers,
  order: 'stored.created_at, stored.id',
  columns: {
    id,
    user_id: 'whom we told (see users)',
    created_at: 'when',
    alarm_at: 'when they raised an alarm, if they did',
    dismissed_at: 'when we dismissed it',
  },
};

export const bank: Capability = {
  name: 'bank',
  tables: {
    bank_accounts: {
      goesWith: 'nothing: our own accounts, which prove where customers were asked to pay',
      personal: 'our own bank accounts',
    },
    bank_notices: {
      goesWith: 'its account, without its user once they are erased',
      personal: { ofCustomer: bankNotices, ofUser: bankNotices },
    },
    invoice_iban_requests: {
      goesWith: 'its customer',
      personal: 'which of our staff confirmed an account in an invoice, without personal data of customers',
    },
  },
  work: ({ settings: { siteUrl } }) => ({ jobs: bankHandlers({ siteUrl }) }),
  demo: (tx, { days, staffIds }) => insertBankAccounts(tx, days, staffIds),
};
