// oxlint-disable max-lines -- one set-up for every rule
import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { applyRetention, countRows } from './apply-retention.ts';
import { goesWith, rules } from './rules.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

const [customer, user] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const oldCustomer = `INSERT INTO customers (id, name, email, created_at) VALUES ('${customer}', 'Cabinet', 'c@old.example', '2000-01-01')`;
const erased = `${oldCustomer}; UPDATE customers SET erased_at = '2001-01-01'`;
const oldUser = (more: string) =>
  `INSERT INTO users (id, email, name, ${more.split('=')[0]}) VALUES ('${user}', 'u@old.example', 'U', ${more.split('=')[1]})`;
const ticket = (status: string, more = '', value = '') =>
  `INSERT INTO tickets (customer_id, ticket_number, subject, description, status${more}) VALUES ('${customer}', 'TKT-1', 'S', 'D', '${status}'${value})`;
const message = (table: string, columns = '', values = '') =>
  `INSERT INTO ${table} (ticket_id, customer_id, position, body, ${columns}idempotency_key, created_at)
    SELECT id, customer_id, 2, 'B', ${values}'k', '2020-03-01 12:00Z' FROM tickets`;
const conversation = `INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source)
    SELECT id, customer_id, 2, 'customer', 'B', 'portal' FROM tickets;
  INSERT INTO ticket_notes (ticket_id, customer_id, position, body) SELECT id, customer_id, 2, 'B' FROM tickets;
  INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind) SELECT id, customer_id, 3, 'reopened', 'system' FROM tickets`;
const contract = (end: string) =>
  `INSERT INTO contracts (customer_id, contract_number, title, created_at, end_date) VALUES ('${customer}', 'C-1', 'T', '2000-01-01', ${end})`;
const invitation = `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at) VALUES ('${customer}', 'i@old.example', '{billing}', repeat('x', 43), 'en', '2020-03-01 12:00Z')`;
const newCustomer = `INSERT INTO customers (id, name) VALUES ('${customer}', 'Cabinet')`;

