import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openForOperator } from '#api/db/operator-database.ts';
import { lockClasses } from '#api/db/lock-classes.ts';
import { withAdvisoryLock } from '#api/db/transaction.ts';
import { callWith } from '#tests/support/cli.ts';
import { createOwnerDatabase } from '#tests/support/database.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
import { withDatabase } from './scratch-database.ts';

const root = mkdtempSync(join(tmpdir(), 'scratch-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the scratch database is on the same server', () => {
  expect(withDatabase('postgresql://a:b@host:5432/portal?sslmode=verify-full', 'portal-proof')).toBe(
    'postgresql://a:b@host:5432/portal-proof?sslmode=verify-full',
  );
  expect(withDatabase('postgresql://owner@/portal?host=/run/postgresql', 'portal-proof')).toBe(
    'postgresql://owner@/portal-proof?host=/run/postgresql',
  );
  expect(withDatabase('postgres://host', 'x')).toBe('postgres://host/x');
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
        callWith(
          { ...settings, ...(backupScratchUrl !== undefined && { backupScratchUrl }) },
          database,
          'backup',
          'prove',
        );
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

  test('a second backup or proof at the same time is refused, and a database of somebody else stays', async () => {
    const settings = {
      dataDir: join(root, 'second'),
      backupTo: join(root, 'second-backups'),
      databaseUrl: operator.database.url,
    };
    const call = (...argv: string[]) => callWith(settings, operator, ...argv);
    expect(await call('backup')).toMatchObject({ code: 0 });
    const other = await openForOperator(settings);
    await withAdvisoryLock(other.client, lockClasses.backup, async () => {
      expect(await call('backup')).toMatchObject({ code: 1, err: expect.stringContaining('Another backup of this') });
    });
    await withAdvisoryLock(other.client, lockClasses.proof, async () => {
      expect(await call('backup', 'prove')).toMatchObject({ code: 1, err: expect.stringContaining('Another proof') });
    });
    await other.close();

    const { rows } = await operator.client.query<{ name: string }>(`SELECT current_database() || '-proof' AS name`);
    const scratch = `"${rows[0]?.name}"`;
    await operator.client.query(`CREATE DATABASE ${scratch}`);
    expect((await call('backup', 'prove')).err).toContain('was not created by this command');
    // As a killed proof leaves it.
    await operator.client.query(`ALTER DATABASE ${scratch} CONNECTION LIMIT 1`);
    expect(await call('backup', 'prove')).toMatchObject({ code: 0 });
    const left = await operator.client.query('SELECT FROM pg_database WHERE datname = $1', [rows[0]?.name]);
    expect(left.rows).toEqual([]);
  });
});
