import type { ClientBase } from 'pg';
import {
  deleteRule,
  idempotencyRule,
  isExpired,
  nullifyRule,
  past,
  type RetentionRule,
} from '#api/db/retention-rule.ts';
import { tableDescriptions } from '../../capabilities.ts';
import { eraseCustomerRows, eraseUserRows, isAccountingOver } from './erase.ts';

const isUnlinked = `NOT EXISTS (SELECT FROM memberships WHERE user_id = users.id)
  AND NOT EXISTS (SELECT FROM staff_members WHERE user_id = users.id)`;
const isErased = 'customer_id IN (SELECT id FROM customers WHERE erased_at IS NOT NULL)';

// Date of the last contract, invoice, payment, license or ticket. A contract without an end date is active, unless its status says otherwise.
const lastActivity = `greatest(created_at,
  (SELECT max(CASE WHEN end_date IS NOT NULL THEN end_date + 1 WHEN status IN ('draft', 'expired', 'terminated') THEN created_at::date
    ELSE 'infinity' END) FROM contracts WHERE customer_id = customers.id),
  (SELECT max(coalesce(due_date::timestamptz, created_at)) FROM invoices WHERE customer_id = customers.id),
  (SELECT max(payment_date + 1) FROM payments WHERE customer_id = customers.id),
  (SELECT max(expiry_date + 1) FROM licenses WHERE customer_id = customers.id),
  (SELECT max(coalesce(last_public_at, created_at)) FROM tickets WHERE customer_id = customers.id))`;

const idsOf = async (client: ClientBase, text: string, now: Date) => {
  const { rows } = await client.query<{ id: string }>(text, [now]);
  return rows.map(({ id }) => id);
};

const eraseUsersRule = (due: string, name: string, period: string): RetentionRule => ({
  name,
  table: 'users',
  period,
  outcome: 'removed',
  role: 'portal_operator',
  apply: async (client, now) => {
    const text = `SELECT id FROM users WHERE ${due} LIMIT 200 FOR UPDATE SKIP LOCKED`;
    const ids = await idsOf(client, text, now);
    if (ids.length > 0) await eraseUserRows(client, ids);
    return ids.length;
  },
});

const eraseCustomersRule: RetentionRule = {
  name: 'customers',
  table: 'customers',
  // product §9
  period: '5 years after the last contract and the last activity',
  outcome: 'anonymised',
  role: 'portal_operator',
  // One customer per transaction: erased completely or not at all.
  apply: async (client, now) => {
    const due = `erased_at IS NULL AND ${past(lastActivity, '5 years')}`;
    const [id] = await idsOf(client, `SELECT id FROM customers WHERE ${due} LIMIT 1 FOR UPDATE SKIP LOCKED`, now);
    if (id === undefined) return 0;
    await eraseCustomerRows(client, id, now);
    return 1;
  },
};

const isNoWaitingTask = `num_nonnulls(done_at, failed_at, data->>'recipient', ticket_id, user_id) > 0`;

