import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type RecordKind, isUuid } from './fields.ts';
import { type InvalidRow, invalidRow, type NamedCustomer, type OwnedRow } from './read-rows.ts';

export interface PlannedRow {
  line: number;
  outcome: 'add' | 'change' | 'same';
  /** Its key in the file, for messages. */
  name: string;
  /** Undefined for an import of customers. */
  customer?: NamedCustomer;
  changes: { column: string; from: string | null; to: string | null }[];
  /** Values to write. */
  values: Values;
  /** Id of the invoice that a credit note names. */
  creditsId?: string | undefined;
}

export interface Plan {
  kind: RecordKind;
  rejectsUnknown?: boolean | undefined;
}

/** A status that the portal does not know, and that nobody said to accept. */
export function unknownStatus({ columns }: RecordKind, { status: value }: Values) {
  if (value === undefined || value === null || columns['status']?.codes?.has(value) !== false) return undefined;
  const column = 'status';
  return { column, value, problem: { column, reason: `is "${value}", which is not a known status` } };
}

/** Compares rows with the database. */
export async function planRows(
  client: ClientBase,
  { kind, rejectsUnknown }: Plan,
  rows: OwnedRow[],
): Promise<(PlannedRow | InvalidRow)[]> {
  const nameOf = (values: Values) => `${kind.isKeyUniqueToCustomer ? values['customer_id'] : ''} ${values[kind.key]}`;
  const found = await findRows(
    client,
    kind,
    rows.map(({ values }) => values),
  );
  const existing = new Map(found.map((values) => [nameOf(values), values]));
  const issued = kind.table === 'invoices' ? await findIssued(client, found) : new Set();
  return rows.map(({ line, name, customer, values, creditsId }) => {
    const before = existing.get(nameOf(values));
    if (before !== undefined && before['customer_id'] !== values['customer_id'])
      return invalidRow(line, kind.key, 'belongs to another customer');
    const planned = planRow(values, before);
    const fixed = issued.has(before?.['id'])
      ? planned.changes.find(({ column }) => fixedColumns.has(column))
      : undefined;
    if (fixed !== undefined)
      return invalidRow(line, fixed.column, 'is that of an issued document: only a credit note corrects it');
    const together = kind.check?.({ ...before, ...values });
    // Only what the file changes: what is stored may be unknown.
    const unknown = rejectsUnknown && planned.outcome !== 'same' ? unknownStatus(kind, planned.values) : undefined;
    if (together !== undefined || unknown !== undefined) {
      const problems = [together, unknown?.problem].filter((problem) => problem !== undefined);
      return { line, problems, unknown };
    }
    return { line, name, customer, ...planned, creditsId };
  });
}

// As protect_issued() in api/db/functions/13_money.sql has them.
const fixedColumns = new Set(['number', 'amount', 'created_at', 'credits_invoice_id']);

/** Ids of the invoices that we wrote. */
async function findIssued(client: ClientBase, rows: Values[]): Promise<Set<string | null | undefined>> {
  const { rows: issued } = await client.query<{ id: string }>(
    `SELECT invoice_id AS id FROM invoice_documents WHERE origin = 'written' AND invoice_id = ANY($1::uuid[])`,
    [rows.map(({ id }) => id)],
  );
  return new Set(issued.map(({ id }) => id));
}

export function planRow(
  values: Values,
  before: Values | undefined,
): Pick<PlannedRow, 'outcome' | 'changes' | 'values'> {
  if (before === undefined) return { outcome: 'add', changes: [], values };
  const changes = Object.entries(values)
    .filter(([column, to]) => before[column] !== to)
    .map(([column, to]) => ({ column, from: before[column] ?? null, to }));
  const changed = Object.fromEntries(changes.map(({ column, to }) => [column, to]));
  return {
    outcome: changes.length === 0 ? 'same' : 'change',
    changes,
    values: { ...changed, id: before['id'] ?? null },
  };
}

interface Known {
  /** The number in lower case, as the database compares it. */
  key: string;
  /** Id of the customer's invoice with this number. */
  holder: string | null;
  /** Another customer has an invoice with this number. */
  isTaken: boolean;
}

/**
 * Assigns each row its id and the values that must be unique within the file. An invoice is identified by its number,
 * ignoring case, or by its UUID. An `id` that is not a UUID is the number.
 */
