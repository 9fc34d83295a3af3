import type { Statement } from '#api/db/tenant.ts';
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
  /** Which rows the filters leave. */
  filter: Conditions;
  /** Which of these come after the page before. */
  rest: Conditions;
}

export function toReading<Item, Sort extends string>(
  { table, columns }: ListDefinition<Item, Sort>,
  order: Order,
  { status, cursor }: ListRequest<Sort>,
  limit: number,
): Reading {
  const filter = new Conditions().status(status);
  const keys = order.keys.map(({ column }, at) => `${column}::text AS key_${at}`);
  return {
    table,
    columns: [...Object.values<string>(columns), ...keys].join(', '),
    orderBy: order.keys.map(({ column }) => `${column} ${order.direction}`).join(', '),
    take: limit + 1,
    filter,
    rest: filter.after(cursor === undefined ? undefined : readCursor(cursor, order), order),
  };
}

export const pageStatement = ({ table, columns, orderBy, take }: Reading, conditions: Conditions): Statement => ({
  text: `SELECT ${columns} FROM ${table}${conditions.where()} ORDER BY ${orderBy} LIMIT ${take}`,
  values: [...conditions.values],
});

export const countStatement = ({ table }: Reading, conditions: Conditions): Statement => ({
  text: `SELECT count(*)::integer FROM ${table}${conditions.where()}`,
  values: [...conditions.values],
});
