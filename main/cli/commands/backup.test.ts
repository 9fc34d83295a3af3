import {
  existsSync,
  mkdirSync,
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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { attachFiles } from '#tests/support/attached-files.ts';
import { callWith } from '#tests/support/cli.ts';
import { describeOperator, openOperator } from '#tests/support/fixtures.ts';

const root = mkdtempSync(join(tmpdir(), 'backup-commands-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

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

  beforeAll(() => attachFiles(operator, { dataDir }));

  test('a backup goes to BACKUP_TO, is verified without a database, proven and restored by its name', async () => {
    writeFileSync(join(root, 'other'), '');
    const made = await call('backup');
    expect(made).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/and 1 files to \S+ \(\d+ bytes\)\.\n$/),
    });
    const [name = ''] = stored();
    expect(stored()).toEqual([expect.stringMatching(/^portal-\d{8}T\d{6}Z\.gz$/)]);
    expect(await lastEvents(1)).toMatchObject([{ event: 'backup.made', details: { name, files: 1 } }]);

    const verified = await callWith(base, undefined, 'backup', 'verify', name);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/^customers +1$/m);
    expect(verified.out).toContain(`by version development on the engine ${engine}.`);
    expect(verified.out).toMatch(
      /is complete and signed: \d+ rows of \d+ tables and 1 files from .*, which have 200000 bytes/,
    );
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
    for (const name of stored().filter((one) => one > aged))
      if (name !== 'before-upgrade.gz') unlinkSync(join(backups, name));
    const made = await call('backup', '--json');
    expect(JSON.parse(made.out)).toMatchObject({ deleted: ['portal-20200101T000000Z.gz'] });
    expect(stored()).toEqual(['before-upgrade.gz', aged, expect.stringMatching(/^portal-2/)]);
    unlinkSync(join(backups, 'before-upgrade.gz'));
    const long = await callWith(
      { ...base, backupKeep: { days: 7, weeks: 4, months: 12 } },
      operator,
      'backup',
      '--json',
    );
    expect(long.err).toContain('the privacy policy says 30');
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
      err: expect.stringContaining(
        '1 errors that check would report, such as: attachments: name a file of another size',
      ),
    });
    await setSize(200_000);
  });

  test('what a killed proof left is removed by the next one', async () => {
    await call('backup');
    const left = join(dataDir, 'backup-proof');
    mkdirSync(join(left, 'postgres'), { recursive: true });
    writeFileSync(join(left, 'postgres/PG_VERSION'), 'x');
    expect(await call('backup', 'prove')).toMatchObject({ code: 0 });
    expect(existsSync(left)).toBe(false);
  });
});
