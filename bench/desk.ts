/**
 * `npm run bench -- desk [seconds]`: what the desk's lists cost with 100,000 customers and tickets, as ratios against 50 of each,
 * measured in turns. PostgreSQL and the embedded engine. Build first.
 */
import { sql } from 'drizzle-orm';
import { withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeDesk, reportOnBothEngines } from './desks.ts';
import { compare, type Load, readText } from './measure.ts';

const seconds = Number(process.argv[2] ?? 2);
const batchSize = 2_000;

/** A desk over as many customers, each with one ticket. */
const startFilled = (databaseUrl: string | undefined, count: number) =>
  makeDesk(databaseUrl, async (database, { userId }) => {
    for (let from = 1; from <= count; from += batchSize) {
      const to = Math.min(from + batchSize - 1, count);
      // A third of the tickets is open, and one in a hundred is ours.
      await asOperator(database, (tx) =>
        tx.execute(sql`WITH added AS (
            INSERT INTO customers (name, created_at)
            SELECT 'Client ' || lpad(n::text, 6, '0'), timestamptz '2020-01-01' + n * interval '1 minute'
            FROM generate_series(${from}::int, ${to}::int) AS n RETURNING id, right(name, 6)::int AS n, created_at)
          INSERT INTO tickets (customer_id, ticket_number, subject, description, priority, status, assignee_id, created_at)
          SELECT id, 'TKT-' || n, 'Imprimante ' || n, 'Hors ligne.', (ARRAY['low', 'medium', 'high', 'urgent'])[1 + n % 4],
            (ARRAY['open', 'resolved', 'closed'])[1 + n % 3], CASE WHEN n % 100 = 1 THEN ${userId}::uuid END, created_at FROM added`),
      );
    }
    await withTransaction(database.pool, (client) => client.query('ANALYZE'), { role: 'owner' });
    return {};
  });

async function report(name: string, urls: [small: string | undefined, large: string | undefined]): Promise<void> {
  console.log(`\n${name}`);
  const desks = [await startFilled(urls[0], 50), await startFilled(urls[1], 100_000)] as const;
  const [small, large] = await Promise.all(
    desks.map(async ({ cookie, start }) => ({ cookie, origin: (await start()).url })),
  );
  if (small === undefined || large === undefined) throw new Error('Two servers are needed.');
  const list = ({ origin, cookie }: typeof small, path: string): Load => ({
    url: `${origin}/api/desk/${path}`,
    seconds,
    headers: { Cookie: cookie },
  });
  const pageAt = async (path: string, pages: number) => {
    let query = '';
    for (let at = 1; at < pages; at += 1) {
      const text = await readText(`${large.origin}/api/desk/${path}${query}`, { headers: { Cookie: large.cookie } });
      const { nextCursor } = JSON.parse(text) as { nextCursor: string };
      query = `?cursor=${encodeURIComponent(nextCursor)}`;
    }
    return `${path}${query}`;
  };
  for (const [what, path, base] of [
    ['queue: page 1', 'tickets?active=true', 'tickets?active=true'],
    ...['customer', 'priority', 'status', 'assignee', 'activity', 'createdAt'].map((sort) => {
      const sorted = `tickets?active=true&sort=${sort}`;
      return [`queue by ${sort}: page 1`, sorted, sorted] as const;
    }),
    ['all tickets by customer: page 1', 'tickets?sort=customer', 'tickets?sort=customer'],
    ['unread tickets', 'tickets?unread=true', 'tickets?unread=true'],
    ['waiting for us', 'tickets?waiting=true', 'tickets?waiting=true'],
    ['due soon', 'tickets?due=soon', 'tickets?due=soon'],
    ['counts of the views', 'tickets/counts', 'tickets/counts'],
    ['all tickets: page 1', 'tickets', 'tickets'],
    ['all tickets: page 1,000', await pageAt('tickets', 1000), 'tickets'],
    ['my tickets', 'tickets?assignee=me', 'tickets?assignee=me'],
    ['tickets of nobody', 'tickets?active=true&assignee=none', 'tickets?active=true&assignee=none'],
    ['urgent tickets', 'tickets?active=true&priority=urgent', 'tickets?active=true&priority=urgent'],
    ['tickets searched for one', 'tickets?q=77777', 'tickets?q=77'],
    ['tickets searched for what is not there', 'tickets?q=nowhere', 'tickets?q=nowhere'],
    ['customers: page 1', 'customers', 'customers'],
    ['customers: page 1,000', await pageAt('customers', 1000), 'customers'],
    ['customers searched for one', 'customers?q=77777', 'customers?q=77'],
  ] as const) {
    const { ratio, rate, base: beside } = await compare(list(large, path), list(small, base));
    const more = `${rate.toFixed(0)}/s beside ${beside.toFixed(0)}/s`;
    console.log(`${`${what}: its cost, of 50`.padEnd(58)} ${(1 / ratio).toFixed(2).padStart(6)}  ${more}`);
  }
}

await reportOnBothEngines(report);
