import type { ClientBase } from 'pg';
import { forgetCustomer, forgetUsers, isAccountingOver } from './erase.ts';
import { emptying, removing, type Rule } from './rule.ts';

const past = (moment: string, time: string) => `${moment} <= $1::timestamptz - interval '${time}'`;
const isUnlinked = 'NOT EXISTS (SELECT FROM customer_users WHERE user_id = users.id)';
const isErased = 'customer_id IN (SELECT id FROM customers WHERE erased_at IS NOT NULL)';

// The last day on which there was anything between us. A contract without an end goes on, unless its status says otherwise.
const lastDealing = `greatest(created_at,
  (SELECT max(CASE WHEN end_date IS NOT NULL THEN end_date + 1 WHEN status IN ('draft', 'expired', 'terminated') THEN created_at::date
    ELSE 'infinity' END) FROM contracts WHERE customer_id = customers.id),
  (SELECT max(coalesce(due_date::timestamptz, created_at)) FROM invoices WHERE customer_id = customers.id),
  (SELECT max(payment_date + 1) FROM payments WHERE customer_id = customers.id),
  (SELECT max(expiry_date + 1) FROM licenses WHERE customer_id = customers.id),
  (SELECT max(created_at) FROM tickets WHERE customer_id = customers.id))`;

const idsOf = async (client: ClientBase, text: string, now: Date) => {
  const { rows } = await client.query<{ id: string }>(text, [now]);
  return rows.map(({ id }) => id);
};

const forgettingUsers = (due: string, facts: Pick<Rule, 'name' | 'kept'>): Rule => ({
  ...facts,
  table: 'users',
  outcome: 'removed',
  role: 'portal_operator',
  apply: async (client, now) => {
    const text = `SELECT id FROM users WHERE ${due} LIMIT 200 FOR UPDATE SKIP LOCKED`;
    const ids = await idsOf(client, text, now);
    if (ids.length > 0) await forgetUsers(client, ids);
    return ids.length;
  },
});

const forgettingCustomers: Rule = {
  name: 'customers',
  table: 'customers',
  // product §9
  kept: '5 years after the last contract and the last dealing',
  outcome: 'anonymised',
  role: 'portal_operator',
  // One at a time: each is whole, or untouched.
  apply: async (client, now) => {
    const due = `erased_at IS NULL AND ${past(lastDealing, '5 years')}`;
    const [id] = await idsOf(client, `SELECT id FROM customers WHERE ${due} LIMIT 1 FOR UPDATE SKIP LOCKED`, now);
    if (id === undefined) return 0;
    await forgetCustomer(client, id, now);
    return 1;
  },
};

/**
 * What is kept, for how long, and what happens then: product §9 and content/legal/privacy.md, in the order in which it is done.
 * Prospects and readers of the newsletter are not in it: nothing of theirs is stored.
 */
export const rules: readonly Rule[] = [
  removing('sessions', past('expires_at', '0'), {
    name: 'sessions',
    kept: 'until they expire',
    role: 'portal_operator',
  }),
  removing('verifications', past('expires_at', '0'), {
    name: 'links in mails',
    kept: 'until they expire',
    role: 'portal_operator',
  }),
  removing('email_undo_links', past('expires_at', '0'), {
    name: 'email addresses before a change',
    kept: '7 days after the change was asked for or made',
    role: 'portal_operator',
  }),
  // A mail that could not be sent is given up at once or after a week.
  removing('mail_outbox', past('coalesce(sent_at, failed_at, created_at)', '30 days'), {
    name: 'mails',
    kept: '30 days after they were sent or given up',
    role: 'portal_operator',
  }),
  emptying('tickets', 'idempotency_key', `idempotency_key IS NOT NULL AND ${past('created_at', '7 days')}`, {
    name: 'idempotency keys',
    kept: '7 days',
    role: 'portal_operator',
  }),
  // product §9
  removing('tickets', past('resolved_at', '2 years'), {
    name: 'tickets',
    kept: '2 years after the resolution',
    role: 'portal_operator',
  }),
  forgettingCustomers,
  removing('invoices', `${isErased} AND ${isAccountingOver.invoices}`, {
    name: 'invoices of erased customers',
    kept: '10 years after their financial year (L123-22)',
    role: 'portal_operator',
  }),
  removing('payments', `${isErased} AND ${isAccountingOver.payments}`, {
    name: 'payments of erased customers',
    kept: '10 years after their financial year (L123-22)',
    role: 'portal_operator',
  }),
  removing(
    'customers',
    `erased_at <= $1 AND NOT EXISTS (SELECT FROM invoices WHERE customer_id = customers.id)
      AND NOT EXISTS (SELECT FROM payments WHERE customer_id = customers.id)`,
    { name: 'erased customers', kept: 'as long as their invoices and payments', role: 'portal_operator' },
  ),
  forgettingUsers(`${isUnlinked} AND ${past('coalesce(last_signed_in_at, created_at)', '3 years')}`, {
    name: 'accounts of no customer',
    kept: '3 years after the last sign-in',
  }),
  // Their owner never showed that the address is theirs: less than what is promised, on purpose.
  forgettingUsers(`${isUnlinked} AND NOT email_verified AND ${past('created_at', '30 days')}`, {
    name: 'unverified accounts',
    kept: '30 days after the sign-up',
  }),
  // product §9: as long as a cookie may be kept, which is what tells the browser apart.
  removing('known_devices', past('last_seen_at', '13 months'), {
    name: 'known devices',
    kept: '13 months after they were last used',
    role: 'portal_app',
  }),
  // The longest that the CNIL recommends for security logs. Not for the server's own roles: they can only add to it.
  removing('audit_events', past('happened_at', '1 year'), { name: 'security log', kept: '1 year', role: 'owner' }),
  removing('retention_runs', past('started_at', '1 year'), {
    name: 'runs of this job',
    kept: '1 year',
    role: 'owner',
  }),
];

/** Tables that no rule names, as their rows go with others or are nobody's. A test holds the two lists to the schema. */
export const goesWith: Readonly<Record<string, string>> = {
  accounts: 'its user',
  customer_users: 'its user or its customer',
  contracts: 'its customer',
  licenses: 'its customer',
  passkeys: 'its user',
  rate_limits: 'nobody: every instance deletes expired ones each minute (api/db/rate-limit.ts)',
  two_factors: 'its user',
  migrations: 'nobody: it holds names of files',
};
