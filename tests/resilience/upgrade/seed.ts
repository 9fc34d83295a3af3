import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type * as connectModule from '#api/db/connect.ts';
import type * as logModule from '#api/lib/log.ts';
import type * as apiModule from '#tests/support/api.ts';

export interface Seeded {
  cookie: string;
  secret: string;
}

const batchSize = 5_000;

/** A database of the version in `checkout`, by its own code: two customers, one with many invoices. */
export async function seed(checkout: string, ownerUrl: string, invoices: number): Promise<Seeded> {
  const load = (path: string) => import(pathToFileURL(resolve(checkout, path)).href) as Promise<unknown>;
  const { openSource, server } = (await load('api/db/connect.ts')) as typeof connectModule;
  const { createLog } = (await load('api/lib/log.ts')) as typeof logModule;
  const { makeCustomer, secret } = (await load('tests/support/api.ts')) as typeof apiModule;
  const database = await openSource(server(ownerUrl), createLog('silent'));
  const { cookie } = await makeCustomer(database, 'Cabinet');
  const { id } = await makeCustomer(database, 'Large');
  await database.close();

  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (let from = 1; from <= invoices; from += batchSize) {
    await client.query('BEGIN; SET LOCAL ROLE portal_operator');
    await client.query(
      `INSERT INTO invoices (customer_id, number, amount, due_date, status, created_at)
        SELECT $1, 'FA-2020-' || n, 100 + n % 9000, date '2020-01-01' + n % 2000, (ARRAY['paid', 'pending', 'overdue'])[1 + n % 3],
          timestamptz '2020-01-01' + n * interval '1 minute' FROM generate_series($2::int, $3::int) AS n`,
      [id, from, Math.min(from + batchSize - 1, invoices)],
    );
    await client.query(
      `INSERT INTO audit_events (actor, event, details) SELECT 'system', 'retention.applied', '{}' FROM generate_series($1::int, $2::int)`,
      [from, Math.min(from + batchSize - 1, invoices)],
    );
    await client.query('COMMIT');
  }
  await client.query('ANALYZE');
  await client.end();
  return { cookie, secret };
}
