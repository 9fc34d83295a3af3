import type { Row } from './batch.ts';

// The batch returns rows as arrays. Here a query names its columns with their types, in one place for the select list and for
// the object that is read: a column that is added, moved or has another type fails, instead of ending up in another field.

/** A column of a query: an expression, and how its values are read. */
export interface Column<Value> {
  sql: string;
  read: (value: unknown) => Value;
}

const column = <Value>(sql: string, is: (value: unknown) => value is Value): Column<Value> => ({
  sql,
  read: (value) => {
    if (!is(value)) throw new TypeError(`The column ${sql} has an unexpected value of type ${typeof value}.`);
    return value;
  },
});

const isText = (value: unknown) => typeof value === 'string';
const isOneOf =
  <const Values extends readonly string[]>(values: Values) =>
  (value: unknown): value is Values[number] =>
    values.some((one) => one === value);

/** A text, an id, a day, a time or an amount. */
export const text = (sql: string) => column(sql, isText);
export const integer = (sql: string) => column(sql, (value) => typeof value === 'number');
export const flag = (sql: string) => column(sql, (value) => typeof value === 'boolean');
export const oneOf = <const Values extends readonly string[]>(sql: string, values: Values) =>
  column(sql, isOneOf(values));
export const listOf = <const Values extends readonly string[]>(sql: string, values: Values) => {
  const isKnown = isOneOf(values);
  return column(sql, (value): value is Values[number][] => Array.isArray(value) && value.every(isKnown));
};
export const texts = (sql: string) =>
  column(sql, (value): value is string[] => Array.isArray(value) && value.every(isText));
/** `schema`: of zod. */
export const json = <Value>(sql: string, schema: { parse(value: unknown): Value }): Column<Value> => ({
  sql,
  read: (value) => schema.parse(value),
});
export const nullable = <Value>({ sql, read }: Column<Value>): Column<Value | null> => ({
  sql,
  read: (value) => (value === null ? null : read(value)),
});

type Read<Given> = { [Name in keyof Given]: Given[Name] extends Column<infer Value> ? Value : never };

export interface Columns<Item> {
  /** The select list. */
  sql: string;
  count: number;
  read(row: Row): Item;
  all(rows: Row[] | undefined): Item[];
  /** Undefined where there is no row. */
  first(rows: Row[] | undefined): Item | undefined;
}

export function columns<Given extends Record<string, Column<unknown>>>(given: Given): Columns<Read<Given>> {
  const named = Object.entries(given);
  const read = (row: Row) => {
    const item: Record<string, unknown> = {};
    for (const [at, [name, one]] of named.entries()) item[name] = one.read(row[at]);
    return item as Read<Given>;
  };
  return {
    sql: named.map(([, { sql }]) => sql).join(', '),
    count: named.length,
    read,
    all: (rows = []) => rows.map(read),
    first: (rows) => (rows?.[0] === undefined ? undefined : read(rows[0])),
  };
}
