/**
 * `npm run upgrades`: requests that fail during upgrades, restarts and kills, as the table of docs/upgrades.md. Build first.
 * `--from <folder>` upgrades from the checkout of another version, which is built; `--invoices <number>` fills the database.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cleanUp, cleanUpOnSignals, whenDone } from '../../../scripts/lib/processes.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { makeNextBuild, startCluster } from './cluster.ts';
import { Load } from './load.ts';
import { formatTable, measureRow, replaceAll, type Row } from './scenarios.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, invoices: { type: 'string', default: '50000' } },
});
const checkout = resolve(options.from ?? '.');
const older = join(checkout, 'build');
if (!existsSync(join(older, 'site.json'))) {
  console.error(`There is no build in ${checkout}: run npm run build there first.`);
  process.exit(1);
}
/** RestartSec of the unit. */
const restartMs = 1_000;

cleanUpOnSignals();
const postgres = await startPostgres();
// The module reads it.
process.env['TEST_DATABASE_URL'] = postgres.url;
const { createOwnerDatabase } = await import('#tests/support/database.ts');
const folder = mkdtempSync(join(tmpdir(), 'upgrades-'));
whenDone(async () => rmSync(folder, { recursive: true, force: true }));
const newer = options.from === undefined ? makeNextBuild(older, folder) : resolve('build');

const rows: Row[] = [];

/** Rows of a new database, nginx and instances. */
async function withCluster(instances: number, measure: (cluster: Started) => Promise<void>): Promise<void> {
  const { url, servingUrl } = await createOwnerDatabase();
  const { cookie, secret } = await seed(checkout, url, Number(options.invoices));
  const cluster = await startCluster({ instances, databaseUrl: servingUrl, migrationDatabaseUrl: url, secret });
  for (let at = 0; at < instances; at += 1) await cluster.start(at, older);
  const load = new Load({ port: cluster.port, siteUrl: cluster.siteUrl, cookie });
  load.start();
  const add = async (name: string, work: () => Promise<void>) => {
    const row = await measureRow(load, name, work);
    rows.push(row);
    console.error(name, JSON.stringify(row.measured));
  };
  try {
    await add(`${instances} running: nothing happens for ten seconds`, () => wait(10_000));
    const revokeRole = async (role: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`REVOKE ${role} FROM ${new URL(servingUrl).username}`);
      await client.end();
    };
    await measure({ ...cluster, add, revokeRole });
  } finally {
    await load.stop();
    await cluster.close();
  }
}

type Started = Awaited<ReturnType<typeof startCluster>> & {
  add: (name: string, work: () => Promise<void>) => Promise<void>;
  revokeRole: (role: string) => Promise<void>;
};

try {
  await withCluster(2, async (cluster) => {
    await cluster.add('2 running: upgrade, one after the other', () => replaceAll(cluster, 2, newer));
    // Release 1.0.0 rejects a login with a role that it does not know (docs/upgrades.md).
    if (options.from !== undefined) await cluster.revokeRole('portal_key');
    await cluster.add('2 running: back to the older version, one after the other', () => replaceAll(cluster, 2, older));
    await cluster.add('2 running: restart, one after the other', () => replaceAll(cluster, 2, newer));
    await cluster.add('2 running: SIGKILL of one', async () => {
      await cluster.kill(0);
      await wait(restartMs);
      await cluster.start(0, newer);
    });
    await cluster.add('2 running: nginx reloads', async () => {
      cluster.reloadNginx();
      await wait(3_000);
    });
    await cluster.add('2 running: PostgreSQL restarts', async () => {
      await postgres.restart();
      await wait(5_000);
    });
  });
  await withCluster(1, async (cluster) => {
    await cluster.add('1 running: upgrade', () => replaceAll(cluster, 1, newer));
    await cluster.add('1 running: restart', () => replaceAll(cluster, 1, newer));
    await cluster.add('1 running: SIGKILL', async () => {
      await cluster.kill(0);
      await wait(restartMs);
      await cluster.start(0, newer);
    });
  });
  console.log(formatTable(rows));
} finally {
  await cleanUp();
}
process.exit(0);