export async function identifyInvoices(client: ClientBase, rows: OwnedRow[]): Promise<(OwnedRow | InvalidRow)[]> {
  const named = rows.map((row) => ({ ...row, ...namesOf(row.values) }));
  const known = await lookUp(client, named);
  return named.map(({ line, name, customer, values, id, number, column, conflict }, at) => {
    if (conflict !== undefined) return invalidRow(line, 'number', conflict);
    const { key, holder, isTaken } = known[at] ?? { key: '', holder: null, isTaken: false };
    if (number === undefined || number === null) {
      const unique = [{ column: 'id', value: id ?? '' }];
      return { line, name, customer, values: { ...values, id: id ?? null }, unique };
    }
    if (id !== undefined && holder !== null && holder !== id) {
      const reason = `is "${number}", the number of another invoice of this customer (${holder})`;
      return invalidRow(line, 'number', reason);
    }
    if (holder === null && isTaken)
      return invalidRow(line, 'number', `is "${number}", the number of an invoice of another customer`);
    const own = id ?? holder ?? randomUUID();
    const unique = [
      // Two customers may share a number that both had before numbers were the seller's.
      ...(holder === null ? [{ column, value: key }] : []),
      // Once its batch is written, a new number has a holder, too.
      { column, value: `${values['customer_id']} ${key}` },
      // Nobody else has one that was made up here.
      ...(id === undefined && holder === null ? [] : [{ column: 'id', value: own }]),
    ];
    return { line, name, customer, values: { ...values, id: own, number }, unique };
  });
}

interface Names {
  /** A UUID. */
  id?: string;
  number: string | null | undefined;
  /** The column that holds the number. */
  column: string;
  conflict?: string | undefined;
}

function namesOf({ id: cell, number }: OwnedRow['values']): Names {
  if (cell === undefined || cell === null) return { number, column: 'number' };
  if (isUuid(cell)) return { id: cell, number, column: 'number' };
  const conflict =
    number !== undefined && number !== null && number !== cell
      ? `is "${number}", but id is "${cell}": an id that is not a UUID is used as the number`
      : undefined;
  return { number: cell, column: 'id', conflict };
}

async function lookUp(client: ClientBase, rows: { values: OwnedRow['values']; number: string | null | undefined }[]) {
  const { rows: known } = await client.query<Known>(
    `SELECT lower(imported.number) AS key,
      (array_agg(existing.id) FILTER (WHERE existing.customer_id = imported.customer_id))[1] AS holder,
      coalesce(bool_or(existing.customer_id <> imported.customer_id), false) AS "isTaken"
    FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS imported (customer_id, number, at)
    LEFT JOIN invoices AS existing ON existing.number_key = lower(imported.number)
    GROUP BY imported.number, at ORDER BY at`,
    [rows.map(({ values }) => values['customer_id']), rows.map(({ number }) => number ?? null)],
  );
  return known;
}

export type Values = Record<string, string | null>;

const timestamps = new Set(['created_at']);
// In the format of `timestamp` in ./fields.ts, so that values can be compared.
const asText = (column: string, expression = column) =>
  timestamps.has(column)
    ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS ${column}`
    : `${expression}::text AS ${column}`;

/** Existing rows with these keys. */
export async function findRows(client: ClientBase, kind: RecordKind, wanted: Values[]): Promise<Values[]> {
  const { table, key, isKeyUniqueToCustomer, columns } = kind;
  const selected = [...new Set(['id', 'customer_id', ...Object.keys(columns)])]
    .map((column) => asText(column, columns[column]?.read))
    .join(', ');
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

/** One statement for all rows with the same columns; the database casts the texts. */
export async function insertRows(client: ClientBase, table: string, rows: Values[]): Promise<void> {
  for (const [names, alike] of byColumns(rows)) {
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(alike)],
    );
  }
}

/** Each row contains its id and the columns to change. */
export async function updateRows(client: ClientBase, table: string, rows: Values[]): Promise<void> {
  for (const [names, alike] of byColumns(rows)) {
    const changes = names.split(', ').filter((name) => name !== 'id');
    await client.query(
      `UPDATE ${table} SET ${changes.map((name) => `${name} = imported.${name}`).join(', ')}
      FROM json_populate_recordset(NULL::${table}, $1::json) AS imported WHERE ${table}.id = imported.id`,
      [JSON.stringify(alike)],
    );
  }
}

function byColumns(rows: Values[]): Map<string, Values[]> {
  return Map.groupBy(rows, (row) => Object.keys(row).toSorted().join(', '));
}