/** Seeded rows, when their retention period ends, and the result. */
const limits: [rule: string, what: string, seed: string, limit: string][] = [
  [
    'sessions',
    'a session that expires',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO sessions (user_id, token, expires_at) VALUES ('${user}', 't', '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'ended sessions',
    'why a session ended',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO ended_sessions (token, user_id, ended_at) VALUES ('t', '${user}', '2020-03-01 12:00Z')`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'enrolment codes',
    'an enrolment code that expires',
    `${oldUser("email_verified='true'")}; INSERT INTO staff_members (user_id, name, permissions) VALUES ('${user}', 'S', '{support}'); INSERT INTO enrolment_codes (user_id, code_hash, expires_at) VALUES ('${user}', repeat('x', 43), '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'links in mails',
    'a link that expires',
    `INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', 'y', '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'mails',
    'a mail that was sent',
    `INSERT INTO jobs (kind, data, created_at, done_at) VALUES ('mail', '{"template": "t", "recipient": "r@x.example"}', '2020-02-01', '2020-03-01 12:00Z')`,
    '2020-03-31T12:00:00Z',
  ],
  [
    'mails',
    'a mail that was given up',
    `INSERT INTO jobs (kind, data, created_at, failed_at, next_attempt_at) VALUES ('mail', '{"template": "t", "recipient": "r@x.example"}', '2020-02-20', '2020-03-01 12:00Z', 'infinity')`,
    '2020-03-31T12:00:00Z',
  ],
  ['invitations', 'an invitation that expires', `${newCustomer}; ${invitation}`, '2020-03-01T12:00:00Z'],
  [
    'idempotency keys',
    'the key of a ticket',
    `${newCustomer}; ${ticket('open', ', idempotency_key, created_at', `, 'k', '2020-03-01 12:00Z'`)}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'idempotency keys of messages',
    'the key of a reply',
    `${newCustomer}; ${ticket('open')}; ${message('ticket_messages', `author_kind, source, `, `'customer', 'portal', `)}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'idempotency keys of notes',
    'the key of a note',
    `${newCustomer}; ${ticket('open')}; ${message('ticket_notes')}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'tickets',
    'a ticket that was resolved',
    `${newCustomer}; ${ticket('resolved', ', resolved_at', `, '2020-03-01 12:00Z'`)}; ${conversation}`,
    '2022-03-01T12:00:00Z',
  ],
  ['customers', 'a contract that has ended', `${oldCustomer}; ${contract(`'2015-06-30'`)}`, '2020-07-01T00:00:00Z'],
  [
    'customers',
    'a license that outlived the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; INSERT INTO licenses (customer_id, product_name, license_key, license_type, expiry_date) VALUES ('${customer}', 'P', 'K', 'trial', '2016-01-31')`,
    '2021-02-01T00:00:00Z',
  ],
  [
    'customers',
    'a ticket after the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; ${ticket('open', ', created_at', `, '2015-08-01 10:00Z'`)}`,
    '2020-08-01T10:00:00Z',
  ],
  [
    'customers',
    'a payment after the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes) VALUES ('${customer}', 'P-1', 5, '2017-06-30', 'cash', 'by Claire')`,
    '2022-07-01T00:00:00Z',
  ],
  [
    'invoices of erased customers',
    'an invoice that the law no longer wants',
    `${erased}; INSERT INTO invoices (customer_id, amount, due_date) VALUES ('${customer}', 5, '2010-05-01')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'invoices of erased customers',
    'an invoice without a due date',
    `${erased}; INSERT INTO invoices (customer_id, amount, created_at) VALUES ('${customer}', 5, '2010-12-31 23:59:59Z')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'payments of erased customers',
    'a payment that the law no longer wants',
    `${erased}; INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) VALUES ('${customer}', 'P-1', 5, '2010-01-01', 'cash')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'erased customers',
    'what is left of a customer after its last invoice',
    `${erased}; INSERT INTO invoices (customer_id, amount, due_date) VALUES ('${customer}', 5, '2010-05-01')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'accounts of no customer',
    'an unused user',
    `${oldUser("email_verified, created_at, last_signed_in_at=true, '2000-01-01', '2020-03-01 12:00Z'")}; INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "t", "recipient": "u@old.example", "values": {}}')`,
    '2023-03-01T12:00:00Z',
  ],
  [
    'accounts of no customer',
    'a user who never signed in',
    oldUser("email_verified, created_at=true, '2020-03-01 12:00Z'"),
    '2023-03-01T12:00:00Z',
  ],
  [
    'unverified accounts',
    'a sign-up that was never verified',
    oldUser("created_at='2020-03-01 12:00Z'"),
    '2020-03-31T12:00:00Z',
  ],
  [
    'known devices',
    'a browser that was not used again',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at) VALUES ('${user}', repeat('x', 43), '2020-01-01', '2020-03-01 12:00Z')`,
    '2021-04-01T12:00:00Z',
  ],
  [
    'security log',
    'what was done a year ago',
    `INSERT INTO audit_events (actor, event, happened_at) VALUES ('system', 'backup.made', '2020-03-01 12:00Z')`,
    '2021-03-01T12:00:00Z',
  ],
  [
    'runs of this job',
    'the record of a run',
    `INSERT INTO retention_runs (started_at, finished_at, counts) VALUES ('2020-03-01 12:00Z', '2020-03-01 12:01Z', '{}')`,
    '2021-03-01T12:00:00Z',
  ],
];

describeOperator(({ operator }) => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'retention-'));
    await operator.client.query(
      'TRUNCATE customers, users, verifications, rate_limits, jobs, audit_events, retention_runs CASCADE',
    );
  });

  async function apply(now: Date, isDryRun = false): Promise<Record<string, number>> {
    const results = await applyRetention({ connection: operator.client, dataDir, now, isDryRun });
    expect(results.filter(({ failure }) => failure !== undefined)).toEqual([]);
    return countRows(results);
  }

  async function everything(): Promise<Record<string, unknown[]>> {
    const { rows: tables } = await operator.client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT IN ('migrations', 'retention_runs')`,
    );
    // In one statement: most of the time went into asking for one table after the other.
    const all = tables.map(({ name }) => `SELECT '${name}' AS name, row::text FROM ${name} AS row`).join(' UNION ALL ');
    const { rows } = await operator.client.query<{ name: string; row: string }>(`${all} ORDER BY 1, 2`);
    const found: Record<string, unknown[]> = Object.fromEntries(tables.map(({ name }) => [name, []]));
    for (const { name, row } of rows) found[name]?.push({ row });
    return found;
  }

  test.each(limits)(
    '%s: %s is kept a second before the end of its period and removed a second after',
    async (rule, _what, seed, at) => {
      const [before, after] = [-1000, 1000].map((more) => new Date(Date.parse(at) + more)) as [Date, Date];
      await operator.client.query(seed);
      const seeded = await everything();
      expect(await apply(before)).toEqual({});
      expect(await everything()).toEqual(seeded);
      const tried = await apply(after, true);
      expect(await everything()).toEqual(seeded);
      const done = await apply(after);
      expect(done).toMatchObject({ [rule]: 1 });
      expect(tried).toEqual(done);
      const left = await everything();
      expect(await apply(after)).toEqual({});
      expect(await everything()).toEqual(left);
    },
  );

  test('a ticket leaves with its whole conversation', async () => {
    await operator.client.query(
      `${newCustomer}; ${ticket('resolved', ', resolved_at', `, '2020-03-01 12:00Z'`)}; ${conversation}`,
    );
    await apply(new Date('2022-03-02'));
    const left = await everything();
    for (const table of ['tickets', 'ticket_messages', 'ticket_notes', 'ticket_events'])
      expect(left[table]).toEqual([]);
  });

  test('a customer with an active contract is kept, whatever its last activity', async () => {
    await operator.client.query(`${oldCustomer}; ${contract('NULL')}`);
    expect(await apply(new Date('2100-01-01'))).toEqual({});
  });

  test('records that the law requires stay without names', async () => {
    await operator.client.query(`${oldCustomer}; ${contract(`'2015-06-30'`)}; ${oldUser("email_verified='true'")};
      INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}');
      INSERT INTO invoices (customer_id, amount, due_date, risk_score) VALUES ('${customer}', 5, '2014-05-01', 80), ('${customer}', 6, '2008-05-01', 80);
      INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes) VALUES ('${customer}', 'P-1', 5, '2014-06-30', 'cash', 'by Claire')`);
    expect(await apply(new Date('2020-07-02'))).toEqual({ customers: 1 });
    const { customers, users, contracts, invoices, payments } = await everything();
    expect([users, contracts]).toEqual([[], []]);
    expect(JSON.stringify({ customers, payments, invoices })).not.toMatch(/Cabinet|c@old|Claire/);
    expect([customers?.length, payments?.length, invoices?.length]).toEqual([1, 1, 1]);
    expect((await operator.client.query('SELECT risk_score FROM invoices')).rows).toEqual([{ risk_score: 0 }]);
    expect(await apply(new Date('2025-01-02'))).toMatchObject({
      'invoices of erased customers': 1,
      'payments of erased customers': 1,
      'erased customers': 1,
    });
    expect((await everything())['customers']).toEqual([]);
  });

  test('reopening a ticket or signing in restarts the retention period', async () => {
    await operator.client.query(`${newCustomer}; ${ticket('resolved', ', resolved_at', `, '2020-03-01 12:00Z'`)};
      ${oldUser("email_verified, created_at=true, '2000-01-01'")}`);
    await operator.client.query(`UPDATE tickets SET status = 'open'; UPDATE tickets SET status = 'closed'`);
    await operator.client.query(
      `INSERT INTO sessions (user_id, token, expires_at) VALUES ('${user}', 't', now() + interval '1 day')`,
    );
    expect(await apply(new Date())).toEqual({});
    const { rows } = await operator.client.query(
      `SELECT resolved_at > now() - interval '1 hour' AS recent FROM tickets`,
    );
    expect(rows).toEqual([{ recent: true }]);
  });

  test('after a failure each customer is complete or untouched, and the next run finishes', async () => {
    const other = customer.replaceAll('1', '3');
    await operator.client.query(`${oldCustomer}; ${contract(`'2015-06-30'`)};
      INSERT INTO customers (id, name, created_at) VALUES ('${other}', 'Atlas', '2000-01-01');
      INSERT INTO contracts (customer_id, contract_number, title, end_date) VALUES ('${other}', 'C-2', 'in the way', '2015-06-30');
      ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${other}', '{owner}');
      CREATE FUNCTION bar() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER bar BEFORE DELETE ON contracts FOR EACH ROW WHEN (OLD.title = 'in the way') EXECUTE FUNCTION bar()`);
    const now = new Date('2020-07-02');
    const results = await applyRetention({ connection: operator.client, dataDir, now });
    expect(results.find(({ name }) => name === 'customers')).toMatchObject({ failure: expect.any(Error) });
    const half = await everything();
    expect(half['customers']).toMatchObject([{ row: expect.stringContaining('Atlas') }]);
    expect([half['users']?.length, half['memberships']?.length, half['contracts']?.length]).toEqual([1, 1, 1]);
    expect((await operator.client.query('SELECT FROM retention_runs')).rowCount).toBe(0);
    await operator.client.query('DROP TRIGGER bar ON contracts; DROP FUNCTION bar()');
    expect(await apply(now)).toEqual({ customers: 1 });
    expect(Object.values(await everything()).flat()).toEqual([]);
    expect((await operator.client.query('SELECT FROM retention_runs')).rowCount).toBe(1);
  });

  test('mail files are deleted after 30 days, other files are not', async () => {
    mkdirSync(join(dataDir, 'outbox'));
    for (const name of ['old.eml', 'torn.eml.part', 'new.eml', 'note.txt']) {
      const file = join(dataDir, 'outbox', name);
      writeFileSync(file, '');
      utimesSync(file, 0, Date.parse(name === 'new.eml' ? '2020-03-01T12:00:01Z' : '2020-03-01T12:00:00Z') / 1000);
    }
    const now = new Date('2020-03-31T12:00:00Z');
    expect(await apply(now, true)).toEqual({ 'mails written to files': 2 });
    expect(await apply(now)).toEqual({ 'mails written to files': 2 });
    expect(readdirSync(join(dataDir, 'outbox')).toSorted()).toEqual(['new.eml', 'note.txt']);
    expect(await apply(now)).toEqual({});
  });

  test('every table has a rule or a reason', async () => {
    const { rows } = await operator.client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const covered = new Set([...rules.map(({ table }) => table), ...Object.keys(goesWith)]);
    expect(rows.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });
});
