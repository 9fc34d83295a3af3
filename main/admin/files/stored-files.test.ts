import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { readBackup } from '../backup/read-backup.ts';
import { restore } from '../backup/restore.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { applyRetention } from '../retention/apply-retention.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { callWith, testSecret } from '#tests/support/cli.ts';
import { describeOperator, openOperator } from '#tests/support/fixtures.ts';
import { checkFiles } from './stored-files.ts';

const root = mkdtempSync(join(tmpdir(), 'stored-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

describeOperator(({ engine, operator }) => {
  const dataDir = join(root, engine);
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  const { storage } = files;
  const settings = { dataDir };
  let customer: string;
  const store = async (folder: string, text: string) => storage.store(folder, await receiveFile(files, chunksOf(text)));
  const pathOf = (folder: string, text: string) => join(dataDir, 'files', folder, hashOf(text));
  const run = (text: string) => operator.client.query(`SET ROLE portal_operator; ${text}; RESET ROLE`);
  const check = () => inOperatorTransaction(operator, (client) => checkFiles(client, files, new Date()));
  const insertFile = (text: string, more = 'now()') =>
    run(`INSERT INTO attachments (ticket_id, customer_id, file_name, content_type, size, sha256, state, attached_at, created_at)
      SELECT id, customer_id, 'a.txt', 'text/plain', ${text.length}, '${hashOf(text)}', 'unscanned', ${more}, now() - interval '3 days' FROM tickets LIMIT 1`);

  beforeAll(async () => {
    customer = await operator.makeCustomer('Cabinet Masséna');
    await run(
      `INSERT INTO tickets (customer_id, ticket_number, subject, description) VALUES ('${customer}', 'TKT-1', 'S', 'D')`,
    );
    for (const text of ['kept', 'draft']) await store(customer, text);
    await insertFile('kept');
    await insertFile('draft', 'NULL');
    await store('mail', 'a mail');
    await run(`INSERT INTO inbound_mails (delivery_key, sha256, size, sender, recipients, subject, full_text, state, ticket_id)
      SELECT repeat('d', 64), '${hashOf('a mail')}', 6, 'a@b.example', '{}', '', '', 'published', id FROM tickets LIMIT 1`);
  });

  test('rows with their files are no finding; a lost, a changed and an orphaned file are', async () => {
    expect(await check()).toEqual({ problems: [], warnings: [] });
    rmSync(pathOf(customer, 'kept'));
    expect((await check()).problems).toEqual([
      { where: 'attachments', rows: 1, what: expect.stringContaining('not in the storage') },
    ]);
    writeFileSync(pathOf(customer, 'kept'), 'cut');
    expect((await check()).problems).toEqual([
      { where: 'attachments', rows: 1, what: expect.stringContaining('another size') },
    ]);
    expect((await callWith(settings, operator, 'check')).code).toBe(1);
    await store(customer, 'kept');
    await store(customer, 'orphan');
    expect(await check()).toEqual({ problems: [], warnings: [] });
    utimesSync(pathOf(customer, 'orphan'), 0, 0);
    expect((await check()).warnings).toEqual([
      { where: 'files', rows: 1, what: expect.stringContaining('have no row') },
    ]);
    expect((await callWith(settings, operator, 'check')).code).toBe(0);
  });

  test('a backup is one file with the rows and their files, which are restored and verified', async () => {
    const backup = join(root, `${engine}.gz`);
    const made = await callWith(settings, operator, 'backup', backup);
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/ and 3 files to \S+\.gz \(\d+ bytes\)\.\n$/) });
    const target = openFiles({ dataDir: join(root, `${engine}-restored`), s3Url: undefined, clamd: undefined });
    const restoreInto = async (file: string, withoutFiles = false) => {
      const empty = await openOperator(engine);
      try {
        return await restore(readBackup({ name: 'The file', content: createReadStream(file) }), {
          database: empty,
          files: target,
          trust: { keys: deriveKeys(testSecret).backups, unsigned: 'refused' },
          onRows: () => {},
          withoutFiles,
        });
      } finally {
        await empty.close();
      }
    };
    expect(await restoreInto(backup)).toMatchObject({ files: 3, missing: 0 });
    expect((await buffer(await target.storage.read(customer, hashOf('kept')))).toString()).toBe('kept');
    expect((await buffer(await target.storage.read('mail', hashOf('a mail')))).toString()).toBe('a mail');
    const whole = gunzipSync(readFileSync(backup)).toString('latin1');
    const damaged = join(root, `${engine}-damaged.gz`);
    for (const text of [whole.replace('}\nkept', '}\nkepT'), whole.replace('}\nkept', '}\n'), whole.slice(0, -40)]) {
      writeFileSync(damaged, gzipSync(Buffer.from(text, 'latin1')));
      await expect(restoreInto(damaged)).rejects.toThrow(/was (?:altered|cut off).*: nothing was restored/);
    }
  });

  test('a backup without some files says so, and is not restored by accident', async () => {
    const backup = join(root, `${engine}-incomplete.gz`);
    const path = pathOf(customer, 'kept');
    writeFileSync(path, 'kepT');
    const made = await callWith(settings, operator, 'backup', backup);
    writeFileSync(path, 'kept');
    expect(made).toMatchObject({ code: 1, err: 'Error: 1 files are missing in the storage, or damaged: run check.\n' });
    const empty = await openOperator(engine);
    const target = { dataDir: join(root, `${engine}-incomplete`) };
    expect(await callWith(target, empty, 'restore', backup)).toMatchObject({
      code: 1,
      err: expect.stringContaining('lacks 1 that its rows name'),
    });
    const { rowCount } = await inOperatorTransaction(empty, (client) => client.query('SELECT FROM customers'));
    expect(rowCount).toBe(0);
    expect(await callWith(target, empty, 'restore', backup, '--without-files')).toMatchObject({
      code: 0,
      out: expect.stringContaining('and 2 files from'),
    });
    await empty.close();
  });

  test('retention removes orphans and uploads that were not sent, but nothing new', async () => {
    await store(customer, 'new');
    writeFileSync(join(dataDir, 'files/incoming/left'), 'x');
    utimesSync(join(dataDir, 'files/incoming/left'), 0, 0);
    for (const text of ['kept', 'draft']) utimesSync(pathOf(customer, text), 0, 0);
    const retention = (isDryRun: boolean) =>
      applyRetention({ connection: operator.client, dataDir, files, now: new Date(), isDryRun });
    const ruleOf = (results: { name: string; rows: number }[]) =>
      results.find(({ name }) => name === 'files of tickets and mails');
    // The dry run is rolled back, so the file of the draft still has its row.
    expect(ruleOf(await retention(true))).toMatchObject({ rows: 2 });
    expect(ruleOf(await retention(false))).toMatchObject({ rows: 3 });
    expect(readdirSync(join(dataDir, 'files', customer)).toSorted()).toEqual(
      [hashOf('kept'), hashOf('new')].toSorted(),
    );
    expect(readdirSync(join(dataDir, 'files/incoming'))).toEqual([]);
    expect(ruleOf(await retention(false))).toMatchObject({ rows: 0 });
  });

  test('an export has the files, and an erasure removes them at once', async () => {
    const folder = join(root, `${engine}-export`);
    expect(await callWith(settings, operator, 'export-customer', customer, '--to', folder)).toMatchObject({
      code: 0,
    });
    expect(readdirSync(join(folder, 'files')).toSorted()).toEqual(
      [hashOf('kept'), `${hashOf('a mail')}.eml`].toSorted(),
    );
    expect(readFileSync(join(folder, 'attachments.csv'), 'utf8')).toContain(hashOf('kept'));
    await callWith(settings, operator, 'erase-customer', customer, '--dry-run');
    expect(existsSync(pathOf(customer, 'kept'))).toBe(true);
    expect(await callWith(settings, operator, 'erase-customer', customer, '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'files', customer))).toBe(false);
    expect(existsSync(pathOf('mail', 'a mail'))).toBe(false);
    expect(await check()).toEqual({ problems: [], warnings: [] });
  });
});