/** Retention periods of product §9 and content/legal/privacy.md, in the order in which they are applied. */
export const rules: readonly RetentionRule[] = [
  deleteRule('sessions', isExpired, 'sessions', 'until they expire'),
  // As long as a browser may keep the cookie of an unused session.
  deleteRule('ended_sessions', past('ended_at', '7 days'), 'ended sessions', '7 days after they ended'),
  deleteRule('enrolment_codes', isExpired, 'enrolment codes', 'until they expire'),
  deleteRule('verifications', isExpired, 'links in mails', 'until they expire'),
  deleteRule(
    'email_undo_links',
    isExpired,
    'email addresses before a change',
    '7 days after the change was requested or made',
  ),
  // With all other jobs. Undeliverable mails are given up at once or after a week. Not those that wait and concern nobody:
  // recurring ones, and scans of files that wait for the scanner.
  deleteRule(
    'jobs',
    `${past('coalesce(done_at, failed_at, created_at)', '30 days')} AND ${isNoWaitingTask}`,
    'mails',
    '30 days after they were sent or given up',
  ),
  deleteRule('invitations', isExpired, 'invitations', 'until they expire'),
  idempotencyRule('tickets', ''),
  idempotencyRule('ticket_messages', ' of messages'),
  idempotencyRule('ticket_notes', ' of notes'),
  // Uploaded and never sent. Their files go with the last row.
  deleteRule(
    'attachments',
    `attached_at IS NULL AND ${past('created_at', '1 day')}`,
    'uploads that were not sent',
    '1 day',
  ),
  deleteRule('upload_reservations', isExpired, 'uploads that never ended', 'until they expire'),
  deleteRule('reply_tokens', isExpired, 'reply tokens', 'until they expire'),
  deleteRule(
    'inbound_mails',
    `state = 'discarded' AND ${past('decided_at', '30 days')}`,
    'discarded mails',
    '30 days after the decision',
  ),
  // Their files go with the last row that names them.
  nullifyRule(
    'inbound_mails',
    'sha256',
    `ticket_id IS NULL AND lead_id IS NULL AND sha256 IS NOT NULL AND ${past('received_at', '30 days')}`,
    'originals of mails of no ticket or lead',
    '30 days',
  ),
  deleteRule(
    'inbound_mails',
    `ticket_id IS NULL AND lead_id IS NULL AND ${past('received_at', '1 year')}`,
    'mails of no ticket or lead',
    '1 year',
  ),
  // product §9. Files, mails, messages, notes, events and watchers are deleted with their ticket.
  deleteRule('tickets', past('resolved_at', '2 years'), 'tickets', '2 years after the resolution'),
  eraseCustomersRule,
  ...(['invoices', 'payments'] as const).map((table) => {
    const due = `${isErased} AND ${isAccountingOver[table]}`;
    return deleteRule(table, due, `${table} of erased customers`, '10 years after their financial year (L123-22)');
  }),
  deleteRule(
    'customers',
    `erased_at <= $1 AND NOT EXISTS (SELECT FROM invoices WHERE customer_id = customers.id)
      AND NOT EXISTS (SELECT FROM payments WHERE customer_id = customers.id)`,
    'erased customers',
    'as long as their invoices and payments',
  ),
  ...tableDescriptions.flatMap(({ retention = [] }) => retention),
  eraseUsersRule(
    `${isUnlinked} AND ${past('coalesce(last_signed_in_at, created_at)', '3 years')}`,
    'accounts of no customer',
    '3 years after the last sign-in',
  ),
  // Their email address was never verified: deliberately shorter than the policy allows.
  eraseUsersRule(
    `${isUnlinked} AND NOT email_verified AND ${past('created_at', '30 days')}`,
    'unverified accounts',
    '30 days after the sign-up',
  ),
  // product §9: as long as the cookie that identifies the browser may last.
  deleteRule(
    'known_devices',
    past('last_seen_at', '13 months'),
    'known devices',
    '13 months after they were last used',
    'portal_app',
  ),
  // The maximum that the CNIL recommends for security logs. The server's own roles can only append to it.
  deleteRule('audit_events', past('happened_at', '1 year'), 'security log', '1 year', 'owner'),
  deleteRule('retention_runs', past('started_at', '1 year'), 'runs of this job', '1 year', 'owner'),
];

/** Tables without a rule: their rows are deleted with others, or hold no personal data. A test compares both lists with the schema. */
export const goesWith: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    tableDescriptions.flatMap(({ table, goesWith: reason }) => (reason === undefined ? [] : [[table, reason]])),
  ),
  accounts: 'its user',
  memberships: 'its user or its customer',
  notification_preferences: 'its user',
  saved_views: 'its staff member',
  staff_members: 'its user, or the operator removes it',
  contracts: 'its customer',
  ticket_events: 'its ticket',
  ticket_internal_events: 'its ticket',
  tags: 'nothing: names that staff give, without personal data',
  ticket_watchers: 'its ticket or its user',
  ticket_reads: 'its ticket or its user',
  pending_replies: 'its ticket or its author, who takes back one that was not published',
  canned_replies: 'nothing: texts of staff without personal data of customers',
  calendar_feeds: 'its user or its customer',
  licenses: 'its customer',
  payment_allocations: 'its invoice, payment or credit note',
  invoice_documents: 'its invoice',
  record_files: 'its invoice, contract or license',
  invoice_counters: 'nothing: it contains numbers',
  passkeys: 'its user',
  rate_limits: 'nothing: every instance deletes expired ones every five minutes (api/db/rate-limit.ts)',
  outbound_holds: 'nothing: one row, from a restore until resume',
  two_factors: 'its user',
  migrations: 'nothing: it contains file names',
  later_migrations: 'nothing: it contains file names',
};
