import { createHash } from 'node:crypto';
import type { Row, Run, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Access, type Caller, runAsSession } from '#api/db/tenant.ts';
import { defaultPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import type { Capability } from '#contract/roles.ts';
import type { ListName } from '#contract/record-lists.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { Conditions, type Direction, type Order, readCursor, type SortKey, writeCursor } from './cursor.ts';
import {
  firstRows,
  type MatchPattern,
  matching,
  matchingIdsStatement,
  maxIndexedIds,
  parseSearchTerms,
  type SearchedQuery,
  searchStatement,
  type SearchTerms,
} from './search.ts';
import { fromSqlState, invalidCursor } from '#api/lib/errors.ts';
import { integer } from '#api/db/columns.ts';

export interface ListDefinition<Item, Sort extends string, Needs, Table extends string = ListName> {
  table: Table;
  /** A flag with which the indexes of its orders begin: without a filter, both halves are read. */
  halvedBy?: string;
  /** What the caller needs to see the list. */
  needs: Needs;
  /** The item's properties and the columns they are read from, in order. */
  columns: Record<keyof Item & string, string>;
  /**
   * Each sort has an index, in migrations/; of one customer's tickets only some (docs/decisions/021). Its last key is unique to the
   * customer (the id, or a key of its own), which makes the order total.
   */
  sorts: Record<Sort, readonly SortKey[]>;
  defaultSort: NoInfer<Sort>;
  /** Whether a search also matches the beginning of an id; other columns are in search_text. */
  isSearchedById?: boolean;
  /** The database's search function, unless it is the one of the table in the caller's customer. */
  search?: string;
  /** What that function compares a word with, unless it is search_text. */
  match?: MatchPattern;
}

/** A list of portal and desk: what users of the customer need, and which staff may see it. */
export type RecordListDefinition<Item, Sort extends string> = ListDefinition<
  Item,
  Sort,
  { portal: Capability; desk: readonly StaffPermission[] }
>;

// A cursor value that has the format of a date or number can still be invalid (February 30): class 22 of SQLSTATE.
export const rejectCursor = fromSqlState({ '22': invalidCursor });

export const key = (column: string, type: SortKey['type']): SortKey => ({ column, type });
export const byId = key('id', 'uuid');

export interface ListRequest<Sort extends string> {
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: Sort | undefined;
  direction?: Direction | undefined;
  status?: string[] | undefined;
  q?: string | undefined;
  count?: 'true' | undefined;
}

/** One page of the caller's rows. Its cost does not depend on how many there are: each order has an index. */
export function listPage<Item, Sort extends string>(
  database: Database,
  caller: Caller,
  definition: RecordListDefinition<Item, Sort>,
  request: ListRequest<Sort>,
): Promise<Page<Item>> {
  const access: Access = { mode: 'read', needs: definition.needs.portal };
  return readPage((...statements) => runAsSession(database, caller, access, ...statements), definition, request);
}

/** `filters` besides those of the request. */
export async function readPage<Item, Sort extends string>(
  runStatements: Run,
  definition: ListDefinition<Item, Sort, unknown, string>,
  request: ListRequest<Sort>,
  filters = new Conditions(),
): Promise<Page<Item>> {
  const sort = request.sort ?? definition.defaultSort;
  // product §7: newest first by default; a requested column ascending.
  const direction = request.direction ?? (request.sort === undefined ? 'desc' : 'asc');
  const order: Order = { list: definition.table, sort, direction, keys: definition.sorts[sort] };
  const limit = request.limit ?? defaultPageSize;
  const query = buildListQuery(definition, order, request, limit, filters);
  const terms = parseSearchTerms(request.q ?? '', definition.isSearchedById === true);
  const isCounted = request.count !== undefined;
  const run: Run = (...statements) => runStatements(...statements).catch(rejectCursor);

  const { rows, total } = await (terms === undefined
    ? readRows(run, query, isCounted)
    : searchRows(run, query, terms, isCounted));

  const columnCount = Object.keys(definition.columns).length;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => toItem(definition, row)),
    nextCursor: last === undefined ? null : writeCursor(order, last.slice(columnCount)),
    total,
  };
}

/** A request in terms of the database. */
interface ListQuery extends SearchedQuery {
  /** Requested often enough to prepare its statements. */
  isUsualSize: boolean;
  /** The filters. */
  where: Conditions;
}

const usualSizes = new Set([defaultPageSize, 100, 200, 500]);

