import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { advisoryLocks } from '#api/db/advisory-locks.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { Rollback } from '#api/db/transaction.ts';
import { customerFinder } from './customer-finder.ts';
import { BadValue } from './fields.ts';
import { identifyInvoices } from './identify-invoices.ts';
import { planRows, type PlannedRow } from './plan-rows.ts';
import { readCsv } from './read-csv.ts';
import type { RecordKind } from './record-kinds.ts';
import { type BadRow, isBad, type OwnedRow, type ReadRow, rowReader } from './row-reader.ts';
import { insertRows, updateRows } from './write-rows.ts';

export interface ImportRequest {
  kind: RecordKind;
  file: string;
  /** Whose rows they are, where the rows do not say it. */
  customer: string | undefined;
  /** How the file writes amounts and days. */
  locale?: 'fr' | undefined;
  isDryRun: boolean;
  onRow: (row: PlannedRow | BadRow) => void;
  onBytes: (bytes: number) => void;
}

export interface ImportSummary {
  add: number;
  change: number;
  same: number;
  bad: number;
  /** New invoices without a day of issue, if there are any: they are entered as issued now. */
  undated?: number;
}

const batch = 500;

/** All rows or none: a single bad one, or a dry run, undoes the rest. To be called inside a transaction. */
export async function importRecords(
  client: ClientBase,
  request: ImportRequest,
): Promise<ImportSummary | Rollback<ImportSummary>> {
  const { kind, file, isDryRun, onRow, onBytes } = request;
  // Two imports at once could both find the same row missing.
  await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.import]);
  const summary: ImportSummary = { add: 0, change: 0, same: 0, bad: 0 };
  const own = await owner(client, request);
  const seen = new Map<string, number>();
  let read: ReturnType<typeof rowReader> | undefined;
  let waiting: (OwnedRow | BadRow)[] = [];

  const tell = (row: PlannedRow | BadRow) => {
    summary[isBad(row) ? 'bad' : row.outcome] += 1;
    if (kind.table === 'invoices' && !isBad(row) && row.outcome === 'add' && row.values['created_at'] === undefined)
      summary.undated = (summary.undated ?? 0) + 1;
    onRow(row);
  };
  const flush = async () => {
    const known = (await identified(client, kind, waiting)).map((row) => onlyOnce(seen, kind, row));
    const written = await writeBatch(client, kind, known.filter(isGood));
    for (const row of [...known.filter(isBad), ...written].toSorted((a, b) => a.line - b.line)) tell(row);
    waiting = [];
  };
  for await (const row of readCsv(file, onBytes)) {
    if (read === undefined) {
      const customerFrom = request.customer === undefined ? 'column' : 'option';
      read = rowReader(file, row, { ...kind, customerFrom, locale: request.locale });
      continue;
    }
    const given = read(row);
    waiting.push(isBad(given) ? given : await own.give(given));
    if (waiting.length === batch) await flush();
  }
  if (read === undefined) throw new OperatorError(`The file ${file} is empty: its first line must name the columns.`);
  await flush();
  if (isDryRun || summary.bad > 0) return new Rollback(summary);
  await recordOperatorEvent(client, {
    event: 'records.imported',
    customer: own.customerId,
    details: { list: kind.table, added: summary.add, changed: summary.change },
  });
  return summary;
}

/** Gives a row its customer, and what follows from it. */
async function owner(client: ClientBase, { kind, customer }: ImportRequest) {
  const find = customerFinder(client);
  const ofAll = customer === undefined ? undefined : await find(customer).catch(asPlainStop);
  const give = async ({ line, customer: named, values }: ReadRow): Promise<OwnedRow | BadRow> => {
    try {
      const customerId = named === undefined ? ofAll : await find(named);
      if (customerId === undefined) throw new BadValue('is empty');
      if (ofAll !== undefined && customerId !== ofAll) throw new BadValue('is another customer than --customer names');
      const column = [kind.key, ...(kind.oneOf ?? [])].find((one) => (values[one] ?? null) !== null);
      return { line, name: values[column ?? ''] ?? '', values: { ...values, customer_id: customerId } };
    } catch (error) {
      if (error instanceof BadValue) return { line, column: 'customer', reason: error.message };
      throw error;
    }
  };
  return { give, customerId: ofAll };
}

const asPlainStop = (error: unknown) => {
  throw error instanceof BadValue
    ? new OperatorError(`--customer ${error.message}: see npm run portal -- customers list.`)
    : error;
};

const isGood = (row: OwnedRow | BadRow): row is OwnedRow => !isBad(row);

/** The same rows in the same order, each with its key. */
async function identified(client: ClientBase, { table }: RecordKind, rows: (OwnedRow | BadRow)[]) {
  if (table !== 'invoices') return rows;
  const found = await identifyInvoices(client, rows.filter(isGood));
  return rows.map((row) => (isBad(row) ? row : (found.shift() ?? row)));
}

function onlyOnce(
  seen: Map<string, number>,
  { key, isKeyUniqueToCustomer }: RecordKind,
  row: OwnedRow | BadRow,
): OwnedRow | BadRow {
  if (isBad(row)) return row;
  const customer = isKeyUniqueToCustomer ? row.values['customer_id'] : '';
  const unique = row.unique ?? [{ column: key, value: `${customer} ${row.values[key]}` }];
  for (const { column, value } of unique) {
    const before = seen.get(value);
    if (before !== undefined) return { line: row.line, column, reason: `is the same as on line ${before}` };
  }
  unique.forEach(({ value }) => seen.set(value, row.line));
  return row;
}

/** What the database itself refuses is looked for row by row, so that the row can be named. */
async function writeBatch(client: ClientBase, kind: RecordKind, rows: OwnedRow[]): Promise<(PlannedRow | BadRow)[]> {
  if (rows.length === 0) return [];
  const planned = await planRows(client, kind, rows);
  const good = planned.filter((row): row is PlannedRow => !isBad(row));
  await client.query('SAVEPOINT rows');
  try {
    await write(client, kind, good);
    await client.query('RELEASE rows');
    return planned;
  } catch (error) {
    await client.query('ROLLBACK TO rows');
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (!/^2[23]/.test(code ?? '')) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      return [{ line: only.line, column: '', reason: `is refused by the database (${constraint ?? code})` }];
    }
    const results: (PlannedRow | BadRow)[] = [];
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
