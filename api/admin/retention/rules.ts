import type { ClientBase } from 'pg';
import type { Role } from '#api/db/transaction.ts';
import { eraseCustomerRows, eraseUserRows, isAccountingOver } from './erase.ts';

export interface Rule {
  name: string;
  table: string;
  /** Retention period, as shown to the operator. */
  period: string;
  outcome: 'removed' | 'anonymised';
  role: Role;
  /** Processes the next batch of expired rows and returns its size; 0 when done. */
  apply(client: ClientBase, now: Date): Promise<number>;
}

type Facts = Pick<Rule, 'name' | 'period' | 'role'>;

// Small, so that requests do not wait long for locks.
const batchSize = 1000;

const affected = async (client: ClientBase, text: string, now: Date) => (await client.query(text, [now])).rowCount ?? 0;

// Locked first: a row that was changed meanwhile is evaluated again, one that a request holds is left to the next run.
const dueRows = (table: string, due: string) =>
  `ARRAY(SELECT ctid FROM ${table} WHERE ${due} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`;

/** `due` is a condition in which $1 is the current time. */
const deleteRule = (table: string, due: string, facts: Facts): Rule => ({
  ...facts,
  table,
  outcome: 'removed',
  apply: (client, now) => affected(client, `DELETE FROM ${table} WHERE ctid = ANY(${dueRows(table, due)})`, now),
});

const nullifyRule = (table: string, column: string, due: string, facts: Facts): Rule => ({
  ...facts,
  table,
  outcome: 'anonymised',
  apply: (client, now) =>
    affected(client, `UPDATE ${table} SET ${column} = NULL WHERE ctid = ANY(${dueRows(table, due)})`, now),
});

const past = (moment: string, time: string) => `${moment} <= $1::timestamptz - interval '${time}'`;
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

const eraseUsersRule = (due: string, facts: Pick<Rule, 'name' | 'period'>): Rule => ({
  ...facts,
  table: 'users',
  outcome: 'removed',
  role: 'portal_operator',
  apply: async (client, now) => {
    const text = `SELECT id FROM users WHERE ${due} LIMIT 200 FOR UPDATE SKIP LOCKED`;
    const ids = await idsOf(client, text, now);
    if (ids.length > 0) await eraseUserRows(client, ids);
    return ids.length;
  },
});

