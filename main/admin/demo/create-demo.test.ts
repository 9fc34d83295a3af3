import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createDocumentWriter } from '#api/documents/document-writer.ts';
import { type Api, browser, openApi, secret, siteUrl } from '#tests/support/api.ts';
import { codeOf } from '#tests/support/factors.ts';
import { staffPermissions } from '#contract/staff.ts';
import { add, subtract } from '#contract/decimal.ts';
import { requestedSlot } from '#modules/leads/server/requested-slot.ts';
import { createDemo, type Demo } from './create-demo.ts';

const authOn = (database: TestDatabase) =>
  createAuthContext(database, { siteUrl, keys: deriveKeys(secret) }, createLog('silent'));

const today = new Date('2026-03-31T22:30:00Z');

const documents = createDocumentWriter();
afterAll(() => documents.close());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  return () => rm(folder, { recursive: true, force: true });
});
const create = (database: TestDatabase, demoPassword?: string, day?: Date, leads: 'off' | 'deliver' = 'off') => {
  const files = openFiles({ dataDir: folder, s3Url: undefined, clamd: undefined });
  const issuing = { files, documents, currency: 'USD' };
  return createDemo(
    database,
    authOn(database),
    { demoPassword, leads, hasBooking: true, ...(day && { today: day }) },
    issuing,
  );
};

describe('on the embedded engine', () => {
  let database: TestDatabase;
  let api: Api;
  let demo: Demo | undefined;
  beforeAll(async () => {
    database = await freshDatabase('embedded');
    demo = await create(database, undefined, today);
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

  test.each([0, 1])('administrator %i opens the desk with the password and a code of the printed key', async (nth) => {
    const staff = browser(api);
    const { email, key, uri } = demo?.staff[nth] ?? { email: '', key: '', uri: '' };
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

  test('a note exceeds its cell, and the balance is what payments and credit notes leave of unpaid invoices', async () => {
    const claire = await signedIn('claire@cabinet-massena.example');
    const notes = (await claire.get('/api/portal/payments?limit=500')).body.items.map(
      (item: { notes: string | null }) => item.notes?.length ?? 0,
    );
    expect(Math.max(...notes)).toBeGreaterThan(400);
    const { items } = (await claire.get('/api/portal/invoices?limit=500&status=pending,overdue,disputed')).body;
    const owed = add('0.00', ...items.map(({ amount }: { amount: string }) => amount));
    const open = subtract(owed, add('1320.25', '300.00'));
    expect((await claire.get('/api/portal/customers/current')).body.totalOutstanding).toBe(open);
    expect((await claire.get('/api/portal/invoices?count=true')).body.total).toBeGreaterThan(50);
  });

  test('documents say what their rows say, and their files are stored', async () => {
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ number: string; currency: string; kind: string; amount: string; settled: string; status: string }>(
        sql`SELECT invoices.number, currency, kind, amount::text, settled::text, status,
          abs(amount) = gross AND document->>'number' = invoices.number AND buyer_siren = siren AS agrees,
          (SELECT count(*)::integer FROM record_files WHERE record_files.invoice_id = invoices.id) AS files
        FROM invoice_documents JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = invoices.customer_id
        ORDER BY issued_on`,
      ),
    );
    const all = { agrees: true, files: 2 };
    expect(rows).toEqual([
      {
        ...all,
        number: 'F2025-00001',
        currency: 'USD',
        kind: '380',
        amount: '1800.00',
        settled: '300.00',
        status: 'overdue',
      },
      {
        ...all,
        number: 'F2026-00001',
        currency: 'USD',
        kind: '380',
        amount: '2450.00',
        settled: '2450.00',
        status: 'paid',
      },
      {
        ...all,
        number: 'F2026-00002',
        currency: 'USD',
        kind: '381',
        amount: '-300.00',
        settled: '-300.00',
        status: 'credited',
      },
      {
        ...all,
        number: 'F2026-00003',
        currency: 'USD',
        kind: '380',
        amount: '3120.75',
        settled: '0.00',
        status: 'disputed',
      },
      {
        ...all,
        number: 'F2026-00004',
        currency: 'USD',
        kind: '380',
        amount: '1500.00',
        settled: '1500.00',
        status: 'paid',
      },
      {
        ...all,
        number: 'F2026-00005',
        currency: 'USD',
        kind: '380',
        amount: '7300.00',
        settled: '1320.25',
        status: 'overdue',
      },
      {
        ...all,
        number: 'F2026-00006',
        currency: 'EUR',
        kind: '380',
        amount: '1268.40',
        settled: '0.00',
        status: 'pending',
      },
      {
        ...all,
        number: 'F2026-00007',
        currency: 'USD',
        kind: '380',
        amount: '1250.50',
        settled: '0.00',
        status: 'pending',
      },
      {
        ...all,
        number: 'F2026-00008',
        currency: 'EUR',
        kind: '380',
        amount: '2450.00',
        settled: '0.00',
        status: 'pending',
      },
    ]);
  });

  test('invoices that are called paid are paid, to the cent', async () => {
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT number FROM invoices WHERE status = 'paid' AND settled <> amount`),
    );
    expect(rows).toEqual([]);
  });

  test('a second start creates no second demo', async () => {
    expect(await create(database, 'another', today)).toBeUndefined();
    const { rows } = await database.pool.query('SELECT count(*)::integer FROM users');
    expect(rows).toEqual([{ count: 6 }]);
  });
});

test('the password is DEMO_PASSWORD, and existing data is left alone', async () => {
  const database = await freshDatabase('embedded');
  await database.pool.query(`INSERT INTO users (email, name) VALUES ('a@b.example', 'a')`);
  expect(await create(database, 'my own words')).toBeUndefined();
  await database.pool.query('DELETE FROM users');
  expect(await create(database, 'my own words')).toMatchObject({ password: 'my own words' });
  await database.close();
});

test('where leads are delivered, there are some in every tray, and one asks for a slot', async () => {
  const database = await freshDatabase('embedded');
  await create(database, undefined, new Date(), 'deliver');
  type Lead = { verdict: string; values: Record<string, string>; dueAt: string | null };
  const query = sql`SELECT verdict, "values", due_at AS "dueAt" FROM leads`;
  const leads = await asOperator(database, (tx) => tx.execute<Lead>(query));
  expect(new Set(leads.rows.map(({ verdict }) => verdict))).toEqual(new Set(['clean', 'doubtful', 'spam']));
  const slots = leads.rows.filter(({ values }) => requestedSlot(values, new Date()) !== undefined);
  expect(slots).toHaveLength(1);
  expect(leads.rows.some(({ dueAt }) => dueAt !== null && new Date(dueAt) < new Date())).toBe(true);
  await database.close();
});

test.runIf(engines.includes('postgresql'))('a PostgreSQL never gets a demo', async () => {
  const database = await freshDatabase('postgresql');
  expect(await create(database)).toBeUndefined();
  await database.close();
});
