import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inOperatorTransaction, openForOperator } from '#api/db/operator-database.ts';
import { advisoryLocks, withAdvisoryLock } from '#api/db/transaction.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { createOwnerDatabase } from '#tests/support/database.ts';
import { callWith } from '#tests/support/cli.ts';
import { describeOperator, openOperator } from '#tests/support/fixtures.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';

const hasAge = await hasSystemPart('age');
const root = mkdtempSync(join(tmpdir(), 'backup-commands-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fileContent = randomBytes(200_000);
async function* once(bytes: Buffer) {
  yield bytes;
}
const makeKey = (name: string) => {
  const file = join(root, name);
  execFileSync('age-keygen', ['-o', file], { stdio: 'ignore' });
  return { file, recipient: execFileSync('age-keygen', ['-y', file], { encoding: 'utf8' }).trim() };
};

describeOperator(({ engine, operator }) => {
  const dataDir = join(root, `${engine}-data`);
  const backups = join(root, `${engine}-backups`);
  const base = { dataDir, backupTo: backups, databaseUrl: operator.database.url };
  const call = (...argv: string[]) => callWith(base, operator, ...argv);
  const stored = () => (existsSync(backups) ? readdirSync(backups).toSorted() : []);
  const lastEvents = async (count: number) => {
    const { rows } = await operator.client.query<{ event: string; details: Record<string, string> }>(
      `SELECT event, details FROM audit_events WHERE event LIKE 'backup.%' ORDER BY happened_at DESC, id LIMIT $1`,
      [count],
    );
    return rows;
  };
  /** Backups of other times. */
  const age = (days: number) => {
    for (const name of stored()) {
      const at = new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      renameSync(join(backups, name), join(backups, name.replace(/\d{8}T\d{6}Z/, at)));
    }
  };
  const databases = async () => {
    const { rows } = await operator.client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE current_database() || '%'`,
    );
    return rows.map(({ name }) => name);
  };

  beforeAll(async () => {
    const customer = await operator.makeCustomer('Cabinet Masséna');
    const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
    const received = await receiveFile(files, once(fileContent));
    await files.storage.store(customer, received);
    await inOperatorTransaction(operator, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO tickets (customer_id, ticket_number, subject, description) VALUES ($1, 'TKT-1', 'S', 'D') RETURNING id`,
        [customer],
      );
      await client.query(
        `INSERT INTO attachments (customer_id, ticket_id, file_name, content_type, size, sha256, state)
        VALUES ($1, $2, 'a.bin', 'application/pdf', $3, $4, 'clean')`,
        [customer, rows[0]?.id, received.size, received.sha256],
      );
    });
  });

  test('a backup goes to BACKUP_TO, is verified without a database, proven and restored by its name', async () => {
    writeFileSync(join(root, 'other'), '');
    const made = await call('backup');
    expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/and 1 files to \S+ \(\d+ bytes\)\.\n$/) });
    const [name = ''] = stored();
    expect(stored()).toEqual([expect.stringMatching(/^portal-\d{8}T\d{6}Z\.gz$/)]);
    expect(await lastEvents(1)).toMatchObject([{ event: 'backup.made', details: { name, files: 1 } }]);

    const verified = await callWith(base, undefined, 'backup', 'verify', name);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/^customers +1$/m);
    expect(verified.out).toContain(`by version development on the engine ${engine}.`);
    expect(verified.out).toMatch(/is complete: \d+ rows of \d+ tables and 1 files from .*, which have 200000 bytes/);
    expect(JSON.parse((await callWith(base, undefined, 'backup', 'verify', '--json')).out)).toMatchObject({
      files: 1,
      bytes: 200_000,
      tables: { customers: 1, tickets: 1 },
    });

    const before = await databases();
    const proven = await call('backup', 'prove');
    expect(proven).toMatchObject({ code: 0, out: expect.stringContaining('was restored and checked') });
    expect(await lastEvents(1)).toMatchObject([{ event: 'backup.proven', details: { name, files: 1 } }]);
    expect(await databases()).toEqual(before);
    expect(readdirSync(dataDir)).not.toContain('backup-proof');

    const empty = await openOperator(engine);
    const target = { ...base, dataDir: join(root, `${engine}-restored`) };
    expect(await callWith(target, empty, 'restore', name)).toMatchObject({ code: 0 });
    await empty.close();
  });

  test('old backups go, except the newest that is proven and files that are not ours', async () => {
    const [proven = ''] = stored();
    age(100);
    const [aged = ''] = stored();
    await operator.client.query(
      `UPDATE audit_events SET details = jsonb_set(details, '{name}', to_jsonb($1::text)) WHERE event = 'backup.proven'`,
      [aged],
    );
    expect(aged).not.toBe(proven);
    await call('backup');
    expect(stored()).toHaveLength(2);
    writeFileSync(join(backups, 'portal-20200101T000000Z.gz'), '');
    writeFileSync(join(backups, 'before-upgrade.gz'), '');
    writeFileSync(join(backups, `portal-20200101T000000Z.gz.part`), '');
    utimesSync(join(backups, 'before-upgrade.gz'), 0, 0);
    for (const name of stored().filter((one) => one > aged)) if (name !== 'before-upgrade.gz') unlinkSync(join(backups, name));
    const made = await call('backup', '--json');
    expect(JSON.parse(made.out)).toMatchObject({ deleted: ['portal-20200101T000000Z.gz'] });
    expect(stored()).toEqual(['before-upgrade.gz', aged, expect.stringMatching(/^portal-2/)]);
    unlinkSync(join(backups, 'before-upgrade.gz'));
    const long = await callWith({ ...base, backupKeep: { days: 7, weeks: 4, months: 12 } }, operator, 'backup', '--json');
    expect(long.err).toContain('the privacy policy says 30');
  });

  test('a second backup or proof at the same time is refused', async () => {
    const other = operator.database.url === undefined ? undefined : await openForOperator({ ...base, databaseUrl: operator.database.url });
    // The embedded engine has one connection, and one process.
    if (other === undefined) return;
    await withAdvisoryLock(other.client, advisoryLocks.backup, async () => {
      expect(await call('backup')).toMatchObject({ code: 1, err: expect.stringContaining('Another backup of this') });
    });
    await withAdvisoryLock(other.client, advisoryLocks.proof, async () => {
      expect(await call('backup', 'prove')).toMatchObject({ code: 1, err: expect.stringContaining('Another proof') });
    });
    await other.close();
  });

  test('a damaged backup is not proven, and the failure is known', async () => {
    const newest = stored().at(-1) ?? '';
    const whole = readFileSync(join(backups, newest));
    writeFileSync(join(backups, newest), whole.subarray(0, -20_000));
    const before = await databases();
    expect(await call('backup', 'prove')).toMatchObject({
      code: 1,
      err: expect.stringContaining('was cut off, or is not complete: nothing was restored'),
    });
    expect(await lastEvents(1)).toMatchObject([
      { event: 'backup.proof_failed', details: { reason: expect.stringContaining('was cut off') } },
    ]);
    expect(await databases()).toEqual(before);
    writeFileSync(join(backups, newest), whole);
    expect(await call('backup', 'prove', join(backups, newest))).toMatchObject({ code: 0 });
    const report = JSON.parse((await call('check', '--json')).out) as { checks: { name: string; state: string }[] };
    expect(report.checks.filter(({ name }) => ['backup', 'proof'].includes(name))).toMatchObject([
      { state: 'ok' },
      { state: 'ok' },
    ]);
  });

  test('a backup that restores to something check rejects is not proven', async () => {
    const setSize = (size: number) =>
      inOperatorTransaction(operator, (client) => client.query('UPDATE attachments SET size = $1', [size]));
    await setSize(1);
    await call('backup');
    expect(await call('backup', 'prove')).toMatchObject({
      code: 1,
      err: expect.stringContaining('1 errors that check would report, such as: attachments: name a file of another size'),
    });
    await setSize(fileContent.length);
  });

  test('what a killed proof left is removed by the next one', async () => {
    await call('backup');
    if (operator.database.url !== undefined) {
      const name = (await operator.client.query<{ name: string }>(`SELECT current_database() || '-proof' AS name`)).rows[0]
        ?.name;
      await operator.client.query(`CREATE DATABASE "${name}"`);
      expect(await call('backup', 'prove')).toMatchObject({
        code: 1,
        err: expect.stringContaining('was not created by this command'),
      });
      await operator.client.query(`ALTER DATABASE "${name}" CONNECTION LIMIT 1`);
    }
    const left = join(dataDir, 'backup-proof');
    openFiles({ dataDir: left, s3Url: undefined, clamd: undefined });
    execFileSync('mkdir', ['-p', join(left, 'postgres')]);
    writeFileSync(join(left, 'postgres/PG_VERSION'), 'x');
    const before = (await databases()).filter((name) => !name.endsWith('-proof'));
    expect(await call('backup', 'prove')).toMatchObject({ code: 0 });
    expect(await databases()).toEqual(before);
    expect(existsSync(left)).toBe(false);
  });

  describe.runIf(hasAge)('encrypted with age', () => {
    const own = hasAge ? makeKey(`${engine}.key`) : { file: '', recipient: '' };
    const other = hasAge ? makeKey(`${engine}-other.key`) : own;
    const sealed = { ...base, backupTo: join(root, `${engine}-sealed`), backupRecipients: [own.recipient, other.recipient] };
    const newest = () => join(sealed.backupTo, readdirSync(sealed.backupTo).toSorted().at(-1) ?? '');

    test('only a private key opens it, and the proof without one makes a new backup', async () => {
      expect(await callWith(sealed, operator, 'backup')).toMatchObject({ code: 0, err: '' });
      const file = newest();
      expect(file).toMatch(/\.gz\.age$/);
      expect(readFileSync(file).includes('Mass')).toBe(false);
      const verify = (...argv: string[]) => callWith(sealed, undefined, 'backup', 'verify', ...argv);
      expect(await verify(file)).toMatchObject({ code: 1, err: expect.stringContaining('is encrypted: name the file') });
      for (const { file: key } of [own, other])
        expect(await verify(file, '--identity', key)).toMatchObject({ code: 0, out: expect.stringContaining('is complete') });
      const third = makeKey(`${engine}-third.key`);
      expect(await verify(file, '--identity', third.file)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is encrypted for another key'),
      });
      expect(await verify(file, '--identity', '/nowhere')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The private key in /nowhere cannot be read'),
      });

      age(0);
      renameSync(file, join(sealed.backupTo, 'portal-20260101T000000Z.gz.age'));
      const proven = await callWith(sealed, operator, 'backup', 'prove');
      expect(proven).toMatchObject({ code: 0, out: expect.stringContaining('The new backup') });
      expect(newest()).not.toContain('portal-20260101');
      expect(await lastEvents(2)).toMatchObject([{ event: 'backup.proven' }, { event: 'backup.made' }]);
      expect(await callWith({ ...sealed, backupIdentity: own.file }, operator, 'backup', 'prove')).toMatchObject({
        code: 0,
        out: expect.not.stringContaining('The new backup'),
      });
    });

    test('altered and cut off files are found', async () => {
      const whole = readFileSync(newest());
      const file = join(root, `${engine}-altered.age`);
      const flipped = Buffer.from(whole);
      flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
      for (const bytes of [flipped, whole.subarray(0, -1000), Buffer.concat([whole, Buffer.from('x')])]) {
        writeFileSync(file, bytes);
        expect(await callWith(sealed, undefined, 'backup', 'verify', file, '--identity', own.file)).toMatchObject({
          code: 1,
          err: expect.stringContaining('was altered or cut off'),
        });
      }
    });

    test('a key that age rejects ends the backup, and nothing is left of it', async () => {
      const before = readdirSync(sealed.backupTo);
      const bad = { ...sealed, backupRecipients: ['age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'] };
      expect(await callWith(bad, operator, 'backup')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The backup cannot be encrypted: malformed recipient'),
      });
      expect(readdirSync(sealed.backupTo)).toEqual(before);
      expect(await lastEvents(1)).toMatchObject([{ event: 'backup.failed' }]);
      expect(await callWith(bad, operator, 'backup', 'prove')).toMatchObject({ code: 1 });
    });
  });

  test('a backup goes to a bucket, and is verified and proven from there', async () => {
    const s3 = await startS3Server();
    const settings = { ...base, backupTo: s3.url.replace('/files?', '/files/nightly?') };
    expect(await callWith(settings, operator, 'backup')).toMatchObject({ code: 0, out: expect.not.stringContaining('secret') });
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^nightly\/portal-\d{8}T\d{6}Z\.gz$/)]);
    expect(await callWith(settings, undefined, 'backup', 'verify')).toMatchObject({ code: 0 });
    expect(await callWith(settings, operator, 'backup', 'prove')).toMatchObject({ code: 0 });
    await s3.close();
    expect(await callWith(settings, operator, 'backup')).toMatchObject({ code: 1 });
    expect(await lastEvents(1)).toMatchObject([{ event: 'backup.failed' }]);
  });
});

