import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Database, openDatabase } from '#api/db/connect.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeCustomers, secret } from '#tests/support/api.ts';
import { residentMegabytes, type RunningServer, startBuiltServer } from '#tests/support/server.ts';
import { whenDone } from '../scripts/lib/processes.ts';

export interface Signed {
  id: string;
  cookie: string;
}

/** The built server on one engine, with a customer of 50 invoices and one of 100,000. */
export interface Subject {
  origin: string;
  small: Signed;
  large: Signed;
  /** Cookies of customers that create tickets, each within the rate limit. */
  writers: string[];
  megabytes(): number;
  /** Another instance on the same database; returns its URL. */
  startInstance(): Promise<string>;
  /** Ends all instances. */
  stop(): Promise<void>;
}

const invoicesOfLarge = 100_000;
const batchSize = 2_000;
// Each may create 60 tickets; a fast machine creates a few thousand a second for 15 seconds.
const writerCount = 2_000;

export async function startSubject(databaseUrl: string | undefined): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-data-'));
  const { small, large, writers } = await seed(databaseUrl, dataDir);
  const first = await startServer(databaseUrl, dataDir);
  const instances = [first];
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  return {
    origin: first.url,
    small,
    large,
    writers,
    megabytes: () => residentMegabytes(first.pid),
    startInstance: async () => {
      const another = await startServer(databaseUrl, dataDir, first.url);
      instances.push(another);
      return another.url;
    },
    stop: async () => void (await Promise.all(instances.map((instance) => instance.stop()))),
  };
}

export async function startServer(
  databaseUrl: string | undefined,
  dataDir: string,
  siteUrl?: string,
): Promise<RunningServer> {
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    // One customer sends every read.
    READ_LIMIT: '0',
    ...(siteUrl === undefined ? {} : { SITE_URL: siteUrl }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  whenDone(async () => void (await server.stop()));
  return server;
}

async function seed(
  databaseUrl: string | undefined,
  dataDir: string,
): Promise<{ small: Signed; large: Signed; writers: string[] }> {
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  try {
    const small = await makeCustomer(database, 'Small');
    const large = await makeCustomer(database, 'Large');
    const writers = await makeCustomers(database, writerCount);
    await addInvoices(database, small.id, 50);
    await addInvoices(database, large.id, invoicesOfLarge);
    // Only the owner may.
    await withTransaction(database.pool, (client) => client.query('ANALYZE'), { role: 'owner' });
    return { small, large, writers: writers.map(({ cookie }) => cookie) };
  } finally {
    await database.close();
  }
}

// In batches, because of the statement timeout.
export async function addInvoices(database: Database, customerId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += batchSize) {
    const to = Math.min(from + batchSize - 1, count);
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status, risk_score, created_at)
        SELECT ${customerId}, 'FA-' || left(${customerId}, 8) || '-' || lpad(n::text, 6, '0'), 100 + n % 9000, date '2020-01-01' + n % 2000, (ARRAY['paid', 'pending', 'overdue'])[1 + n % 3],
          n % 101, timestamptz '2020-01-01' + n * interval '1 minute' FROM generate_series(${from}::int, ${to}::int) AS n`),
    );
  }
}

/** A database of its own on the same server. */
export async function databaseIn(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
