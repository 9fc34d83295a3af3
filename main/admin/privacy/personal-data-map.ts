import { columnName, columnsOf, type RecordDescription } from '#contract/record-description.ts';
import { records } from '#contract/record-lists.ts';
import { attachments, conversations, inboundMails, reads, tickets } from './ticket-data.ts';
import { id, ofCustomer, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';
import { tableDescriptions } from '../../capabilities.ts';
import { preferences, savedViews, staff, users } from './user-data.ts';

const created = 'when it was created in the portal';
const currency = 'currency of the preceding amount (ISO 4217)';

const ofModules = tableDescriptions.flatMap(({ personal }) => (typeof personal === 'string' ? [] : [personal]));

const customer: PersonalData = {
  name: 'customer',
  about: 'The company',
  table: 'customers',
  from: '(SELECT customers.*, outstanding FROM customers JOIN customer_balances ON customer_id = customers.id)',
  where: 'stored.id = subject.customer',
  columns: {
    id,
    name: 'the company’s name',
    contact: 'contact person',
    email: 'email address',
    phone: 'phone number',
    siren: 'SIREN',
    number: 'its number in our books',
    risk: 'our risk assessment',
    outstanding: 'outstanding balance',
    currency,
    created_at: created,
  },
};

/** The columns of a list, each amount followed by its currency. */
function recordData(described: RecordDescription): PersonalData {
  const columns: Record<string, string> = {};
  for (const [name, { kind, personal, codes }] of columnsOf(described)) {
    const about = personal ?? codes?.join(', ');
    if (about === undefined) continue;
    columns[columnName(name)] = about;
    if (kind === 'amount') columns['currency'] = currency;
  }
  const { list } = described;
  const read = columnsOf(described).flatMap(([name, column]) =>
    column.read === undefined ? [] : [`${column.read} AS ${columnName(name)}`],
  );
  return {
    ...(read.length > 0 && { from: `(SELECT ${list}.*, ${read.join(', ')} FROM ${list})` }),
    name: list,
    about: `${list.charAt(0).toUpperCase()}${list.slice(1)}`,
    table: list,
    where: ofCustomer,
    columns,
  };
}

const money: readonly PersonalData[] = [
  {
    name: 'allocations',
    about: 'Which payment or credit note settles which invoice',
    table: 'payment_allocations',
    where: ofCustomer,
    columns: {
      id,
      invoice_id: 'the invoice that is settled (see invoices)',
      payment_id: 'by this payment (see payments)',
      credit_note_id: 'or by this credit note (see invoices)',
      amount: 'how much of it',
      created_at: 'when it was recorded',
    },
  },
  {
    name: 'invoice-documents',
    about: 'Invoices as they were issued',
    table: 'invoice_documents',
    where: ofCustomer,
    order: 'stored.issued_on, stored.invoice_id',
    columns: {
      invoice_id: 'which invoice (see invoices)',
      kind: '380 for an invoice, 381 for a credit note',
      issued_on: 'when it was issued',
      net: 'amount without VAT',
      tax: 'VAT',
      gross: 'amount with VAT',
      currency: 'currency of the preceding amounts (ISO 4217)',
      document: 'parties, lines, taxes and terms',
    },
  },
  {
    name: 'record-files',
    about: 'Files of invoices, contracts and licenses, in the folder files',
    table: 'record_files',
    where: `${ofCustomer} AND stored.state <> 'infected'`,
    columns: {
      id,
      invoice_id: 'of this invoice (see invoices)',
      contract_id: 'or of this contract (see contracts)',
      license_id: 'or of this license (see licenses)',
      file_name: 'its name',
      content_type: 'its type',
      size: 'its size in bytes',
      sha256: 'its name in the folder files',
      created_at: 'when it was stored',
    },
  },
];

const events: PersonalData = {
  name: 'events',
  about: 'Audit log of the last year',
  table: 'audit_events',
  // Users may belong to other customers too, whose events are not this customer's.
  where:
    '(stored.customer = subject.customer AND subject.is_whole) OR (stored.user_id = ANY(subject.users) AND (NOT subject.is_whole OR stored.customer IS NULL))',
  order: 'stored.happened_at, stored.id',
  columns: {
    id,
    happened_at: 'when',
    actor: 'user, visitor, staff or operator (us), or system',
    event: 'what',
    outcome: 'done or rejected',
    user_id: 'which user (see users)',
    entity: 'which record',
    times: 'how many events the row stands for',
    network: 'the network of the request (at least 256 IP addresses)',
    details: 'further details',
  },
};

const memberships = (about: string, where: string): PersonalData => ({
  name: 'memberships',
  about,
  table: 'memberships',
  where,
  order: 'stored.created_at, stored.user_id, stored.customer_id',
  columns: {
    user_id: 'which user (see users)',
    customer_id: 'which customer',
    roles: 'what they may see: owner, billing, technical, requester',
    created_at: 'since when',
  },
});

const invitations = (about: string, where: string): PersonalData => ({
  name: 'invitations',
  about,
  table: 'invitations',
  where,
  columns: {
    id,
    email: 'email address of the invited person',
    roles: 'the roles they were offered',
    locale: 'language of the mail',
    invited_by: 'the user who invited them (see users); empty if we did',
    created_at: 'when the last mail was sent',
    expires_at: 'when it expires',
  },
});

export const customerPersonalData: readonly PersonalData[] = [
  customer,
  ...Object.values(records).map(recordData),
  ...money,
  tickets('Support tickets', ofCustomer),
  ...conversations(() => ofCustomer),
  // Those of internal notes are the staff's.
  attachments(`${ofCustomer} AND stored.note_id IS NULL`),
  inboundMails('stored.ticket_id IN (SELECT id FROM tickets WHERE customer_id = subject.customer)'),
  memberships('Users of the customer and their roles', ofCustomer),
  invitations('Invitations that were not accepted yet', ofCustomer),
  ...users,
  preferences,
  reads,
  ...ofModules.map(({ ofCustomer: data }) => data),
  events,
];

export const userPersonalData: readonly PersonalData[] = [
  ...users,
  memberships('Customers that this user belongs to', ofUsers),
  staff,
  savedViews,
  preferences,
  reads,
  invitations('Invitations of this user', 'stored.email = ANY(subject.emails)'),
  tickets(
    'Support tickets written by or for this user',
    'stored.author_id = ANY(subject.users) OR stored.requester_id = ANY(subject.users)',
  ),
  ...conversations((user) => `stored.${user} = ANY(subject.users)`),
  attachments('stored.uploaded_by = ANY(subject.users) AND stored.note_id IS NULL'),
  ...ofModules.map(({ ofUser }) => ofUser),
  inboundMails('stored.user_id = ANY(subject.users) OR lower(stored.from_address) = ANY(subject.emails)'),
  events,
];

/** Tables that are not exported, and why. */
export const notExported: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tableDescriptions.flatMap(({ table, personal }) => (typeof personal === 'string' ? [[table, personal]] : [])),
  ),
  accounts: 'password hashes',
  staff_members: 'not for a customer: our own staff, exported for the user it is',
  saved_views: 'not for a customer: of our own staff, exported for the user whose they are',
  reply_tokens: 'hashes of secrets in mails',
  upload_reservations: 'uploads of the last minutes, without names',
  ticket_notes: 'internal notes of our staff: read and redacted by hand, on request',
  pending_replies: 'replies of our staff that are not published: a message of the ticket once they are',
  ticket_internal_events: 'how our staff sort tickets, without personal data of customers',
  tags: 'names that our staff give to tickets',
  canned_replies: 'texts of our staff without personal data of customers',
  two_factors: 'secrets and recovery codes; users says whether there are any',
  verifications: 'links in mails, which are secrets until they expire',
  ended_sessions: 'that a session ended because the account was protected otherwise, for 7 days',
  enrolment_codes: 'hashes of codes for staff, which are secrets until they expire',
  rate_limits: 'counters under hashed keys',
  calendar_feeds: 'hashes of secret URLs; the user sees in the account whether there is one',
  invoice_counters: 'no personal data',
  migrations: 'no personal data',
  later_migrations: 'no personal data',
  retention_runs: 'no personal data',
  outbound_holds: 'no personal data',
};
