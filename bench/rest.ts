/**
 * `npm run bench -- rest [minutes]`: the statements that one instance sends to PostgreSQL while nobody uses it, counted by
 * pg_stat_statements. More than ten a minute is an error. It waits for the work of the start to end: recurring jobs
 * run for the first time after a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../scripts/lib/processes.ts';
import { databaseIn, startServer } from './subject.ts';

const limit = 10;
const minutes = Number(process.argv[2] ?? 3);

async function query<Row extends pg.QueryResultRow>(connectionString: string, ...texts: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of texts) ({ rows } = await client.query<Row>(text));
    return rows;
  } finally {
    await client.end();
  }
}

cleanUpOnSignals();
try {
  const { url, restart } = await startPostgres();
  await query(url, `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await restart();
  await query(url, 'CREATE EXTENSION pg_stat_statements');
  const databaseUrl = await databaseIn(url, 'bench_rest');
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-rest-'));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  await startServer(databaseUrl, dataDir);
  await wait(120_000);
  await query(url, 'SELECT pg_stat_statements_reset()');
  await wait(minutes * 60_000);
  const rows = await query<{ calls: number; query: string }>(
    url,
    `SELECT calls::integer, query FROM pg_stat_statements
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = 'bench_rest') ORDER BY calls DESC`,
  );
  const perMinute = rows.reduce((sum, { calls }) => sum + calls, 0) / minutes;
  console.log(`${perMinute.toFixed(1)} statements a minute`);
  for (const { calls, query: text } of rows)
    console.log(`${(calls / minutes).toFixed(1).padStart(6)}  ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`);
  if (perMinute > limit) {
    console.error(`More than ${limit}.`);
    process.exitCode = 1;
  }
} finally {
  await cleanUp();
}