const eraseCustomersRule: Rule = {
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

/**
 * Retention periods of product §9 and content/legal/privacy.md, in the order in which they are applied. Prospects and
 * newsletter readers are missing because no data about them is stored.
 */
export const rules: readonly Rule[] = [
  deleteRule('sessions', past('expires_at', '0'), {
    name: 'sessions',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  // As long as a browser may keep the cookie of an unused session.
  deleteRule('ended_sessions', past('ended_at', '7 days'), {
    name: 'ended sessions',
    period: '7 days after they ended',
    role: 'portal_operator',
  }),
  deleteRule('enrolment_codes', past('expires_at', '0'), {
    name: 'enrolment codes',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  deleteRule('verifications', past('expires_at', '0'), {
    name: 'links in mails',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  deleteRule('email_undo_links', past('expires_at', '0'), {
    name: 'email addresses before a change',
    period: '7 days after the change was requested or made',
    role: 'portal_operator',
  }),
  // With all other jobs. Undeliverable mails are given up at once or after a week. Not those that wait and concern nobody:
  // recurring ones, and scans of files that wait for the scanner.
  deleteRule('jobs', `${past('coalesce(done_at, failed_at, created_at)', '30 days')} AND ${isNoWaitingTask}`, {
    name: 'mails',
    period: '30 days after they were sent or given up',
    role: 'portal_operator',
  }),
  deleteRule('invitations', past('expires_at', '0'), {
    name: 'invitations',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  nullifyRule('tickets', 'idempotency_key', `idempotency_key IS NOT NULL AND ${past('created_at', '7 days')}`, {
    name: 'idempotency keys',
    period: '7 days',
    role: 'portal_operator',
  }),
  ...(['ticket_messages', 'ticket_notes'] as const).map((table) =>
    nullifyRule(table, 'idempotency_key', `idempotency_key IS NOT NULL AND ${past('created_at', '7 days')}`, {
      name: `idempotency keys of ${table === 'ticket_notes' ? 'notes' : 'messages'}`,
      period: '7 days',
      role: 'portal_operator',
    }),
  ),
  // Uploaded and never sent. Their files go with the last row.
  deleteRule('attachments', `attached_at IS NULL AND ${past('created_at', '1 day')}`, {
    name: 'uploads that were not sent',
    period: '1 day',
    role: 'portal_operator',
  }),
  deleteRule('upload_reservations', past('expires_at', '0'), {
    name: 'uploads that never ended',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  deleteRule('reply_tokens', past('expires_at', '0'), {
    name: 'reply tokens',
    period: 'until they expire',
    role: 'portal_operator',
  }),
  deleteRule('inbound_mails', `state = 'discarded' AND ${past('decided_at', '30 days')}`, {
    name: 'discarded mails',
    period: '30 days after the decision',
    role: 'portal_operator',
  }),
  // Their files go with the last row that names them.
  nullifyRule(
    'inbound_mails',
    'sha256',
    `ticket_id IS NULL AND sha256 IS NOT NULL AND ${past('received_at', '30 days')}`,
    {
      name: 'originals of mails of no ticket',
      period: '30 days',
      role: 'portal_operator',
    },
  ),
  deleteRule('inbound_mails', `ticket_id IS NULL AND ${past('received_at', '1 year')}`, {
    name: 'mails of no ticket',
    period: '1 year',
    role: 'portal_operator',
  }),
  // product §9. Files, mails, messages, notes, events and watchers are deleted with their ticket.
  deleteRule('tickets', past('resolved_at', '2 years'), {
    name: 'tickets',
    period: '2 years after the resolution',
    role: 'portal_operator',
  }),
  eraseCustomersRule,
  deleteRule('invoices', `${isErased} AND ${isAccountingOver.invoices}`, {
    name: 'invoices of erased customers',
    period: '10 years after their financial year (L123-22)',
    role: 'portal_operator',
  }),
  deleteRule('payments', `${isErased} AND ${isAccountingOver.payments}`, {
    name: 'payments of erased customers',
    period: '10 years after their financial year (L123-22)',
    role: 'portal_operator',
  }),
  deleteRule(
    'customers',
    `erased_at <= $1 AND NOT EXISTS (SELECT FROM invoices WHERE customer_id = customers.id)
      AND NOT EXISTS (SELECT FROM payments WHERE customer_id = customers.id)`,
    { name: 'erased customers', period: 'as long as their invoices and payments', role: 'portal_operator' },
  ),
  eraseUsersRule(`${isUnlinked} AND ${past('coalesce(last_signed_in_at, created_at)', '3 years')}`, {
    name: 'accounts of no customer',
    period: '3 years after the last sign-in',
  }),
  // Their email address was never verified: deliberately shorter than the policy allows.
  eraseUsersRule(`${isUnlinked} AND NOT email_verified AND ${past('created_at', '30 days')}`, {
    name: 'unverified accounts',
    period: '30 days after the sign-up',
  }),
  // product §9: as long as the cookie that identifies the browser may last.
  deleteRule('known_devices', past('last_seen_at', '13 months'), {
    name: 'known devices',
    period: '13 months after they were last used',
    role: 'portal_app',
  }),
  // The maximum that the CNIL recommends for security logs. The server's own roles can only append to it.
  deleteRule('audit_events', past('happened_at', '1 year'), { name: 'security log', period: '1 year', role: 'owner' }),
  deleteRule('retention_runs', past('started_at', '1 year'), {
    name: 'runs of this job',
    period: '1 year',
    role: 'owner',
  }),
];

/** Tables without a rule: their rows are deleted with others, or hold no personal data. A test compares both lists with the schema. */
export const goesWith: Readonly<Record<string, string>> = {
  accounts: 'its user',
  memberships: 'its user or its customer',
  notification_preferences: 'its user',
  staff_members: 'its user, or the operator removes it',
  contracts: 'its customer',
  ticket_events: 'its ticket',
  ticket_watchers: 'its ticket or its user',
  canned_replies: 'nothing: texts of staff without personal data of customers',
  licenses: 'its customer',
  passkeys: 'its user',
  rate_limits: 'nothing: every instance deletes expired ones each minute (api/db/rate-limit.ts)',
  two_factors: 'its user',
  migrations: 'nothing: it contains file names',
};
