import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpFiles, filesOf, restoreFiles } from '#api/admin/backup/backup-files.ts';
import { inOperatorTransaction } from '#api/admin/operator-database.ts';
import { applyRetention } from '#api/admin/retention/apply-retention.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { callWith } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
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
  const store = async (folder: string, text: string) =>
    storage.store(folder, await receiveFile(files.folder, chunksOf(text)));
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

  test('a backup has the files of its rows, which are restored and verified', async () => {
    const backup = join(root, `${engine}.gz`);
    const result = await inOperatorTransaction(operator, (client) => backUpFiles(client, files, backup));
    expect(result).toEqual({ files: 3, missing: 0 });
    const target = openFiles({ dataDir: join(root, `${engine}-restored`), s3Url: undefined, clamd: undefined });
    expect(await restoreFiles(backup, target)).toBe(3);
    expect((await buffer(await target.storage.read(customer, hashOf('kept')))).toString()).toBe('kept');
    expect((await buffer(await target.storage.read('mail', hashOf('a mail')))).toString()).toBe('a mail');
    const whole = readFileSync(filesOf(backup));
    for (const damaged of [whole.subarray(0, -2), Buffer.from(whole.toString().replace('kept', 'kepT'))]) {
      writeFileSync(filesOf(join(root, 'damaged.gz')), damaged);
      await expect(restoreFiles(join(root, 'damaged.gz'), target)).rejects.toThrow('corrupted or incomplete');
    }
    expect(await restoreFiles(join(root, 'without-files.gz'), target)).toBe(0);
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
    expect(await callWith(settings, operator, 'erase-customer', customer)).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'files', customer))).toBe(false);
    expect(existsSync(pathOf('mail', 'a mail'))).toBe(false);
    expect(await check()).toEqual({ problems: [], warnings: [] });
  });
});
