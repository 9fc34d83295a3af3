import type { Statement } from '#api/db/batch.ts';
import { defaultPageSize } from '#contract/limits.ts';
import { Conditions } from './conditions.ts';
import { type Order, readCursor } from './cursor.ts';
import type { ListDefinition, ListRequest } from './definition.ts';

/** What is asked of a list, in the words of the database. */
export interface Reading {
  table: string;
  /** The item's columns, then the keys of the order as text. */
  columns: string;
  orderBy: string;
  /** One more row than the page holds, to know whether another page follows. */
  take: number;
  /** Asked for so often that its statements may be kept prepared. */
  isUsualSize: boolean;
  /** How many rows to pass over. They cost little each, but they cost: next pages are asked for by cursor. */
  skip: number;
  /** Which rows the filters leave. */
  filter: Conditions;
  /** Which of these come after the page before. */
  rest: Conditions;
}

const usualSizes = new Set([defaultPageSize, 100, 200, 500]);

export function toReading<Item, Sort extends string>(
  { table, columns }: ListDefinition<Item, Sort>,
  order: Order,
  { status, cursor, skip = 0 }: ListRequest<Sort>,
  limit: number,
): Reading {
  const filter = new Conditions().status(status);
  const keys = order.keys.map(({ column }, at) => `${column}::text AS key_${at}`);
  return {
    table,
    columns: [...Object.values<string>(columns), ...keys].join(', '),
    orderBy: order.keys.map(({ column }) => `${column} ${order.direction}`).join(', '),
    take: limit + 1,
    isUsualSize: usualSizes.has(limit),
    skip,
    filter,
    rest: filter.after(cursor === undefined ? undefined : readCursor(cursor, order), order),
  };
}

export function pageStatement({ table, columns, orderBy, take, skip }: Reading, conditions: Conditions): Statement {
  const page = `SELECT ${columns} FROM ${table}${conditions.where()} ORDER BY ${orderBy} LIMIT ${take}`;
  if (skip === 0) return { text: page, values: [...conditions.values] };
  // As a value: every distance is then the same statement.
  return { text: `${page} OFFSET $${conditions.values.length + 1}`, values: [...conditions.values, skip] };
}

export const countStatement = ({ table }: Reading, conditions: Conditions): Statement => ({
  text: `SELECT count(*)::integer FROM ${table}${conditions.where()}`,
  values: [...conditions.values],
});