export function buildListQuery<Item, Sort extends string>(
  { table, halvedBy, columns, search = `search_${table}`, match }: ListDefinition<Item, Sort, unknown, string>,
  order: Order,
  { status, cursor }: ListRequest<Sort>,
  limit: number,
  filters = new Conditions(),
): ListQuery {
  const where = filters.status(status);
  const keys = order.keys.map(({ column }, at) => `${column}::text AS key_${at}`);
  return {
    table,
    halvedBy,
    search,
    match,
    columns: [...Object.values<string>(columns), ...keys].join(', '),
    orderBy: order.keys.map(({ column }) => `${column} ${order.direction}`).join(', '),
    take: limit + 1,
    isUsualSize: usualSizes.has(limit),
    where,
    afterCursor: where.after(cursor === undefined ? undefined : readCursor(cursor, order), order),
  };
}

export const pageStatement = (query: ListQuery, conditions: Conditions): Statement => ({
  text:
    query.halvedBy === undefined
      ? `SELECT ${query.columns} FROM ${query.table}${conditions.toSql()} ORDER BY ${query.orderBy} LIMIT ${query.take}`
      : `SELECT ${query.columns} FROM (${firstRows(query, conditions, query.take)}) AS ${query.table} ORDER BY ${query.orderBy} LIMIT ${query.take}`,
  values: [...conditions.values],
});

const rowCount = integer('count(*)::integer');
const countStatement = ({ table }: ListQuery, conditions: Conditions): Statement => ({
  text: `SELECT ${rowCount.sql} FROM ${table}${conditions.toSql()}`,
  values: [...conditions.values],
});

const preparedNames = new Map<string, string>();

/** Only for texts that are few: each is a plan that every connection keeps. */
function asPrepared(statement: Statement): Statement {
  let name = preparedNames.get(statement.text);
  if (name === undefined) {
    name = `list-${createHash('sha256').update(statement.text).digest('base64url').slice(0, 20)}`;
    preparedNames.set(statement.text, name);
  }
  return { ...statement, name };
}

interface ResultRows {
  rows: Row[];
  total: number | null;
}

async function readRows(run: Run, query: ListQuery, isCounted: boolean): Promise<ResultRows> {
  const statement = pageStatement(query, query.afterCursor);
  const page = query.isUsualSize ? asPrepared(statement) : statement;
  const count = isCounted ? [countStatement(query, query.where)] : [];
  const [rows = [], counted] = await run(page, ...count);
  return { rows, total: isCounted ? rowCount.read(counted?.[0]?.[0]) : null };
}

async function searchRows(run: Run, query: ListQuery, terms: SearchTerms, isCounted: boolean): Promise<ResultRows> {
  const rows = await findRows(run, query, terms);
  if (!isCounted) return { rows, total: null };
  const [counted] = await run(countStatement(query, await matchingIds(run, query, query.where, terms)));
  return { rows, total: rowCount.read(counted?.[0]?.[0]) };
}

/** The first rows, in order, that match every term. */
async function findRows(run: Run, query: ListQuery, terms: SearchTerms): Promise<Row[]> {
  const page = async (conditions: Conditions) => (await run(pageStatement(query, conditions)))[0] ?? [];
  const statement = searchStatement(query, terms);
  const isUsual = terms.patterns.length === 1 && query.where.parts.length === 0 && query.isUsualSize;
  const [rows = []] = await run(isUsual ? asPrepared(statement) : statement);
  const indexedCount = rows[0]?.[0] as number;
  if (indexedCount > maxIndexedIds) return page(matching(query.afterCursor, terms, query.match));
  return rows.map((row) => row.slice(2)).filter(([id]) => id !== null);
}

/** The conditions, and the ids that the index finds; where these are too many, the search itself. */
async function matchingIds(run: Run, query: ListQuery, conditions: Conditions, terms: SearchTerms) {
  const [rows = []] = await run(matchingIdsStatement(query, terms));
  if (rows.length > maxIndexedIds) return matching(conditions, terms, query.match);
  const ids = rows.map(([id]) => id);
  return conditions.and((all) => `id = ANY(${all}::uuid[])`, ids);
}

export function toItem<Item>({ columns }: { columns: Record<keyof Item & string, string> }, row: Row): Item {
  const item: Record<string, unknown> = {};
  Object.keys(columns).forEach((name, at) => {
    item[name] = row[at];
  });
  return item as Item;
}
