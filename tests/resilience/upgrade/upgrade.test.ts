import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { type Cluster, makeNextBuild, startCluster } from './cluster.ts';
import { Load } from './load.ts';
import { replaceAll } from './scenarios.ts';
import { seed } from './seed.ts';

const hasNginx = await hasSystemPart('nginx');
const isBuilt = existsSync('build/site.json');
const reason = [!hasPostgres && 'PostgreSQL', !hasNginx && 'nginx', !isBuilt && 'npm run build']
  .filter(Boolean)
  .join(' and ');
const older = join(process.cwd(), 'build');

describe.skipIf(reason !== '')(`upgrades${reason && ` (need ${reason})`}`, { timeout: 600_000 }, () => {
  let database: OwnerDatabase;
  let folder: string;
  let cluster: Cluster;
  let load: Load;
  let newer: string;

  async function start(instances: number): Promise<void> {
    const { cookie, secret } = await seed('.', database.url, 5_000);
    cluster = await startCluster({
      instances,
      databaseUrl: database.servingUrl,
      migrationDatabaseUrl: database.url,
      secret,
    });
    for (let at = 0; at < instances; at += 1) await cluster.start(at, older);
    load = new Load({ port: cluster.port, siteUrl: cluster.siteUrl, cookie });
    load.start();
  }

  beforeEach(async () => {
    database = await createOwnerDatabase();
    folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
    newer = makeNextBuild(older, folder);
  });
  afterEach(async () => {
    await load.stop();
    await cluster.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('BEGIN; SET LOCAL ROLE portal_operator');
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Every ticket that a client got a number for exists once. */
  async function expectNothingLost(): Promise<void> {
    const subjects = [...load.acknowledged];
    expect(subjects.length).toBeGreaterThan(0);
    const stored = await query<{ subject: string }>('SELECT subject FROM tickets WHERE subject = ANY ($1)', [subjects]);
    expect(stored.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  }

  test('with two instances no request fails during an upgrade, nor on the way back', async () => {
    await start(2);
    const there = await load.measure(() => replaceAll(cluster, 2, newer));
    expect(there.failures, cluster.outputs()).toEqual({});
    expect(there.writes.sent).toBeGreaterThan(0);
    expect(there.reads.sent).toBeGreaterThan(0);
    expect(await query('SELECT next_answer() AS answer')).toEqual([{ answer: 42 }]);
    const back = await load.measure(() => replaceAll(cluster, 2, older));
    expect(back.failures, cluster.outputs()).toEqual({});
    // The functions of the newer version stay.
    expect(await query('SELECT next_answer() AS answer')).toEqual([{ answer: 42 }]);
    await expectNothingLost();
  });

  test('an instance that is killed loses nothing, and reads do not notice', async () => {
    await start(2);
    const { pages, reads } = await load.measure(async () => {
      await cluster.kill(0);
      await cluster.start(0, older);
    });
    expect([pages.failed, reads.failed], cluster.outputs()).toEqual([0, 0]);
    await load.stop();
    await expectNothingLost();
  });

  test('the only instance is replaced by pages of the cache and responses that say when to try again', async () => {
    await start(1);
    const { pages, reads, failures } = await load.measure(async () => {
      await cluster.stop(0);
      const url = `http://127.0.0.1:${cluster.port}`;
      const api = await fetch(`${url}/api/portal/tickets`);
      expect([api.status, api.headers.get('retry-after'), api.headers.get('content-type')]).toEqual([
        503,
        '30',
        'application/json',
      ]);
      const page = await fetch(`${url}/no-such-page-in-the-cache`);
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await page.text()).toContain('Nous revenons dans un instant');
      await cluster.start(0, newer);
    });
    expect(pages.failed).toBe(0);
    expect(reads.failed).toBeGreaterThan(0);
    expect(Object.keys(failures)).toEqual(['503']);
    await load.stop();
    await expectNothingLost();
  });

  test('an older instance does not start on a schema without what it needs', async () => {
    await start(1);
    writeFileSync(
      join(newer, 'api/migrations/9001_contract.sql'),
      '-- contract: 99.0.0 does not read it\nALTER TABLE tickets DROP COLUMN next_note;\n',
    );
    await load.measure(() => replaceAll(cluster, 1, newer));
    await cluster.stop(0);
    await expect(cluster.start(0, older)).rejects.toThrow(
      'The database was migrated by version 99.0.0, whose migration 9001_contract.sql does not work with versions before 99.0.0',
    );
    await cluster.start(0, newer);
  });
});
