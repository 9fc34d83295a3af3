import type { Row, Statement } from '#api/db/batch.ts';
import { Conditions } from './conditions.ts';
import { kept } from './kept-statement.ts';
import { countStatement, pageStatement, type Reading } from './reading.ts';
import type { SearchTerms } from './search-terms.ts';

type Run = (statement: Statement) => Promise<Row[]>;

// A common word is met soon on a walk in the list's order; a rare one is soon listed by the index of words. Each is
// tried only so far, so that neither is paid for where the other would do.
const longestWalk = 200;
const mostFound = 1000;

/** The first rows, in order, that hold every word. */
export async function findRows(run: Run, reading: Reading, terms: SearchTerms): Promise<Row[]> {
  if (reading.skip > 0) return run(pageStatement(reading, await narrowed(run, reading, reading.rest, terms)));
  const statement = findStatement(reading, terms);
  const isUsual = terms.patterns.length === 1 && reading.filter.parts.length === 0 && reading.isUsualSize;
  const answer = await run(isUsual ? kept(statement) : statement);
  const found = answer[0]?.[0] as number;
  if (found > mostFound) return run(pageStatement(reading, holding(reading.rest, terms)));
  return answer.map((row) => row.slice(2)).filter(([id]) => id !== null);
}

export async function countFound(run: Run, reading: Reading, terms: SearchTerms): Promise<number> {
  const rows = await run(countStatement(reading, await narrowed(run, reading, reading.filter, terms)));
  return rows[0]?.[0] as number;
}

/**
 * The walk and, only where it met too few, what the index lists; in one statement, so that both take one round trip. Each
 * row begins with how many the index listed (even where none is left of them, hence the join to a single row) and its place.
 */
function findStatement({ table, columns, orderBy, take, rest }: Reading, terms: SearchTerms): Statement {
  const matching = holding(rest, terms);
  const placed = `row_number() OVER (ORDER BY ${orderBy}) AS place, ${columns}`;
  const listed = new Conditions([...rest.parts, 'id = ANY(ARRAY(SELECT id FROM found))']);
  return {
    text: `WITH met AS MATERIALIZED (
        SELECT ${placed} FROM (SELECT * FROM ${table}${rest.where()} ORDER BY ${orderBy} LIMIT ${longestWalk}) AS walked
        WHERE ${matching.parts.at(-1)} LIMIT ${take}),
      enough AS MATERIALIZED (SELECT count(*) = ${take} AS met FROM met),
      found AS MATERIALIZED (SELECT id FROM (${idsOf(table, terms, rest.values.length)}) AS known WHERE NOT (SELECT met FROM enough)),
      listed AS (SELECT ${placed} FROM ${table}${listed.where()} ORDER BY ${orderBy} LIMIT ${take})
    SELECT found.count, page.* FROM (SELECT count(*)::integer FROM found) AS found LEFT JOIN (
      SELECT * FROM met WHERE (SELECT met FROM enough) UNION ALL SELECT * FROM listed
    ) AS page ON true ORDER BY page.place`,
    values: [...matching.values],
  };
}

async function narrowed(run: Run, { table }: Reading, conditions: Conditions, terms: SearchTerms): Promise<Conditions> {
  const ids = await run({ text: idsOf(table, terms, 0), values: valuesOf(terms) });
  if (ids.length > mostFound) return holding(conditions, terms);
  return conditions.and(
    (all) => `id = ANY(${all}::uuid[])`,
    ids.map(([id]) => id),
  );
}

const valuesOf = ({ patterns, ids }: SearchTerms) => [...patterns, ...(ids === undefined ? [] : [ids.from, ids.to])];

/** What the index lists, its values standing after so many others. */
function idsOf(table: string, { patterns, ids }: SearchTerms, after: number): string {
  const words = patterns.map((_, at) => `$${after + at + 1}`).join(', ');
  const byWords = `SELECT search_${table}(ARRAY[${words}]::text[], ${mostFound + 1}) AS id`;
  if (ids === undefined) return byWords;
  const [from, to] = [after + patterns.length + 1, after + patterns.length + 2];
  const byId = `SELECT id FROM ${table} WHERE id BETWEEN $${from}::uuid AND $${to}::uuid LIMIT ${mostFound + 1}`;
  return `(${byWords}) UNION (${byId})`;
}

/** As one condition: every word in search_text, or the id in its range. The patterns are folded once, not row by row. */
function holding(conditions: Conditions, terms: SearchTerms): Conditions {
  return conditions.and(
    (...places) => {
      const words = places.slice(0, terms.patterns.length).map((place) => `search_text LIKE (SELECT fold(${place}))`);
      const [from, to] = places.slice(terms.patterns.length);
      const byId = from === undefined ? '' : ` OR id BETWEEN ${from}::uuid AND ${to}::uuid`;
      return `(${words.join(' AND ')}${byId})`;
    },
    ...valuesOf(terms),
  );
}
