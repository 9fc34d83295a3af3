import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { applyRetention, countRows } from './apply-retention.ts';
import { goesWith, rules } from './rules.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
import {
  contract,
  conversation,
  customer,
  limits,
  newCustomer,
  oldCustomer,
  oldUser,
  ticket,
  user,
} from '#tests/support/retention-limits.ts';

describeOperator(({ operator }) => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'retention-'));
    await operator.client.query(
      'TRUNCATE leads, lead_proofs, subscribers, suppressed, customers, users, hosts, verifications, rate_limits, jobs, audit_events, retention_runs CASCADE',
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
      AND relname NOT IN ('migrations', 'later_migrations', 'retention_runs')`,
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
