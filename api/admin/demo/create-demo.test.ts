import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { type Api, browser, openApi, secret, siteUrl } from '#tests/support/api.ts';
import { codeOf } from '#tests/support/factors.ts';
import { staffPermissions } from '#contract/staff.ts';
import { createDemo, type Demo } from './create-demo.ts';

const authOn = (database: TestDatabase) =>
  createAuthContext(database, { siteUrl, keys: deriveKeys(secret) }, createLog('silent'));

const today = new Date('2026-03-31T22:30:00Z');

describe('on the embedded engine', () => {
  let database: TestDatabase;
  let api: Api;
  let demo: Demo | undefined;
  beforeAll(async () => {
    database = await freshDatabase('embedded');
    demo = await createDemo(database, authOn(database), { demoPassword: undefined, today });
    api = await openApi(database);
  });
  afterAll(() => database.close());

  async function signedIn(email: string) {
    const person = browser(api);
    const { status } = await person.post('/api/auth/sign-in/password', { email, password: demo?.password });
    expect(status).toBe(200);
    return person;
  }
  const values = async (table: string, column: string) => {
    const claire = await signedIn('claire@cabinet-massena.example');
    const { body } = await claire.get(`/api/portal/${table}?limit=500`);
    return new Set(body.items.map((item: Record<string, unknown>) => item[column]));
  };

  test('four users can sign in: of two customers, of one with one role, and of none', async () => {
    expect(demo?.emails).toEqual([
      'claire@cabinet-massena.example',
      'karim@atlas-distribution.example',
      'paul@cabinet-massena.example',
      'nouveau@demo.example',
    ]);
    const [claire, karim, paul, nouveau] = await Promise.all((demo?.emails ?? []).map(signedIn));
    expect((await claire?.get('/api/portal/customers/current'))?.body.name).toBe('Cabinet Masséna');
    expect((await karim?.get('/api/portal/customers/current'))?.body.name).toBe('Atlas Distribution');
    expect((await claire?.get('/api/auth/session'))?.body.memberships).toMatchObject([
      { name: 'Cabinet Masséna', roles: ['owner'] },
      { name: 'Atlas Distribution', roles: ['billing'] },
    ]);
    expect((await paul?.get('/api/portal/invoices'))?.status).toBe(200);
    expect((await paul?.get('/api/portal/licenses'))?.status).toBe(403);
    expect((await nouveau?.get('/api/portal/customers/current'))?.body.error.code).toBe('not_linked');
  });

  test('the staff member opens the desk with the password and a code of the printed key', async () => {
    const staff = browser(api);
    const { email, key, uri } = demo?.staff ?? { email: '', key: '', uri: '' };
    const { body } = await staff.post('/api/auth/sign-in/password', { email, password: demo?.password });
    expect(body).toEqual({ needsCode: true });
    expect(new URL(uri).searchParams.get('secret')).toBe(key);
    const signedInWithCode = await staff.post('/api/auth/sign-in/code', { kind: 'totp', code: codeOf(key) });
    expect(signedInWithCode.status).toBe(200);
    expect((await staff.get('/api/desk/me')).body).toMatchObject({ email, permissions: [...staffPermissions] });
    expect((await staff.get('/api/desk/tickets?active=true')).body.items.length).toBeGreaterThan(0);
  });

  test('tickets are conversations, answered in time', async () => {
    const claire = await signedIn('claire@cabinet-massena.example');
    const { items } = (await claire.get('/api/portal/tickets?limit=500')).body;
    const { id } = items.find((item: { subject: string }) => item.subject.startsWith('Restaurer'));
    const { body } = await claire.get(`/api/portal/tickets/thread?id=${id}`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['message', 'event', 'message']);
    expect(JSON.stringify(body)).not.toContain('Restauration lancée');
    expect((await claire.get(`/api/portal/tickets/detail?id=${id}`)).body.sla).toMatchObject({ isKept: true });
  });

  test('the dashboard has figures of every month', async () => {
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ month: string; resolved: number; rated: number }>(sql`SELECT to_char(created_at, 'YYYY-MM') AS month,
          count(*) FILTER (WHERE payload->>'to' = 'resolved' AND payload->>'minutes' IS NOT NULL)::integer AS resolved,
          count(*) FILTER (WHERE kind = 'rated')::integer AS rated
        FROM ticket_events GROUP BY 1 ORDER BY 1`),
    );
    expect(rows.length).toBeGreaterThanOrEqual(12);
    for (const { month, resolved, rated } of rows.slice(1, -1))
      expect([month, resolved > 0, rated > 0]).toEqual([month, true, true]);
  });

  // product §4, and in each place a value that it does not know.
  test.each([
    ['invoices', 'status', ['paid', 'overdue', 'pending', 'disputed']],
    ['invoices', 'riskScore', [0, 40, 41, 70, 71, 100]],
    ['invoices', 'dueDate', [null, '2026-03-31', '2026-04-05']],
    ['invoices', 'number', ['FA-2026-0009', 'FA-2025-0086']],
    ['invoices', 'amount', ['0.99', '1250.50', '2450.00', '0.00']],
    ['contracts', 'status', ['active', 'expired', 'terminated', 'draft', 'under_review']],
    ['contracts', 'startDate', [null]],
    ['contracts', 'endDate', [null]],
    ['contracts', 'contractValue', [null, '4999.99']],
    ['payments', 'status', ['completed', 'pending', 'failed', 'refunded', 'chargeback']],
    ['payments', 'paymentMethod', ['bank_transfer', 'credit_card', 'check', 'cash', 'direct_debit']],
    ['payments', 'notes', [null]],
    ['licenses', 'status', ['active', 'expired', 'suspended', 'terminated', 'pending_activation']],
    ['licenses', 'licenseType', ['subscription', 'perpetual', 'trial', 'oem']],
    ['licenses', 'expiryDate', [null, '2026-04-03']],
    ['licenses', 'monthlyCost', [null, '45.50']],
    ['tickets', 'status', ['open', 'in_progress', 'waiting_customer', 'resolved', 'closed', 'escalated']],
    ['tickets', 'priority', ['urgent', 'high', 'medium', 'low', 'planned']],
  ])('%s show every %s', async (table, column, expected) => {
    const found = await values(table, column);
    expect(expected.filter((value) => !found.has(value))).toEqual([]);
  });

  test('an invoice number is the seller’s: no two customers have the same', async () => {
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT number FROM invoices WHERE number IS NOT NULL GROUP BY number HAVING count(*) > 1`),
    );
    expect(rows).toEqual([]);
  });

  test('a note exceeds its cell, and the balance is the sum of unpaid invoices', async () => {
    const claire = await signedIn('claire@cabinet-massena.example');
    const notes = (await claire.get('/api/portal/payments?limit=500')).body.items.map(
      (item: { notes: string | null }) => item.notes?.length ?? 0,
    );
    expect(Math.max(...notes)).toBeGreaterThan(400);
    const { items } = (await claire.get('/api/portal/invoices?limit=500&status=pending,overdue,disputed')).body;
    const owed = items.reduce(
      (sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100),
      0,
    );
    expect((await claire.get('/api/portal/customers/current')).body.totalOutstanding).toBe((owed / 100).toFixed(2));
    expect((await claire.get('/api/portal/invoices?count=true')).body.total).toBeGreaterThan(50);
  });

  test('a second start creates no second demo', async () => {
    expect(await createDemo(database, authOn(database), { demoPassword: 'another', today })).toBeUndefined();
    const { rows } = await database.pool.query('SELECT count(*)::integer FROM users');
    expect(rows).toEqual([{ count: 5 }]);
  });
});

test('the password is DEMO_PASSWORD, and existing data is left alone', async () => {
  const database = await freshDatabase('embedded');
  await database.pool.query(`INSERT INTO users (email, name) VALUES ('a@b.example', 'a')`);
  expect(await createDemo(database, authOn(database), { demoPassword: 'my own words' })).toBeUndefined();
  await database.pool.query('DELETE FROM users');
  expect(await createDemo(database, authOn(database), { demoPassword: 'my own words' })).toMatchObject({
    password: 'my own words',
  });
  await database.close();
});

test.runIf(engines.includes('postgresql'))('a PostgreSQL never gets a demo', async () => {
  const database = await freshDatabase('postgresql');
  expect(await createDemo(database, authOn(database), { demoPassword: undefined })).toBeUndefined();
  await database.close();
});
