import type { Row, Statement } from '#api/db/batch.ts';
import type { Run } from '#api/db/tenant.ts';
import type { Conditions } from './conditions.ts';
import { countStatement, pageStatement, type Reading } from './reading.ts';
import type { SearchTerms } from './search-terms.ts';

// A common word is met soon on a walk in the list's order; a rare one is soon listed by the index of words. Each is
// tried only so far, so that neither is paid for where the other would do.
const longestWalk = 1000;
const mostFound = 1000;

/** The first rows, in order, that hold every word. */
export async function findRows(run: Run, reading: Reading, terms: SearchTerms): Promise<Row[]> {
  if (reading.skip > 0) return run(pageStatement(reading, await narrowed(run, reading, reading.rest, terms)));
  const walk = await run(walkStatement(reading, terms));
  const met = walk.map((row) => row.slice(1)).filter(([id]) => id !== null);
  const passed = walk[0]?.[0] as number;
  if (met.length === reading.take || passed < longestWalk) return met;
  return run(pageStatement(reading, await narrowed(run, reading, reading.rest, terms)));
}

export async function countFound(run: Run, reading: Reading, terms: SearchTerms): Promise<number> {
  const rows = await run(countStatement(reading, await narrowed(run, reading, reading.filter, terms)));
  return rows[0]?.[0] as number;
}

// The walk tells how many rows it passed even where none of them matched, hence the join to a single row.
function walkStatement({ table, columns, orderBy, take, rest }: Reading, terms: SearchTerms): Statement {
  const matching = holding(rest, terms);
  return {
    text: `WITH walked AS MATERIALIZED (SELECT * FROM ${table}${rest.where()} ORDER BY ${orderBy} LIMIT ${longestWalk})
      SELECT passed.count, met.* FROM (SELECT count(*)::integer FROM walked) AS passed
      LEFT JOIN LATERAL (SELECT ${columns} FROM walked WHERE ${matching.parts.at(-1)} ORDER BY ${orderBy} LIMIT ${take}) AS met ON true`,
    values: [...matching.values],
  };
}

async function narrowed(run: Run, { table }: Reading, conditions: Conditions, terms: SearchTerms): Promise<Conditions> {
  const ids = await run(idsStatement(table, terms));
  if (ids.length > mostFound) return holding(conditions, terms);
  return conditions.and(
    (all) => `id = ANY(${all}::uuid[])`,
    ids.map(([id]) => id),
  );
}

function idsStatement(table: string, { patterns, ids }: SearchTerms): Statement {
  const byWords = `SELECT search_${table}($1::text[], ${mostFound + 1})`;
  if (ids === undefined) return { text: byWords, values: [patterns] };
  const byId = `SELECT id FROM ${table} WHERE id BETWEEN $2::uuid AND $3::uuid LIMIT ${mostFound + 1}`;
  return { text: `(${byWords}) UNION (${byId})`, values: [patterns, ids.from, ids.to] };
}

/** As one condition: every word in search_text, or the id in its range. The patterns are folded once, not row by row. */
function holding(conditions: Conditions, { patterns, ids }: SearchTerms): Conditions {
  const range = ids === undefined ? [] : [ids.from, ids.to];
  return conditions.and(
    (...places) => {
      const words = places.slice(0, patterns.length).map((place) => `search_text LIKE (SELECT fold(${place}))`);
      const [from, to] = places.slice(patterns.length);
      const byId = from === undefined ? '' : ` OR id BETWEEN ${from}::uuid AND ${to}::uuid`;
      return `(${words.join(' AND ')}${byId})`;
    },
    ...patterns,
    ...range,
  );
}
