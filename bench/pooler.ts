/**
 * `npm run bench -- pooler [seconds]`: what named statements save and what PgBouncer costs. The same server, three times on one database:
 * connected directly, directly without named statements, and through PgBouncer, in turns. CPU time per request, of the server, of
 * PostgreSQL and of PgBouncer: beside other load on the machine it says more than a rate. About two minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeCustomers, secret } from '#tests/support/api.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { type RunningServer, startBuiltServer } from '#tests/support/server.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../scripts/lib/processes.ts';
import { installSystemPart } from '../scripts/lib/system-packages.ts';
import { cpuMsOf, cpuMsOfTree, findPostmaster, measureCpu } from './cpu.ts';
import { type Load, median, prepareWrk } from './measure.ts';
import { addInvoices } from './subject.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 5;

/** The two logins of docs/install.md, on a database of its own. */
async function createDatabase(superuserUrl: string) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`CREATE ROLE bench_owner LOGIN CREATEROLE PASSWORD 'bench'`);
  await client.query(`CREATE ROLE bench_server LOGIN NOINHERIT PASSWORD 'bench'`);
  await client.query('CREATE DATABASE bench OWNER bench_owner');
  await client.end();
  const urlOf = (username: string) =>
    Object.assign(new URL(superuserUrl), { username, password: 'bench', pathname: '/bench' }).href;
  return { owner: urlOf('bench_owner'), serving: urlOf('bench_server') };
}

async function start(settings: Record<string, string>): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-pooler-'));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  const server = await startBuiltServer({
    DATA_DIR: folder,
    AUTH_SECRET: secret,
    READ_LIMIT: '0',
    TICKET_LIMIT: '0',
    // One of them creates it.
    SITE_URL: 'http://localhost',
    ...settings,
  });
  whenDone(async () => void (await server.stop()));
  return server;
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const failure = await installSystemPart('PgBouncer');
  if (failure !== undefined) throw new Error(failure);
  const { url } = await startPostgres();
  const postmaster = await findPostmaster(url);
  const { owner, serving } = await createDatabase(url);
  const database = await openDatabase({ databaseUrl: owner, dataDir: '/nowhere' }, createLog('silent'));
  const { id, cookie } = await makeCustomer(database, 'Bench');
  const writers = await makeCustomers(database, 500);
  await addInvoices(database, id, 50);
  await database.close();
  const pooler = await startPgBouncer(serving);
  whenDone(pooler.stop);
  const common = { MIGRATION_DATABASE_URL: owner };
  const servers = {
    direct: await start({ ...common, DATABASE_URL: serving }),
    'without named statements': await start({ ...common, DATABASE_URL: serving, PREPARED_STATEMENTS: 'off' }),
    PgBouncer: await start({ ...common, DATABASE_URL: pooler.url, LISTEN_DATABASE_URL: serving }),
  };
  const ticket = JSON.stringify({ subject: 'Imprimante hors ligne', description: 'Depuis ce matin.' });
  const loads: Record<string, (origin: string) => Load> = {
    'list of 50 invoices': (origin) => ({ url: `${origin}/api/portal/invoices`, seconds, headers: { Cookie: cookie } }),
    'ticket creation': (origin) => ({
      url: `${origin}/api/portal/tickets`,
      seconds,
      headers: { 'Content-Type': 'application/json', Host: 'localhost', Origin: 'http://localhost' },
      body: ticket,
      cookies: writers.map((writer) => writer.cookie),
    }),
  };
  for (const [what, load] of Object.entries(loads)) {
    const costs: Record<string, number[][]> = {};
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, server] of Object.entries(servers)) {
        const clocks = [() => cpuMsOf(server.pid), () => cpuMsOfTree(postmaster), () => cpuMsOf(pooler.pid)];
        const found = await measureCpu(load(server.url), clocks);
        // The first round is for the JIT compiler.
        if (round > 0) (costs[name] ??= []).push(found);
      }
    }
    console.log(what);
    const total = (name: string, at: number) => (costs[name]?.[at] ?? []).reduce((sum, one) => sum + one, 0);
    for (const [name, measured] of Object.entries(costs)) {
      const ratio = median(measured.map((_, at) => total(name, at) / total('direct', at)));
      const [ours, theirs, between] = [0, 1, 2].map((at) => median(measured.map((one) => one[at] ?? 0)).toFixed(2));
      console.log(
        `  ${name.padEnd(26)}${ratio.toFixed(2)} of direct: ${ours} ms in the server, ${theirs} in PostgreSQL, ${between} in PgBouncer`,
      );
    }
  }
} finally {
  await cleanUp();
}
