import { createReadStream, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '../integrity-check/check-database.ts';
import { inOperatorTransaction, type OperatorDatabase, prepare } from '#api/db/operator-database.ts';
import { type Api, assertDefined, browser, makeCustomer, makeUser, openApi } from '#tests/support/api.ts';
import { type TestDatabase, engines, freshDatabase } from '#tests/support/database.ts';
import { openFiles } from '#api/files/files.ts';
import { createBackup } from './backup.ts';
import { backedUpTables } from './backup-format.ts';
import { folderStore } from './backup-store.ts';
import { readBackup } from './read-backup.ts';
import { restore } from './restore.ts';
import { fillTables } from '#tests/support/fill-tables.ts';
import { type OperatorFixture, openOperator } from '#tests/support/fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const onRows = () => {};
const key = 'a key of tests';
// The rows of `fill` name two files that do not exist.
const files = openFiles({ dataDir: join(folder, 'data'), s3Url: undefined, clamd: undefined });
const backUp = (database: OperatorDatabase, file: string) =>
  createBackup({ store: folderStore(dirname(file)), name: basename(file) }, { database, files, onRows, key });
const restoreRows = (database: OperatorDatabase, file: string) =>
  restore(readBackup({ name: `The file ${file}`, content: createReadStream(file) }), {
    database,
    files,
    trust: { keys: [key], unsigned: 'refused' },
    onRows,
    withoutFiles: true,
  });

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
    await fillTables(operator);
    original = await everything(operator);
    await backUp(operator, file);
    await operator.close();
  });

  test('is a private file without sessions', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.values(original).every((rows) => rows.length > 0)).toBe(true);
    expect(Object.keys(original)).not.toContain('sessions');
  });

  // Into itself: the backup under load, below.
  const others = engines.filter((one) => one !== engine);
  test.each(others.length > 0 ? others : [engine])(
    'restores into %s with all microseconds and cents',
    async (target) => {
      const operator = await openOperator(target);
      const header = await restoreRows(operator, file);
      expect(await everything(operator)).toEqual(original);
      expect(header.tables.find(({ name }) => name === 'invoices')?.rows).toBe(2600);
      await expect(restoreRows(operator, file)).rejects.toThrow('The database is not empty');
      expect(await everything(operator)).toEqual(original);
      const { rows } = await operator.client.query(`SELECT last_value::integer AS last FROM short_ticket_numbers`);
      expect(rows).toEqual([{ last: 1000 + (original['tickets']?.length ?? 0) }]);
      await operator.close();
    },
  );
});

describe('a backup that cannot be trusted', () => {
  const file = join(folder, 'whole.gz');
  let operator: OperatorFixture;
  beforeAll(async () => {
    operator = await openOperator(assertDefined(engines.at(-1)));
    await fillTables(operator);
    await backUp(operator, file);
    await operator.client.query('DELETE FROM audit_events');
    await inOperatorTransaction(operator, (client) =>
      client.query(
        'DELETE FROM customers; DELETE FROM users; DELETE FROM verifications; DELETE FROM jobs; DELETE FROM bank_accounts; DELETE FROM api_keys; DELETE FROM webhook_endpoints; DELETE FROM canned_replies; DELETE FROM tags; DELETE FROM inbound_mails; DELETE FROM invoice_counters; DELETE FROM leads; DELETE FROM lead_proofs; DELETE FROM subscribers; DELETE FROM suppressed; DELETE FROM consent_texts; DELETE FROM appointments; DELETE FROM hosts',
      ),
    );
  });
  afterAll(() => operator.close());

  const lines = () => gunzipSync(readFileSync(file)).toString().split('\n');
  const header = () => JSON.parse(lines()[0] ?? '');

  test.each([
    ['cut short', () => readFileSync(file).subarray(0, 9000), 'was cut off, or is not complete: nothing was restored'],
    [
      'bent',
      () =>
        Buffer.concat([
          readFileSync(file).subarray(0, 12_000),
          Buffer.alloc(9, 7),
          readFileSync(file).subarray(12_009),
        ]),
      'was altered or is damaged: nothing was restored',
    ],
    ['not compressed', () => Buffer.from('id,amount\n'), 'is not a backup of this product'],
    ['without its end', () => gzipSync(lines().slice(0, -2).join('\n')), 'was cut off'],
    ['with more behind its end', () => gzipSync(`${lines().join('\n')}{}\n`), 'was altered or is damaged'],
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
    await expect(restoreRows(operator, join(folder, 'nothing.gz'))).rejects.toThrow('nothing.gz does not exist.');
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
  test('a backup under load restores to one consistent point in time', async () => {
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
