import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { inOperatorTransaction, type OperatorDatabase, prepare } from '#api/db/operator-database.ts';
import { type Api, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { type TestDatabase, engines, freshDatabase } from '#tests/support/database.ts';
import { openFiles } from '#api/files/files.ts';
import { createBackup } from './backup.ts';
import { backedUpTables } from './backup-format.ts';
import { restore } from './restore.ts';
import { type OperatorFixture, openOperator } from '#tests/support/fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const onRows = () => {};
// The rows of `fill` name two files that do not exist.
const files = openFiles({ dataDir: join(folder, 'data'), s3Url: undefined, clamd: undefined });
const backUp = (database: OperatorDatabase, file: string) => createBackup(file, { database, files, onRows });
const restoreRows = (database: OperatorDatabase, file: string) =>
  restore(file, { database, files, onRows, withoutFiles: true });

async function fill({ client }: OperatorFixture): Promise<void> {
  await inOperatorTransaction({ client }, async () => {
    await client.query(`INSERT INTO users (email, name) VALUES ('a@b.example', 'é" \\ \n ''x''')`);
    await client.query(
      `INSERT INTO accounts (user_id, provider_id, account_id) SELECT id, 'credential', id FROM users`,
    );
    await client.query(
      `INSERT INTO audit_events (actor, event, details) VALUES ('operator', 'customer.created', '{"a":"é"}')`,
    );
    await client.query(`INSERT INTO known_devices (user_id, device_hash) SELECT id, repeat('x', 43) FROM users`);
    await client.query(`INSERT INTO two_factors (user_id, secret, backup_codes) SELECT id, 's', 'c' FROM users`);
    await client.query(`INSERT INTO passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
      SELECT id, 'k', id, 4294967295, 'multiDevice', true FROM users`);
    await client.query(`INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', 'y', 'infinity')`);
    await client.query(
      `INSERT INTO email_undo_links (user_id, token_hash, email, expires_at)
      SELECT id, lpad('', 43, 'h'), 'before@b.example', now() + interval '7 days' FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "invitation", "recipient": "a@b.example", "values": {"link": "https://x"}}')`,
    );
    await client.query(
      `INSERT INTO customers (name, total_outstanding) VALUES ('Masséna', 999999999999.99), ('Atlas', NULL)`,
    );
    await client.query(
      `INSERT INTO memberships (user_id, customer_id, roles) SELECT users.id, customers.id, '{owner,billing}' FROM users, customers WHERE customers.name = 'Atlas'`,
    );
    await client.query(
      `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at)
      SELECT id, 'c@b.example', '{requester}', repeat('i', 43), 'fr', now() + interval '14 days' FROM customers WHERE name = 'Atlas'`,
    );
    await client.query(`INSERT INTO invoices (customer_id, number, amount, created_at)
      SELECT customers.id, CASE WHEN n % 2 = 0 THEN name || '-É-' || n END, n / 100.0, '2025-01-05 09:30:00.123456+00'::timestamptz + n * interval '1 microsecond' FROM customers, generate_series(1, 1300) AS n`);
    await client.query(
      `INSERT INTO contracts (customer_id, contract_number, title) SELECT id, name || '-1', '« Audit » 🛡️' FROM customers`,
    );
    await client.query(`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes)
      SELECT id, 'P-1', 5, '0999-12-31', 'cash', E'two\\nlines' FROM customers`);
    await client.query(
      `INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT id, 'Suite', 'K', 'trial' FROM customers`,
    );
    await client.query(
      `INSERT INTO staff_members (user_id, name, permissions) SELECT id, 'Léa', '{records,support}' FROM users LIMIT 1`,
    );
    await client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, assignee_id, version)
      SELECT customers.id, 'TKT-' || row_number() OVER (), 'S', 'D', users.id, staff_members.user_id, 7
      FROM customers, users, staff_members`);
    // Each follows the next: a row may reference one that is restored after it.
    await client.query(`INSERT INTO tickets (id, customer_id, ticket_number, subject, description, follows_ticket_id, sla_state,
        sla_calendar, first_response_due_at, closed_at, status)
      SELECT lpad(to_hex(n), 32, '0')::uuid, customers.id, 'TKT-' || (100000 + n), 'S', 'D', lpad(to_hex(nullif(n, 1200) + 1), 32, '0')::uuid, 'met',
        'office', '2025-01-05 09:30:00.123456+00', '2025-01-06 09:30:00.123456+00', 'closed'
      FROM generate_series(1, 1200) AS n, customers WHERE name = 'Atlas'`);
    await client.query(`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source, email_message_id, idempotency_key)
      SELECT id, customer_id, 8, 'customer', author_id, '« É » 🛡️', 'email', '<' || id || '@x.example>', id FROM tickets`);
    await client.query(`INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body)
      SELECT id, customer_id, 8, author_id, 'Internal' FROM tickets`);
    await client.query(`INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload)
      SELECT id, customer_id, 9, 'responded', 'system', '{"isKept":true,"minutes":7}' FROM tickets`);
    await client.query(`INSERT INTO ticket_internal_events (ticket_id, customer_id, position, kind, actor_kind, payload)
      SELECT id, customer_id, 9, 'tags_changed', 'staff', '{"added":["Réseau"]}' FROM tickets LIMIT 1`);
    await client.query(`INSERT INTO tags (name) VALUES ('Réseau, "x"')`);
    await client.query(`UPDATE tickets SET tags = ARRAY['Réseau, "x"'] WHERE ticket_number = 'TKT-1'`);
    await client.query(`INSERT INTO ticket_watchers (ticket_id, customer_id, user_id)
      SELECT tickets.id, customer_id, users.id FROM tickets, users`);
    await client.query(`INSERT INTO attachments (ticket_id, customer_id, message_id, file_name, content_type, size, sha256, state, attached_at)
      SELECT ticket_id, customer_id, id, 'É.pdf', 'application/pdf', 7, repeat('a', 64), 'unscanned', now() FROM ticket_messages LIMIT 1`);
    await client.query(`INSERT INTO reply_tokens (token_hash, ticket_id, user_id, expires_at)
      SELECT repeat('t', 43), tickets.id, users.id, now() + interval '1 day' FROM tickets, users LIMIT 1`);
    await client.query(`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, reason)
      VALUES (repeat('d', 64), repeat('b', 64), 7, 'a@b.example', ARRAY['r@x.example', 'é, "x"'], 'S', 'T', 'held', 'no_token')`);
    await client.query(`INSERT INTO pending_replies (ticket_id, author_id, body, request, publish_at)
      SELECT tickets.id, users.id, '« É »', '{"next":"ask"}', now() FROM users, tickets LIMIT 1`);
    await client.query(`INSERT INTO ticket_reads (user_id, ticket_id, version)
      SELECT users.id, tickets.id, 7 FROM users, tickets LIMIT 1`);
    await client.query(
      `INSERT INTO notification_preferences (user_id, event, delivery) SELECT id, 'reply', 'digest' FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO canned_replies (title, body, updated_by) SELECT 'Accusé', 'Bonjour,', id FROM users LIMIT 1`,
    );
    await client.query(`INSERT INTO saved_views (user_id, place, name, filters)
      SELECT user_id, 1, 'Été', '{"q":"é"}' FROM staff_members`);
    await client.query(`INSERT INTO bank_accounts (iban, bic, holder, proposed_by, proposed_at, approved_by, approved_at, active_from)
      VALUES ('FR4299999000010123456789042', 'ZZZZFRP1XXX', 'É', gen_random_uuid(), '2025-01-01', gen_random_uuid(), '2025-01-02', '2025-01-05')`);
    await client.query(`INSERT INTO bank_notices (account_id, user_id, token_hash)
      SELECT bank_accounts.id, users.id, repeat('n', 43) FROM bank_accounts, users LIMIT 1`);
    await client.query(`INSERT INTO reminder_settings (customer_id, days, updated_by)
      SELECT id, '{-7,0}', gen_random_uuid() FROM customers LIMIT 1`);
    await client.query(`INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage)
      SELECT customer_id, invoices.id, users.id, '2025-01-05', -7 FROM invoices, users LIMIT 1`);
    await client.query(`INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount)
      SELECT payments.customer_id, invoices.id, payments.id, 2.5 FROM payments JOIN invoices USING (customer_id)
      WHERE payments.customer_id = invoices.customer_id AND invoices.amount IN (2.5, 3)`);
    await client.query(`UPDATE invoices SET status = 'disputed' WHERE settled = amount`);
    await client.query(`INSERT INTO invoice_documents (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, profile, document)
      SELECT id, customer_id, 'read', '380', '2025-01-05', 'EUR', 2, 0.5, 2.5, 2.5, 'en16931', '{"number":"« É »"}' FROM invoices WHERE amount = 2.5`);
    await client.query(`INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, size, sha256, state)
      SELECT customer_id, id, 'É.xml', 'application/xml', 7, repeat('c', 64), 'clean' FROM invoices WHERE amount = 2.5`);
    await client.query(`INSERT INTO calendar_feeds (user_id, customer_id, secret_hash)
      SELECT users.id, customers.id, repeat('s', 43) FROM users, customers LIMIT 1`);
    await client.query('INSERT INTO invoice_counters (year, last) VALUES (2025, 42)');
  });
}

async function everything({ client }: OperatorFixture): Promise<Record<string, string[]>> {
  return inOperatorTransaction({ client }, async () => {
    const found: Record<string, string[]> = {};
    for (const { name } of await backedUpTables(client)) {
      const { rows } = await client.query<{ row: string }>(`SELECT row::text FROM ${name} AS row ORDER BY 1`);
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

describe.each(engines)('a backup made on %s', (engine) => {
  const file = join(folder, `${engine}.gz`);
  let original: Record<string, string[]>;
  beforeAll(async () => {
    const operator = await openOperator(engine);
    await fill(operator);
    original = await everything(operator);
    await backUp(operator, file);
    await operator.close();
  });

  test('is a private file without sessions', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.values(original).every((rows) => rows.length > 0)).toBe(true);
    expect(Object.keys(original)).not.toContain('sessions');
  });

  test.each(engines)('restores into %s with all microseconds and cents', async (target) => {
    const operator = await openOperator(target);
    const header = await restoreRows(operator, file);
    expect(await everything(operator)).toEqual(original);
    expect(header.tables.find(({ name }) => name === 'invoices')?.rows).toBe(2600);
    await expect(restoreRows(operator, file)).rejects.toThrow('The database is not empty');
    expect(await everything(operator)).toEqual(original);
    const { rows } = await operator.client.query(`SELECT last_value::integer AS last FROM short_ticket_numbers`);
    expect(rows).toEqual([{ last: 1000 + (original['tickets']?.length ?? 0) }]);
    await operator.close();
  });
});

describe('a backup that cannot be trusted', () => {
  const file = join(folder, 'whole.gz');
  let operator: OperatorFixture;
  beforeAll(async () => {
    operator = await openOperator('embedded');
    await fill(operator);
    await backUp(operator, file);
    await operator.client.query('DELETE FROM audit_events');
    await inOperatorTransaction(operator, (client) =>
      client.query(
        'DELETE FROM customers; DELETE FROM users; DELETE FROM verifications; DELETE FROM jobs; DELETE FROM bank_accounts; DELETE FROM canned_replies; DELETE FROM tags; DELETE FROM inbound_mails; DELETE FROM invoice_counters',
      ),
    );
  });
  afterAll(() => operator.close());

  const lines = () => gunzipSync(readFileSync(file)).toString().split('\n');
  const header = () => JSON.parse(lines()[0] ?? '');

  test.each([
    ['cut short', () => readFileSync(file).subarray(0, 9000), 'corrupted or incomplete'],
    [
      'bent',
      () =>
        Buffer.concat([readFileSync(file).subarray(0, 5000), Buffer.alloc(9, 7), readFileSync(file).subarray(5009)]),
      'corrupted or incomplete',
    ],
    ['not compressed', () => Buffer.from('id,amount\n'), 'corrupted or incomplete'],
    ['without its end', () => gzipSync(lines().slice(0, -2).join('\n')), 'corrupted or incomplete'],
    ['with more behind its end', () => gzipSync(`${lines().join('\n')}{}\n`), 'corrupted or incomplete'],
    [
      'before the first release',
      () => gzipSync(`${JSON.stringify({ ...header(), migrations: [{ name: '0001_x.sql', checksum: 'x' }] })}\n`),
      'is from before the first release',
    ],
    ['something else', () => gzipSync('{"format":"other"}\n'), 'not a backup'],
    ['missing a row', () => gzipSync(lines().toSpliced(-4, 1).join('\n')), 'nothing was restored'],
    [
      'of another version',
      () => gzipSync(`${JSON.stringify({ ...header(), migrations: [{ name: '0001_roles.sql', checksum: 'x' }] })}\n`),
      'made by another version',
    ],
    [
      'older than the schema',
      () => gzipSync(`${JSON.stringify({ ...header(), migrations: header().migrations.slice(0, 1) })}\n`),
      'into a new database',
    ],
  ])('%s is rejected and leaves nothing behind', async (name, content, message) => {
    const spoilt = join(folder, `${name}.gz`);
    writeFileSync(spoilt, content());
    await expect(restoreRows(operator, spoilt)).rejects.toThrow(message);
    expect(Object.values(await everything(operator)).flat()).toEqual([]);
  });

  test('a missing file is an error', async () => {
    await expect(restoreRows(operator, join(folder, 'nothing.gz'))).rejects.toThrow('cannot be read (ENOENT)');
    await expect(backUp(operator, '/nowhere/at/all.gz')).rejects.toThrow('could not be written');
  });
});

const password = 'a password for backups';

/** On the embedded engine, which has one connection, requests wait for the operator's. */
async function operate<T>(database: TestDatabase, work: (operator: OperatorDatabase) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('RESET ROLE');
    const operator = { engine: database.engine, client, close: async () => {} };
    await prepare(operator, 'any');
    return await work(operator);
  } finally {
    client.release(true);
  }
}

/** Users who create tickets continuously, with the responses that the backup is compared to. */
function startLoad(api: Api, cookies: string[]) {
  const [acknowledged, sent] = [new Map<string, string>(), new Set<string>()];
  const others: number[] = [];
  const ending = new AbortController();
  const writers = cookies.map(async (cookie, writer) => {
    const client = browser(api, { cookie });
    for (let at = 0; !ending.signal.aborted; at += 1) {
      const subject = `Ticket ${writer}-${at}`;
      sent.add(subject);
      const { status, body } = await client.post('/api/portal/tickets', { subject, description: 'Under load' });
      if (status === 201) acknowledged.set(subject, body.ticketNumber);
      else others.push(status);
    }
  });
  const reach = async (count: number) => {
    while (acknowledged.size < count) await wait(5);
  };
  const stop = async () => {
    ending.abort();
    await Promise.all(writers);
  };
  return { acknowledged, sent, others, reach, stop };
}

describe.each(engines)('on %s', (engine) => {
  test('a backup under load restores to one consistent point in time', { timeout: 240_000 }, async () => {
    const database = await freshDatabase(engine);
    const api = await openApi(database, { ticketLimit: 0 });
    const customers = [await makeCustomer(database, 'Cabinet Masséna'), await makeCustomer(database, 'Atlas')];
    const logins = await Promise.all(customers.map(({ id }) => makeUser(database, { customerId: id, password })));
    const load = startLoad(
      api,
      [...customers, ...logins].map(({ cookie }) => cookie),
    );
    const file = join(folder, `load-${engine}.gz`);

    await load.reach(20);
    const before = new Map(load.acknowledged);
    await operate(database, (operator) => backUp(operator, file));
    await load.reach(load.acknowledged.size + 10);
    await load.stop();
    expect(load.others).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(before.size);
    await database.close();

    const restored = await freshDatabase(engine);
    await operate(restored, async (operator) => {
      const { tables } = await restoreRows(operator, file);
      const { rows } = await operator.client.query<{ subject: string; ticket_number: string }>(
        'SELECT subject, ticket_number FROM tickets',
      );
      const found = Map.groupBy(rows, ({ subject }) => subject);
      expect(rows).toHaveLength(found.size);
      expect(tables.find(({ name }) => name === 'tickets')?.rows).toBe(rows.length);
      for (const [subject, number] of before) expect(found.get(subject)).toMatchObject([{ ticket_number: number }]);
      for (const { subject, ticket_number: number } of rows) {
        expect(load.sent).toContain(subject);
        expect(load.acknowledged.get(subject) ?? number).toBe(number);
      }
      expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
    });

    const client = browser(await openApi(restored));
    const signedIn = await client.post('/api/auth/sign-in/password', { email: logins[0]?.email, password });
    expect(signedIn.status).toBe(200);
    const listed = await client.get('/api/portal/tickets?limit=500');
    expect(listed.body.items.length).toBeGreaterThan(0);
    expect((await client.post('/api/portal/tickets', { subject: 'After', description: 'Still working' })).status).toBe(
      201,
    );
    await restored.close();
  });
});
