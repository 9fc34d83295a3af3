import type { ClientBase } from 'pg';
import { Rollback, advisoryLocks } from '#api/db/transaction.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { InvalidValueError, type RecordKind } from './fields.ts';
import { identifyInvoices, insertRows, type PlannedRow, planRows, updateRows } from './plan-rows.ts';
import {
  type InvalidRow,
  type OwnedRow,
  type ReadRow,
  createCustomerLookup,
  createRowReader,
  isInvalid,
  readCsv,
} from './read-rows.ts';

export interface ImportRequest {
  kind: RecordKind;
  file: string;
  /** The content of the file, where it is not on the disk. */
  bytes?: Buffer;
  /** Customer of all rows, if the file has no such column. */
  customer: string | undefined;
  /** Notation of amounts and dates. */
  locale?: 'fr' | undefined;
  isDryRun: boolean;
  onRow: (row: PlannedRow | InvalidRow) => void;
  onBytes: (bytes: number) => void;
  /** Default: of the operator. */
  recordEvent?: (client: ClientBase, event: ImportEvent) => Promise<void>;
}

export interface ImportEvent {
  event: 'records.imported';
  customer: string | undefined;
  details: Record<string, string | number>;
}

export interface ImportSummary {
  add: number;
  change: number;
  same: number;
  bad: number;
  /** New invoices without a date of issue: they count as issued now. */
  undated?: number;
}

const batchSize = 500;

/** All rows or none: an invalid row or a dry run rolls everything back. Call it in a transaction. */
export async function importRecords(
  client: ClientBase,
  request: ImportRequest,
): Promise<ImportSummary | Rollback<ImportSummary>> {
  const { kind, file, bytes, isDryRun, onRow, onBytes, recordEvent = recordOperatorEvent } = request;
  // Two imports at once could both find the same row missing.
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.import]);
  const summary: ImportSummary = { add: 0, change: 0, same: 0, bad: 0 };
  const assignment = await createAssignment(client, request);
  const seen = new Map<string, number>();
  let read: ReturnType<typeof createRowReader> | undefined;
  let pending: (OwnedRow | InvalidRow)[] = [];

  const report = (row: PlannedRow | InvalidRow) => {
    summary[isInvalid(row) ? 'bad' : row.outcome] += 1;
    if (kind.table === 'invoices' && !isInvalid(row) && row.outcome === 'add' && row.values['created_at'] === undefined)
      summary.undated = (summary.undated ?? 0) + 1;
    onRow(row);
  };
  const flush = async () => {
    const identified = (await identifyRows(client, kind, pending)).map((row) => rejectDuplicate(seen, kind, row));
    const written = await writeBatch(client, kind, identified.filter(isValid));
    for (const row of [...identified.filter(isInvalid), ...written].toSorted((a, b) => a.line - b.line)) report(row);
    pending = [];
  };
  for await (const row of readCsv(file, onBytes, bytes)) {
    if (read === undefined) {
      const customerFrom = request.customer === undefined ? 'column' : 'option';
      read = createRowReader(file, row, { ...kind, customerFrom, locale: request.locale });
      continue;
    }
    const parsed = read(row);
    pending.push(isInvalid(parsed) ? parsed : await assignment.assign(parsed));
    if (pending.length === batchSize) await flush();
  }
  if (read === undefined)
    throw new OperatorError(`The file ${file} is empty: its first line must contain the column names.`);
  await flush();
  if (isDryRun || summary.bad > 0) return new Rollback(summary);
  await recordEvent(client, {
    event: 'records.imported',
    customer: assignment.customerId,
    details: { list: kind.table, added: summary.add, changed: summary.change },
  });
  return summary;
}

/** Assigns rows to their customers. */
async function createAssignment(client: ClientBase, { kind, customer }: ImportRequest) {
  const find = createCustomerLookup(client);
  const commonId = customer === undefined ? undefined : await find(customer).catch(throwOperatorError);
  const assign = async ({ line, customer: named, values }: ReadRow): Promise<OwnedRow | InvalidRow> => {
    try {
      const customerId = named === undefined ? commonId : await find(named);
      if (customerId === undefined) throw new InvalidValueError('is empty');
      if (commonId !== undefined && customerId !== commonId)
        throw new InvalidValueError('is not the customer of --customer');
      const column = [kind.key, ...(kind.oneOf ?? [])].find((one) => (values[one] ?? null) !== null);
      return { line, name: values[column ?? ''] ?? '', values: { ...values, customer_id: customerId } };
    } catch (error) {
      if (error instanceof InvalidValueError) return { line, column: 'customer', reason: error.message };
      throw error;
    }
  };
  return { assign, customerId: commonId };
}

const throwOperatorError = (error: unknown) => {
  throw error instanceof InvalidValueError
    ? new OperatorError(`--customer ${error.message}: see npm run portal -- customers list.`)
    : error;
};

const isValid = (row: OwnedRow | InvalidRow): row is OwnedRow => !isInvalid(row);

async function identifyRows(client: ClientBase, { table }: RecordKind, rows: (OwnedRow | InvalidRow)[]) {
  if (table !== 'invoices') return rows;
  const found = await identifyInvoices(client, rows.filter(isValid));
  return rows.map((row) => (isInvalid(row) ? row : (found.shift() ?? row)));
}

function rejectDuplicate(
  seen: Map<string, number>,
  { key, isKeyUniqueToCustomer }: RecordKind,
  row: OwnedRow | InvalidRow,
): OwnedRow | InvalidRow {
  if (isInvalid(row)) return row;
  const customer = isKeyUniqueToCustomer ? row.values['customer_id'] : '';
  const unique = row.unique ?? [{ column: key, value: `${customer} ${row.values[key]}` }];
  for (const { column, value } of unique) {
    const before = seen.get(value);
    if (before !== undefined) return { line: row.line, column, reason: `is the same as on line ${before}` };
  }
  unique.forEach(({ value }) => seen.set(value, row.line));
  return row;
}

/** If the database rejects the batch, each row is tried alone, to find the invalid ones. */
async function writeBatch(
  client: ClientBase,
  kind: RecordKind,
  rows: OwnedRow[],
): Promise<(PlannedRow | InvalidRow)[]> {
  if (rows.length === 0) return [];
  const planned = await planRows(client, kind, rows);
  const valid = planned.filter((row): row is PlannedRow => !isInvalid(row));
  await client.query('SAVEPOINT rows');
  try {
    await write(client, kind, valid);
    await client.query('RELEASE rows');
    return planned;
  } catch (error) {
    await client.query('ROLLBACK TO rows');
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (!/^2[23]/.test(code ?? '')) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      return [{ line: only.line, column: '', reason: `is rejected by the database (${constraint ?? code})` }];
    }
    const results: (PlannedRow | InvalidRow)[] = [];
    for (const row of rows) results.push(...(await writeBatch(client, kind, [row])));
    return results;
  }
}

async function write(client: ClientBase, { table }: RecordKind, planned: PlannedRow[]): Promise<void> {
  await insertRows(
    client,
    table,
    planned.filter(({ outcome }) => outcome === 'add').map(({ values }) => values),
  );
  await updateRows(
    client,
    table,
    planned.filter(({ outcome }) => outcome === 'change').map(({ values }) => values),
  );
}
