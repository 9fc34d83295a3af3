/** One file of an export: rows of one kind, and what each column says. */
export interface Holding {
  name: string;
  about: string;
  table: string;
  /** What is read instead of the table, where it does not hold all that there is to say. */
  from?: string;
  /** Which rows are the subject's: `asked` has its customer, users and addresses, and whether it is the whole customer. */
  where: string;
  /** `currency` is in no table: it is the setting of the server. */
  columns: Readonly<Record<string, string>>;
  /** Where rows are not ordered by `created_at` and `id`. */
  order?: string;
}

const id = 'the number by which the portal knows it';
const created = 'when it was entered into the portal';
const currency = 'the currency of the amount before it (ISO 4217)';
const ofCustomer = 'held.customer_id = asked.customer';
const ofUsers = 'held.user_id = ANY(asked.users)';

const customer: Holding = {
  name: 'customer',
  about: 'The company',
  table: 'customers',
  from: '(SELECT customers.*, outstanding FROM customers JOIN customer_balances ON customer_id = customers.id)',
  where: 'held.id = asked.customer',
  columns: {
    id,
    name: 'the company’s name',
    contact: 'whom we speak to',
    email: 'their address',
    phone: 'their telephone',
    risk: 'how we judge the risk',
    outstanding: 'what is owed',
    currency,
    created_at: created,
  },
};

const records: Holding[] = [
  {
    name: 'invoices',
    about: 'Invoices',
    table: 'invoices',
    where: ofCustomer,
    columns: {
      id,
      number: 'its number in our books',
      amount: 'its amount',
      currency,
      due_date: 'the day by which it is to be paid',
      status: 'paid, overdue, pending',
      risk_score: 'from 0 to 100: how likely we think it is to be paid late',
      created_at: 'when it was issued',
    },
  },
  {
    name: 'contracts',
    about: 'Contracts',
    table: 'contracts',
    where: ofCustomer,
    columns: {
      id,
      contract_number: 'its number in our books',
      title: 'what it is about',
      start_date: 'its first day',
      end_date: 'its last day; none if it goes on',
      contract_value: 'what it is worth',
      currency,
      status: 'active, expired, terminated, draft',
      created_at: created,
    },
  },
  {
    name: 'payments',
    about: 'Payments',
    table: 'payments',
    where: ofCustomer,
    columns: {
      id,
      payment_reference: 'its number in our books',
      amount: 'its amount',
      currency,
      payment_date: 'the day it was made',
      payment_method: 'bank_transfer, credit_card, check, cash',
      status: 'completed, pending, failed, refunded',
      notes: 'what we noted about it',
      created_at: created,
    },
  },
  {
    name: 'licenses',
    about: 'Licenses',
    table: 'licenses',
    where: ofCustomer,
    columns: {
      id,
      product_name: 'the product',
      license_key: 'its key',
      license_type: 'subscription, perpetual, trial',
      seats: 'for how many people',
      expiry_date: 'its last day; none if it does not expire',
      monthly_cost: 'what it costs in a month',
      currency,
      status: 'active, expired, suspended, terminated',
      created_at: created,
    },
  },
];

const tickets = (about: string, where: string): Holding => ({
  name: 'tickets',
  about,
  table: 'tickets',
  where,
  columns: {
    id,
    ticket_number: 'the number that was told',
    subject: 'as it was written',
    description: 'as it was written',
    priority: 'urgent, high, medium, low',
    status: 'open, in_progress, waiting_customer, resolved, closed',
    created_by: 'the login that wrote it (see users)',
    created_at: 'when it was written',
    resolved_at: 'when it was resolved',
  },
});

const logins: Holding[] = [
  {
    name: 'users',
    about: 'Logins. The password is kept as a hash that nobody can read, and is not here',
    table: 'users',
    where: 'held.id = ANY(asked.users)',
    columns: {
      id,
      email: 'the address to sign in with',
      email_verified: 'whether its owner has confirmed it',
      name: 'what the login is called',
      created_at: 'when it was made',
      last_signed_in_at: 'when it was last used',
      two_factor_enabled: 'whether it asks for a code too',
      locked_at: 'since when it is locked, until a new password is chosen by mail',
    },
  },
  {
    name: 'email_addresses',
    about: 'Email addresses that a login had when a change was asked for or made, and may get back for 7 days',
    table: 'email_undo_links',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      email: 'the email address',
      created_at: 'when the change was asked for or made',
      expires_at: 'until when it can be undone',
    },
  },
  {
    name: 'devices',
    about: 'Browsers that the logins were used from',
    table: 'known_devices',
    where: ofUsers,
    order: 'held.first_seen_at, held.user_id',
    columns: {
      user_id: 'whose it is (see users)',
      first_seen_at: 'when it was first used',
      last_seen_at: 'when it was last used',
    },
  },
  {
    name: 'passkeys',
    about: 'Passkeys. What they sign with never leaves your device',
    table: 'passkeys',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      name: 'what you called it',
      device_type: 'whether it is bound to one device',
      backed_up: 'whether your device keeps a copy elsewhere',
      created_at: 'when it was made',
    },
  },
  {
    name: 'sessions',
    about: 'Where the logins are signed in',
    table: 'sessions',
    where: ofUsers,
    columns: {
      id,
      user_id: 'whose it is (see users)',
      ip_address: 'the address it was opened from',
      user_agent: 'what the browser calls itself',
      signed_in_at: 'when its owner signed in',
      created_at: 'when it was opened',
      expires_at: 'when it ends by itself',
    },
  },
  {
    name: 'mails',
    about: 'Mails that we sent in the last 30 days, or are about to send',
    table: 'mail_outbox',
    where: 'lower(held.recipient) = ANY(asked.addresses)',
    columns: {
      id,
      template: 'what it was about',
      recipient: 'whom it went to',
      locale: 'its language',
      created_at: 'when it was written',
      sent_at: 'when it was sent',
      failed_at: 'when it was given up, if it could not be delivered',
      is_rejected: 'whether the mail server of the recipient rejected it',
      last_error: 'why the last attempt to send it failed',
    },
  },
];

const events: Holding = {
  name: 'events',
  about: 'What was done with the logins and the records, in the last year',
  table: 'audit_events',
  where: '(held.customer = asked.customer AND asked.is_whole) OR held.user_id = ANY(asked.users)',
  order: 'held.happened_at, held.id',
  columns: {
    id,
    happened_at: 'when',
    actor: 'user, visitor, operator (us) or system',
    event: 'what',
    outcome: 'done or refused',
    user_id: 'which login (see users)',
    entity: 'which record',
    times: 'how often, where it was folded into one row',
    network: 'from where, as a network of at least 256 addresses',
    details: 'what else is known',
  },
};

export const holdingsOfCustomer: readonly Holding[] = [
  customer,
  ...records,
  tickets('Support tickets', ofCustomer),
  ...logins,
  events,
];

export const holdingsOfUser: readonly Holding[] = [
  ...logins,
  tickets('Support tickets that this login wrote', 'held.created_by = ANY(asked.users)'),
  events,
];

/** Tables that no export holds, and why. */
export const notExported: Readonly<Record<string, string>> = {
  accounts: 'hashes of passwords, which tell their owner nothing and others too much',
  two_factors: 'secrets and recovery codes; whether there are any is in users',
  customer_users: 'said by the files users and customer being there together',
  verifications: 'links that were sent, which are secrets until they expire',
  rate_limits: 'counts under names that nobody can turn back',
  migrations: 'nobody’s',
  retention_runs: 'nobody’s',
};
