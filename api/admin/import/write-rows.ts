import type { ClientBase } from 'pg';
import type { RecordKind } from './record-kinds.ts';

export type Values = Record<string, string | null>;

const moments = new Set(['created_at']);
// As ./fields.ts writes a moment, so that the two can be compared.
const asText = (column: string) =>
  moments.has(column)
    ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`
    : `${column}::text AS ${column}`;

/** The rows that are there under these keys. */
export async function findRows(client: ClientBase, kind: RecordKind, wanted: Values[]): Promise<Values[]> {
  const { table, key, isKeyUniqueToCustomer, columns } = kind;
  const selected = [...new Set(['id', 'customer_id', ...Object.keys(columns)])].map(asText).join(', ');
  const keys = wanted.map((values) => values[key]);
  if (!isKeyUniqueToCustomer) {
    const type = key === 'id' ? 'uuid' : 'text';
    const { rows } = await client.query<Values>(`SELECT ${selected} FROM ${table} WHERE ${key} = ANY($1::${type}[])`, [
      keys,
    ]);
    return rows;
  }
  const { rows } = await client.query<Values>(
    `SELECT ${selected} FROM ${table} WHERE (customer_id, ${key}) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
    [wanted.map((values) => values['customer_id']), keys],
  );
  return rows;
}

/** One statement for all rows that give the same columns; the database casts the texts to its own types. */
export async function insertRows(client: ClientBase, table: string, rows: Values[]): Promise<void> {
  for (const [names, alike] of byColumns(rows)) {
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(alike)],
    );
  }
}

/** Each row holds its id and what is to change. */
export async function updateRows(client: ClientBase, table: string, rows: Values[]): Promise<void> {
  for (const [names, alike] of byColumns(rows)) {
    const changes = names.split(', ').filter((name) => name !== 'id');
    await client.query(
      `UPDATE ${table} SET ${changes.map((name) => `${name} = given.${name}`).join(', ')}
      FROM json_populate_recordset(NULL::${table}, $1::json) AS given WHERE ${table}.id = given.id`,
      [JSON.stringify(alike)],
    );
  }
}

function byColumns(rows: Values[]): Map<string, Values[]> {
  return Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(', '));
}
