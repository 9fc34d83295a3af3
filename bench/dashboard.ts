/**
 * `npm run bench -- dashboard [seconds]`: what the desk's dashboard costs with 100,000 tickets of five years, as ratios against 1,000,
 * measured in turns. PostgreSQL and the embedded engine. Build first.
 */
import { sql } from 'drizzle-orm';
import { withClient } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeDesk, reportOnBothEngines } from './desks.ts';
import { compare, type Load } from './measure.ts';

const seconds = Number(process.argv[2] ?? 8);
const batchSize = 2_000;
const customerCount = 100;

/**
 * A desk with as many tickets of the last five years, of a hundred customers. One in fifty is open; the others were
 * answered and resolved, and one in five was rated.
 */
const startFilled = (databaseUrl: string | undefined, count: number) =>
  makeDesk(databaseUrl, async (database, { userId }) => {
    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO customers (name) SELECT 'Client ' || n FROM generate_series(1, ${customerCount}) AS n`,
      ),
    );
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(sql`SELECT id FROM customers ORDER BY id LIMIT 1`),
    );
    for (let from = 1; from <= count; from += batchSize) {
      const to = Math.min(from + batchSize - 1, count);
      await asOperator(database, (tx) =>
        tx.execute(sql`WITH own AS (SELECT id, row_number() OVER (ORDER BY id) AS at FROM customers),
          added AS (
            INSERT INTO tickets (customer_id, ticket_number, subject, description, status, assignee_id, created_at, resolved_at)
            SELECT own.id, 'TKT-' || n, 'Demande ' || n, 'Bonjour.', CASE WHEN n % 50 = 0 THEN 'open' ELSE 'closed' END, ${userId}::uuid,
              now() - (${count} - n) * interval '5 years' / ${count}, now() - (${count} - n) * interval '5 years' / ${count} + interval '5 hours'
            FROM generate_series(${from}::int, ${to}::int) AS n JOIN own ON own.at = 1 + n % ${customerCount}
            RETURNING id, customer_id, substr(ticket_number, 5)::int AS n, created_at)
          INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, payload, created_at)
          SELECT id, customer_id, position, kind, 'staff', payload, created_at + position * interval '1 hour'
          FROM added, LATERAL (VALUES (2, 'assigned', '{}'::jsonb),
            (3, 'responded', jsonb_build_object('isKept', n % 10 > 0, 'minutes', n % 300)),
            (5, 'status_changed', jsonb_build_object('from', 'open', 'to', 'resolved', 'isKept', true, 'minutes', n % 900)),
            (6, 'rated', jsonb_build_object('to', 'good', 'round', 0))) AS events (position, kind, payload)
          WHERE n % 50 > 0 AND (kind <> 'rated' OR n % 5 = 1)`),
      );
    }
    // Only the owner may, and not in a transaction.
    await withClient(database.pool, async (client) => {
      for (const statement of ['RESET ROLE', 'VACUUM ANALYZE', 'SET ROLE portal_app']) await client.query(statement);
    });
    return { customerId: rows[0]?.id ?? '' };
  });

async function report(name: string, urls: [small: string | undefined, large: string | undefined]): Promise<void> {
  console.log(`\n${name}`);
  const started = async (databaseUrl: string | undefined, count: number) => {
    const { start, ...desk } = await startFilled(databaseUrl, count);
    return { ...desk, origin: (await start()).url };
  };
  const [small, large] = [await started(urls[0], 1_000), await started(urls[1], 100_000)];
  const load = ({ origin, cookie }: typeof small, query: string): Load => ({
    url: `${origin}/api/desk/dashboard${query}`,
    seconds,
    headers: { Cookie: cookie },
  });
  const month = `?month=${new Date(Date.now() - 2 * 365 * 86_400_000).toISOString().slice(0, 7)}`;
  for (const [what, queryOf] of [
    ['all customers', () => ''],
    ['all customers, two years ago', () => month],
    ['one customer', ({ customerId }: typeof small) => `?customerId=${customerId}`],
  ] as const) {
    const { ratio, rate, base } = await compare(load(large, queryOf(large)), load(small, queryOf(small)));
    const more = `${rate.toFixed(1)}/s beside ${base.toFixed(1)}/s`;
    console.log(`${`${what}: its cost, of 1,000`.padEnd(58)} ${(1 / ratio).toFixed(2).padStart(6)}  ${more}`);
  }
}

await reportOnBothEngines(report);
