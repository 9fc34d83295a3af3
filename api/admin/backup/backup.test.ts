import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { openOperator, type OperatorFixture } from '#tests/support/operator.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';
import { backedUpTables } from './tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const quiet = () => {};

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
      `INSERT INTO mail_outbox (template, recipient, data) VALUES ('invitation', 'a@b.example', '{"link":"https://x"}')`,
    );
    await client.query(
      `INSERT INTO customers (name, total_outstanding) VALUES ('Masséna', 999999999999.99), ('Atlas', NULL)`,
    );
    await client.query(
      `INSERT INTO customer_users (user_id, customer_id) SELECT users.id, customers.id FROM users, customers WHERE customers.name = 'Atlas'`,
    );
    await client.query(`INSERT INTO invoices (customer_id, number, amount, created_at)
      SELECT customers.id, CASE WHEN n % 2 = 0 THEN 'FA-É-' || n END, n / 100.0, '2025-01-05 09:30:00.123456+00'::timestamptz + n * interval '1 microsecond' FROM customers, generate_series(1, 1300) AS n`);
    await client.query(
      `INSERT INTO contracts (customer_id, contract_number, title) SELECT id, name || '-1', '« Audit » 🛡️' FROM customers`,
    );
    await client.query(`INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes)
      SELECT id, 'P-1', 5, '0999-12-31', 'cash', E'two\\nlines' FROM customers`);
    await client.query(
      `INSERT INTO licenses (customer_id, product_name, license_key, license_type) SELECT id, 'Suite', 'K', 'trial' FROM customers`,
    );
    await client.query(`INSERT INTO tickets (customer_id, ticket_number, subject, description, created_by)
      SELECT customers.id, 'TKT-' || row_number() OVER (), 'S', 'D', users.id FROM customers, users`);
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
    await backUp(operator, file, quiet);
    await operator.close();
  });

  test('is the owner’s alone and holds no session', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.values(original).every((rows) => rows.length > 0)).toBe(true);
    expect(Object.keys(original)).not.toContain('sessions');
  });

  test.each(engines)('restores into %s to the last microsecond and cent', async (target) => {
    const operator = await openOperator(target);
    const header = await restore(operator, file, quiet);
    expect(await everything(operator)).toEqual(original);
    expect(header.tables.find(({ name }) => name === 'invoices')?.rows).toBe(2600);
    await expect(restore(operator, file, quiet)).rejects.toThrow('The database is not empty');
    expect(await everything(operator)).toEqual(original);
    await operator.close();
  });
});

describe('a backup that cannot be trusted', () => {
  const file = join(folder, 'whole.gz');
  let operator: OperatorFixture;
  beforeAll(async () => {
    operator = await openOperator('embedded');
    await fill(operator);
    await backUp(operator, file, quiet);
    await operator.client.query('DELETE FROM audit_events');
    await inOperatorTransaction(operator, (client) =>
      client.query('DELETE FROM customers; DELETE FROM users; DELETE FROM verifications; DELETE FROM mail_outbox'),
    );
  });
  afterAll(() => operator.close());

  const lines = () => gunzipSync(readFileSync(file)).toString().split('\n');
  const header = () => JSON.parse(lines()[0] ?? '');

  test.each([
    ['cut short', () => readFileSync(file).subarray(0, 9000), 'damaged or not whole'],
    [
      'bent',
      () =>
        Buffer.concat([readFileSync(file).subarray(0, 5000), Buffer.alloc(9, 7), readFileSync(file).subarray(5009)]),
      'damaged or not whole',
    ],
    ['not compressed', () => Buffer.from('id,amount\n'), 'damaged or not whole'],
    ['something else', () => gzipSync('{"format":"other"}\n'), 'not a backup'],
    ['missing a row', () => gzipSync(lines().toSpliced(-2, 1).join('\n')), 'nothing was restored'],
    [
      'of another version',
      () => gzipSync(JSON.stringify({ ...header(), migrations: [{ name: '0001_x.sql', checksum: 'x' }] })),
      'another version',
    ],
    [
      'older than the schema',
      () => gzipSync(JSON.stringify({ ...header(), migrations: header().migrations.slice(0, 1) })),
      'no server has opened yet',
    ],
  ])('%s is refused and leaves nothing behind', async (name, content, sentence) => {
    const spoilt = join(folder, `${name}.gz`);
    writeFileSync(spoilt, content());
    await expect(restore(operator, spoilt, quiet)).rejects.toThrow(sentence);
    expect(Object.values(await everything(operator)).flat()).toEqual([]);
  });

  test('a file that is not there stops with a sentence', async () => {
    await expect(restore(operator, join(folder, 'nothing.gz'), quiet)).rejects.toThrow('cannot be read (ENOENT)');
    await expect(backUp(operator, '/nowhere/at/all.gz', quiet)).rejects.toThrow('could not be written');
  });
});
