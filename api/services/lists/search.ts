import type { Statement } from '#api/db/batch.ts';
import type { Conditions } from './cursor.ts';
import { asStored } from './search-notation.ts';

export interface SearchTerms {
  /** One LIKE pattern per word: a row must match them all. */
  patterns: string[];
  /** Rows whose id is in this range match as well. */
  ids: { from: string; to: string } | undefined;
}

const maxTerms = 6;

/** Undefined if the search has no words. The database ignores case and accents. */
export function parseSearchTerms(q: string, isSearchedById: boolean): SearchTerms | undefined {
  const words = asStored(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxTerms);
  if (words.length === 0) return undefined;
  return {
    patterns: words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`),
    ids: isSearchedById && words.length === 1 ? idRange(words[0] ?? '') : undefined,
  };
}

function idRange(word: string): SearchTerms['ids'] {
  const digits = word.toLowerCase().replaceAll('-', '');
  if (!/^[\da-f]{1,32}$/.test(digits)) return undefined;
  return { from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') };
}

const valuesOf = ({ patterns, ids }: SearchTerms) => [...patterns, ...(ids === undefined ? [] : [ids.from, ids.to])];

/** The SQL condition that a row matches a pattern, given its placeholder. */
export type MatchPattern = (pattern: string) => string;

/** The pattern is folded once, not per row. */
export const inSearchText: MatchPattern = (pattern) => `search_text LIKE (SELECT fold(${pattern}))`;

/** As one condition: every pattern matches, or the id is in its range. */
export function matching(conditions: Conditions, terms: SearchTerms, match = inSearchText): Conditions {
  return conditions.and(
    (...placeholders) => {
      const patterns = placeholders.slice(0, terms.patterns.length);
      const [from, to] = placeholders.slice(terms.patterns.length);
      const words = patterns.map(match).join(' AND ');
      const byId = from === undefined ? '' : ` OR id BETWEEN ${from}::uuid AND ${to}::uuid`;
      return `(${words}${byId})`;
    },
    ...valuesOf(terms),
  );
}

// A common word is found quickly by scanning the list in its order, a rare one by the trigram index. Each strategy is
// limited, so that its cost is never paid where the other would do.
const maxScannedRows = 200;
export const maxIndexedIds = 1000;

/** The ids that the trigram index finds, and one more than the limit where there are too many. */
export const matchingIdsStatement = (query: SearchedTable, terms: SearchTerms): Statement => ({
  text: matchingIdsSql(query, terms, 0),
  values: valuesOf(terms),
});

/** `offset`: how many values precede those of the terms. */
function matchingIdsSql({ table, search }: SearchedTable, { patterns, ids }: SearchTerms, offset: number): string {
  const words = patterns.map((_, at) => `$${offset + at + 1}`).join(', ');
  const byWords = `SELECT ${search}(ARRAY[${words}]::text[], ${maxIndexedIds + 1}) AS id`;
  if (ids === undefined) return byWords;
  const [from, to] = [offset + patterns.length + 1, offset + patterns.length + 2];
  const byId = `SELECT id FROM ${table} WHERE id BETWEEN $${from}::uuid AND $${to}::uuid LIMIT ${maxIndexedIds + 1}`;
  return `(${byWords}) UNION (${byId})`;
}

interface SearchedTable {
  table: string;
  /** The function that finds ids by the trigram index. */
  search: string;
  /** Default: in search_text. */
  match?: MatchPattern | undefined;
}

export interface SearchedQuery extends SearchedTable {
  halvedBy: string | undefined;
  /** The item's columns, then the keys of the order as text. */
  columns: string;
  orderBy: string;
  /** One more row than the page holds, to know whether another page follows. */
  take: number;
  /** The filters, and after the cursor. */
  afterCursor: Conditions;
}

/**
 * At least the first rows in the order, by its index: their ids, as customers may not read every column; whole rows of both halves
 * where its index begins with a flag.
 */
export function firstRows({ table, halvedBy, orderBy }: SearchedQuery, conditions: Conditions, limit: number): string {
  const selected = halvedBy === undefined ? 'id' : '*';
  const rows = (where: Conditions) =>
    `SELECT ${selected} FROM ${table}${where.toSql()} ORDER BY ${orderBy} LIMIT ${limit}`;
  if (halvedBy === undefined) return rows(conditions);
  const halves = [halvedBy, `NOT ${halvedBy}`].map((half) => `(${rows(conditions.and(() => half))})`);
  return `SELECT * FROM (${halves.join(' UNION ALL ')}) AS halves ORDER BY ${orderBy} LIMIT ${limit}`;
}

/**
 * Both strategies in one round trip: the scan, and only where it finds too few rows, the index. Each row begins with the
 * number of ids from the index (also where no row is left, hence the join to a single row) and its row number.
 */
export function searchStatement(query: SearchedQuery, terms: SearchTerms): Statement {
  const { table, columns, orderBy, take, afterCursor } = query;
  const matches = matching(afterCursor, terms, query.match);
  const indexedOnly = afterCursor.and(() => 'id = ANY(ARRAY(SELECT id FROM indexed))');
  const first = `id = ANY(ARRAY(SELECT id FROM (${firstRows(query, afterCursor, maxScannedRows)}) AS first_rows))`;
  const numbered = `row_number() OVER (ORDER BY ${orderBy}) AS row_number, ${columns}`;
  return {
    text: `WITH scanned AS MATERIALIZED (
        SELECT ${numbered} FROM ${table} WHERE ${first} AND ${matches.parts.at(-1)} ORDER BY ${orderBy} LIMIT ${take}),
      scan AS MATERIALIZED (SELECT count(*) = ${take} AS is_enough FROM scanned),
      indexed AS MATERIALIZED (SELECT id FROM (${matchingIdsSql(query, terms, afterCursor.values.length)}) AS found WHERE NOT (SELECT is_enough FROM scan)),
      indexed_rows AS (SELECT ${numbered} FROM ${table}${indexedOnly.toSql()} ORDER BY ${orderBy} LIMIT ${take})
    SELECT indexed.count, page.* FROM (SELECT count(*)::integer FROM indexed) AS indexed LEFT JOIN (
      SELECT * FROM scanned WHERE (SELECT is_enough FROM scan) UNION ALL SELECT * FROM indexed_rows
    ) AS page ON true ORDER BY page.row_number`,
    values: [...matches.values],
  };
}
