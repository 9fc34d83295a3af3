import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAs } from '#api/db/tenant.ts';
import { defaultPageSize } from '#contract/limits.ts';
import type { Page } from '#contract/lists.ts';
import { InvalidCursorError, type Order, writeCursor } from './cursor.ts';
import type { ListDefinition, ListRequest } from './definition.ts';
import { kept } from './kept-statement.ts';
import { countStatement, pageStatement, type Reading, toReading } from './reading.ts';
import { countFound, findRows } from './search.ts';
import { type SearchTerms, searchTerms } from './search-terms.ts';

interface Found {
  rows: Row[];
  total: number | null;
}

/** One page of the caller's rows. Its cost does not depend on how many there are: each order has an index. */
export async function listPage<Item, Sort extends string>(
  database: Database,
  caller: Caller,
  definition: ListDefinition<Item, Sort>,
  request: ListRequest<Sort>,
): Promise<Page<Item>> {
  const sort = request.sort ?? definition.defaultSort;
  // product §7: newest first; a column that is asked for, from its beginning.
  const direction = request.direction ?? (request.sort === undefined ? 'desc' : 'asc');
  const order: Order = { list: definition.table, sort, direction, keys: definition.sorts[sort] };
  const limit = request.limit ?? defaultPageSize;
  const reading = toReading(definition, order, request, limit);
  const terms = searchTerms(request.q ?? '', definition.isSearchedById === true);
  const isCounted = request.count !== undefined;

  const { rows, total } = await refusingBadCursors<Found>(() => {
    if (terms === undefined) return readRows(database, caller, reading, isCounted);
    return searchRows(database, caller, reading, terms, isCounted);
  });

  const names = Object.keys(definition.columns);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => toItem<Item>(names, row)),
    nextCursor: last === undefined ? null : writeCursor(order, last.slice(names.length)),
    total,
  };
}

function toItem<Item>(names: string[], row: Row): Item {
  const item: Record<string, unknown> = {};
  names.forEach((name, at) => {
    item[name] = row[at];
  });
  return item as Item;
}

async function readRows(database: Database, caller: Caller, reading: Reading, isCounted: boolean): Promise<Found> {
  const statement = pageStatement(reading, reading.rest);
  const page = reading.isUsualSize ? kept(statement) : statement;
  const count = isCounted ? [countStatement(reading, reading.filter)] : [];
  const [rows = [], counted] = await runAs(database, caller, 'read', page, ...count);
  return { rows, total: (counted?.[0]?.[0] as number | undefined) ?? null };
}

async function searchRows(
  database: Database,
  caller: Caller,
  reading: Reading,
  terms: SearchTerms,
  isCounted: boolean,
): Promise<Found> {
  const run = async (statement: Statement) => (await runAs(database, caller, 'read', statement))[0] ?? [];
  return {
    rows: await findRows(run, reading, terms),
    total: isCounted ? await countFound(run, reading, terms) : null,
  };
}

// What looks like a date or a number may still be none (the 30th of February): class 22 of SQLSTATE.
async function refusingBadCursors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('22') === true)
      throw new InvalidCursorError('The cursor cannot be read.');
    throw error;
  }
}