describeOperator({ only: 'postgresql' }, ({ operator }) => {
  test('a login uses a database that it creates, or else the one that it is given, and no other', async () => {
    const own = await createOwnerDatabase();
    const scratch = await createOwnerDatabase();
    const settings = { dataDir: join(root, 'owner'), backupTo: join(root, 'owner-backups'), databaseUrl: own.url };
    const database = await openForOperator(settings);
    try {
      expect(await callWith(settings, database, 'backup')).toMatchObject({ code: 0 });
      expect(await callWith(settings, database, 'backup', 'prove')).toMatchObject({ code: 0 });
      const prove = (backupScratchUrl?: string) =>
        callWith({ ...settings, ...(backupScratchUrl !== undefined && { backupScratchUrl }) }, database, 'backup', 'prove');
      await operator.client.query(`ALTER ROLE ${new URL(own.url).username} NOCREATEDB`);
      expect((await prove()).err).toMatch(/may not create the database \S+-proof: run ALTER ROLE \S+ CREATEDB/);
      expect((await prove(own.url)).err).toContain('BACKUP_SCRATCH_URL is the database of the portal');
      expect((await prove(operator.database.url)).err).toContain('is not empty');
      for (const url of [scratch.url, scratch.url]) expect(await prove(url)).toMatchObject({ code: 0 });
    } finally {
      await database.close();
      await own.drop();
      await scratch.drop();
    }
  });
});
