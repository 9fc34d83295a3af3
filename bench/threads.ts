/**
 * `npm run bench -- threads [seconds]`: what it costs to open a ticket of 10,000 messages, as a ratio against one of 10, and
 * against one of 50, which fills a page. Measured in turns, on PostgreSQL and on the embedded engine. Build first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#api/db/connect.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../scripts/lib/processes.ts';
import { median } from './measure.ts';
import { startServer } from './subject.ts';

const seconds = Number(process.argv[2] ?? 5);
const lengths = [10, 50, 10_000] as const;

/** A customer with one ticket of each length. */
async function seed(databaseUrl: string | undefined, dataDir: string) {
  const database = await openDatabase({ databaseUrl, dataDir }, createLog('silent'));
  try {
    const { id: customerId, userId, cookie } = await makeCustomer(database, 'Threads');
    const ids = await asOperator(database, async (tx) => {
      const made: string[] = [];
      for (const length of lengths) {
        const { rows } = await tx.execute<{ id: string }>(
          sql`INSERT INTO tickets (customer_id, ticket_number, subject, description, author_id, requester_id, version)
            VALUES (${customerId}, ${`TKT-${length}`}, 'Imprimante', 'Hors ligne.', ${userId}, ${userId}, ${length + 1}) RETURNING id`,
        );
        made.push(rows[0]?.id ?? '');
        await tx.execute(
          sql`INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source)
            SELECT ${made.at(-1)}::uuid, ${customerId}::uuid, n + 1, 'customer', ${userId}::uuid, 'Toujours hors ligne, message ' || n, 'portal'
            FROM generate_series(1, ${length}::int) AS n`,
        );
      }
      return made;
    });
    await withTransaction(database.pool, (client) => client.query('ANALYZE'), { role: 'owner' });
    return { cookie, ids };
  } finally {
    await database.close();
  }
}

async function report(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-threads-'));
  whenDone(() => rm(dataDir, { recursive: true, force: true }));
  const { cookie, ids } = await seed(databaseUrl, dataDir);
  const { url } = await startServer(databaseUrl, dataDir);
  /** Milliseconds for what the page of a ticket loads. */
  const open = async (id: string | undefined) => {
    const started = performance.now();
    const responses = await Promise.all(
      ['tickets/detail', 'tickets/thread'].map((path) =>
        fetch(`${url}/api/portal/${path}?id=${id}`, { headers: { Cookie: cookie } }),
      ),
    );
    for (const response of responses) {
      if (response.status !== 200) throw new Error(`The ticket was not opened: ${response.status}.`);
      await response.arrayBuffer();
    }
    return performance.now() - started;
  };
  // Warm-up for the JIT compiler and prepared statements.
  for (let at = 0; at < 300; at += 1) await open(ids[at % ids.length]);
  const times = lengths.map((): number[] => []);
  const end = performance.now() + seconds * 1000 * lengths.length;
  while (performance.now() < end) for (const [at, list] of times.entries()) list.push(await open(ids[at]));
  const [ten = 0, page = 0, long = 0] = times.map((list) => median(list));
  console.log(`\n${name}, ${times[0]?.length} times each`);
  for (const [what, base] of [
    ['10', ten],
    ['50', page],
  ] as const)
    console.log(
      `${`a ticket of 10,000 messages opens: its cost, of one of ${what}`.padEnd(58)} ${(long / base).toFixed(2).padStart(6)}  ${long.toFixed(2)} ms beside ${base.toFixed(2)} ms`,
    );
}

cleanUpOnSignals();
try {
  await report('PostgreSQL', (await startPostgres()).url);
  await report('Embedded', undefined);
} finally {
  await cleanUp();
}
