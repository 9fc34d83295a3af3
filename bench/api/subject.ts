import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, secret } from '#tests/support/api.ts';
import { makeWriters } from '../../tests/resilience/chaos/customers.ts';
import { whenDone } from '../../scripts/ci/clean-up.ts';
import { endWithParent } from '../../scripts/ci/end-with-parent.ts';
import { freePort } from '../../scripts/ci/free-port.ts';

export interface Signed {
  id: string;
  cookie: string;
}

/** The built server on one engine, with a customer of 50 invoices and one of 100,000. */
export interface Subject {
  origin: string;
  small: Signed;
  large: Signed;
  /** Cookies of customers who write tickets, each within the limit. */
  writers: string[];
  megabytes(): Promise<number>;
  /** Another copy of the server, on the same database. */
  startCopy(): Promise<string>;
}

const many = 100_000;
const portion = 2_000;
// Sixty tickets each, and a machine that writes a few thousand a second for a quarter of a minute.
const manyWriters = 2_000;

export async function startSubject(databaseUrl: string | undefined): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-data-'));
  const { small, large, writers } = await seed(databaseUrl, dataDir);
  const first = await startServer(databaseUrl, dataDir);
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  return {
    origin: first.origin,
    small,
    large,
    writers,
    megabytes: () => residentMegabytes(first.pid),
    startCopy: async () => (await startServer(databaseUrl, dataDir, first.origin)).origin,
  };
}

async function startServer(databaseUrl: string | undefined, dataDir: string, siteUrl?: string) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = endWithParent(
    spawn(process.execPath, ['build/api/main.js'], {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        SITE_URL: siteUrl ?? origin,
        AUTH_SECRET: secret,
        LOG_LEVEL: 'error',
        // One customer stands for all who read.
        READ_LIMIT: '0',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  whenDone(async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  });
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('The built server did not start: run npm run build first.');
    await wait(200);
  }
  return { origin, pid: server.pid ?? 0 };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

async function seed(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<{ small: Signed; large: Signed; writers: string[] }> {
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  try {
    const small = await makeCustomer(database, 'Small');
    const large = await makeCustomer(database, 'Large');
    const writers = await makeWriters(database, manyWriters);
    await addInvoices(database, small.id, 50);
    await addInvoices(database, large.id, many);
    await database.pool.query('RESET ROLE').catch(() => undefined);
    await database.pool.query('ANALYZE').catch(() => undefined);
    return { small, large, writers: writers.map(({ cookie }) => cookie) };
  } finally {
    await database.close();
  }
}

// In portions: a statement of the server's may not take for ever.
async function addInvoices(database: Database, customerId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += portion) {
    const to = Math.min(from + portion - 1, count);
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status, risk_score, created_at)
        SELECT ${customerId}, 'FA-2020-' || lpad(n::text, 6, '0'), 100 + n % 9000, date '2020-01-01' + n % 2000, (ARRAY['paid', 'pending', 'overdue'])[1 + n % 3],
          n % 101, timestamptz '2020-01-01' + n * interval '1 minute' FROM generate_series(${from}::int, ${to}::int) AS n`),
    );
  }
}
