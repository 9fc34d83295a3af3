/**
 * `npm run bench -- search [seconds]`: what a search costs in 200,000 messages, as ratios against 2,000, measured in turns. PostgreSQL
 * and the embedded engine. Build first.
 */
import { sql } from 'drizzle-orm';
import { withTransaction } from '#api/db/transaction.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeDesk, reportOnBothEngines } from './desks.ts';
import { compare, type Load } from './measure.ts';

const seconds = Number(process.argv[2] ?? 2);
const batchSize = 5_000;
const perTicket = 10;

/** A desk with as many messages, ten in each ticket. « imprimante » is in all of them, « toner » in one of a hundred. */
const startFilled = (databaseUrl: string | undefined, count: number) =>
  makeDesk(databaseUrl, async (database) => {
    await asOperator(database, (tx) => tx.execute(sql`INSERT INTO customers (name) VALUES ('Client')`));
    for (let from = 1; from <= count; from += batchSize) {
      const to = Math.min(from + batchSize - 1, count);
      await asOperator(database, (tx) =>
        tx.execute(sql`WITH added AS (
            INSERT INTO tickets (customer_id, ticket_number, subject, description, created_at)
            SELECT customers.id, 'TKT-' || n, 'Demande ' || n, 'Bonjour.', timestamptz '2020-01-01' + n * interval '1 minute'
            FROM customers, generate_series(${from}::int, ${to}::int, ${perTicket}) AS n
            RETURNING id, customer_id, substr(ticket_number, 5)::int AS n, created_at)
          INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, source, created_at, body)
          SELECT id, customer_id, 2 + at, 'customer', 'portal', created_at + at * interval '1 second',
            'Bonjour, les imprimantes du bureau ' || (n + at) % 977 || ' sont en panne depuis la mise à jour numéro ' || n + at
              || CASE WHEN (n + at) % 100 = 0 THEN ', il manque du toner.' ELSE ', merci de regarder rapidement.' END
          FROM added, generate_series(0, ${perTicket - 1}) AS at`),
      );
    }
    // As autovacuum does: otherwise each search would read what was added last without its index.
    const clean = `SELECT gin_clean_pending_list(oid) FROM pg_class WHERE relname LIKE '%\\_words' AND relkind = 'i'`;
    for (const statement of [clean, 'ANALYZE'])
      await withTransaction(database.pool, (client) => client.query(statement), { role: 'owner' });
    return {};
  });

async function report(name: string, urls: [small: string | undefined, large: string | undefined]): Promise<void> {
  console.log(`\n${name}`);
  const desks = [await startFilled(urls[0], 2_000), await startFilled(urls[1], 200_000)] as const;
  const [small, large] = [
    { cookie: desks[0].cookie, origin: (await desks[0].start()).url },
    { cookie: desks[1].cookie, origin: (await desks[1].start()).url },
  ];
  const load = ({ origin, cookie }: typeof small, path: string): Load => ({
    url: `${origin}/api/desk/${path}`,
    seconds,
    headers: { Cookie: cookie },
  });
  for (const [what, q] of [
    ['a word of one message', '1234'],
    ['a word of one message in a hundred', 'toner'],
    ['a word of every message, by its stem', 'imprimante'],
    ['eight words of every message', 'les imprimantes du bureau sont en panne depuis'],
    ['a word that is not there', 'girafe'],
    ['words without meaning', 'le la'],
  ] as const)
    for (const [where, path] of [
      ['palette', 'search'],
      ['queue', 'tickets'],
    ] as const) {
      const url = `${path}?q=${encodeURIComponent(q)}`;
      const { ratio, rate, base } = await compare(load(large, url), load(small, url));
      const more = `${rate.toFixed(0)}/s beside ${base.toFixed(0)}/s`;
      console.log(
        `${`${where}: ${what}: its cost, of 2,000`.padEnd(66)} ${(1 / ratio).toFixed(2).padStart(6)}  ${more}`,
      );
    }
}

await reportOnBothEngines(report);
