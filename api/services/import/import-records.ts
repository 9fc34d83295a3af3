import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { lockClasses } from '#api/db/lock-classes.ts';
import { Rollback } from '#api/db/transaction.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { isStorable } from '#contract/fields.ts';
import { createCreditLinks, storedValues } from './credit-notes.ts';
import { InvalidValueError, notStorable, type RecordKind } from './fields.ts';
import {
  identifyInvoices,
  insertRows,
  type Plan,
  type PlannedRow,
  planRows,
  unknownStatus,
  updateRows,
} from './plan-rows.ts';
import {
  type CsvRow,
  type InvalidRow,
  invalidRow,
  type NamedCustomer,
  type OwnedRow,
  type ReadRow,
  createCustomerLookup,
  createRowReader,
  isInvalid,
  readCsv,
} from './read-rows.ts';
import { createSeenLines, type SeenLines } from './seen-lines.ts';
import { program } from '#api/lib/program.ts';

export interface ImportRequest {
  kind: RecordKind;
  file: string;
  /** The rows of the file, header first, where they have been read. */
  rows?: readonly CsvRow[];
  /** Customer of all rows, if the file has no such column. */
  customer: string | undefined;
  /** Notation of amounts and dates. */
  locale?: 'fr' | undefined;
  /** Whether a status that the portal does not know is rejected, or stored as it is. */
  rejectsUnknown?: boolean;
  isDryRun: boolean;
  onRow: (row: PlannedRow | InvalidRow) => void;
  onBytes: (bytes: number) => void;
  /** Default: waits for a short import, and fails while a long one runs. */
  lock?: (client: ClientBase) => Promise<void>;
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
  /** New values that the portal does not know, such as a mistyped status, by column and value. */
  unknown?: { column: string; value: string; rows: number }[];
}

const batchSize = 5000;
/** Rows in memory are read at once: requests are served in between. */
const rowsAtOnce = 1000;

// A batch reads the table at most once. Statistics cannot be relied on: after the import of one row they call the table
// small and every customer unique, and a nested loop would read the customer's rows once per row of the batch. A few rows, such
// as the one of a request, are found by their index instead: reading the whole table for them would take longer with each invoice.
const setNestedLoops = (rows: number) => `SET LOCAL enable_nestloop = ${rows > 100 ? 'off' : 'on'}`;

/**
 * All rows or none: an invalid row or a dry run rolls everything back. Call it in a transaction. The file is read twice: rows
 * that are invalid by themselves are reported before the first one is written, and then none is.
 */
export async function importRecords(
  client: ClientBase,
  request: ImportRequest,
): Promise<ImportSummary | Rollback<ImportSummary>> {
  const { kind, file, rejectsUnknown, isDryRun, onRow, onBytes, recordEvent = recordOperatorEvent } = request;
  await (request.lock ?? lockImports)(client);
  const summary: ImportSummary = { add: 0, change: 0, same: 0, bad: 0 };
  const assignment = await createAssignment(client, request);
  const seen = createSeenLines();
  const unknown = new Map<string, UnknownValue>();

  const report = (row: PlannedRow | InvalidRow) => {
    summary[isInvalid(row) ? 'bad' : row.outcome] += 1;
    countUnknown(unknown, kind, row);
    if (kind.table === 'invoices' && !isInvalid(row) && row.outcome === 'add' && row.values['created_at'] === undefined)
      summary.undated = (summary.undated ?? 0) + 1;
    onRow(row);
  };
  const rows = async function* (progress: (bytes: number) => void): AsyncGenerator<OwnedRow | InvalidRow> {
    let read: ReturnType<typeof createRowReader> | undefined;
    let count = 0;
    for await (const row of request.rows ?? readCsv(file, progress)) {
      if ((count += 1) % rowsAtOnce === 0) await setImmediate();
      if (read === undefined) {
        const customerFrom = request.customer === undefined ? 'column' : 'option';
        read = createRowReader(file, row, { ...kind, customerFrom, locale: request.locale });
        continue;
      }
      yield assignment.assign(read(row));
    }
    if (read === undefined)
      throw new OperatorError(`The file ${file} is empty: its first line must contain the column names.`);
  };
  for await (const row of rows(() => undefined)) if (isInvalid(row)) report(row);
  const plan: Plan = { kind, rejectsUnknown };
  const process = summary.bad === 0 ? writeBatch : planRows;
  const linkCredits = createCreditLinks({ isWritten: process === writeBatch });
  const credits: string[] = [];
  let pending: OwnedRow[] = [];
  const flush = async () => {
    await client.query(setNestedLoops(pending.length));
    const owners = new Map(pending.map(({ line, customer }) => [line, customer]));
    const identified = (await identifyRows(client, kind, pending)).map((row) => rejectDuplicate(seen, kind, row));
    const linked = kind.table === 'invoices' ? await linkCredits(client, identified) : identified;
    const processed = await process(client, plan, linked.filter(isValid));
    for (const row of linked) if (isValid(row) && row.creditsId !== undefined) credits.push(row.values['id'] ?? '');
    for (const row of [...linked.filter(isInvalid), ...processed].toSorted((a, b) => a.line - b.line))
      report(isInvalid(row) ? { ...row, customer: owners.get(row.line) } : row);
    pending = [];
  };
  for await (const row of rows(onBytes)) {
    if (!isInvalid(row)) pending.push(row);
    if (pending.length === batchSize) await flush();
  }
  await flush();
  if (unknown.size > 0) summary.unknown = [...unknown.values()];
  if (isDryRun || summary.bad > 0) return new Rollback(summary);
  const apply = recordEvent === recordOperatorEvent ? 'apply_credit_notes_as_operator' : 'apply_credit_notes';
  if (credits.length > 0) await client.query(`SELECT ${apply}($1::uuid[])`, [credits]);
  await recordEvent(client, {
    event: 'records.imported',
    customer: assignment.customerId,
    details: { list: kind.table, added: summary.add, changed: summary.change },
  });
  return summary;
}

const lockAttempts = 20;
const lockIntervalMs = 250;

/** Two imports at once could both find the same row missing. A short one, such as a preview, is waited for. */
export async function lockImports(client: ClientBase): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
      lockClasses.import,
    ]);
    if (rows[0]?.free === true) return;
    await setTimeout(lockIntervalMs);
  }
  throw new OperatorError(`Another import is running (${await describeRunning(client)}). Try again when it has ended.`);
}

/**
 * For one record: two requests with the same number happen one after the other, as both could find it missing, and none during an import.
 * Other records are not waited for.
 */
export async function lockRecord(client: ClientBase, list: string, number: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '20s'`);
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lockClasses.import]);
  await client.query(`SELECT pg_advisory_xact_lock(lock_class('record_numbers'), hashtext($1))`, [
    `${list} ${number.toLowerCase()}`,
  ]);
}

async function describeRunning(client: ClientBase): Promise<string> {
  // A login sees since when its other sessions run; portal_operator does not. The transaction ends with the error.
  await client.query('SET LOCAL ROLE NONE');
  const { rows } = await client.query<{ running: string }>(
    `SELECT concat('PostgreSQL process ', pid, to_char(xact_start AT TIME ZONE 'UTC', '", since "HH24:MI" UTC"')) AS running
    FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1::bigint::oid
      AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockClasses.import],
  );
  return rows[0]?.running ?? 'it has just ended';
}

type UnknownValue = NonNullable<ImportSummary['unknown']>[number];

const maxUnknownValues = 20;

/** Counts new values of the columns whose codes the portal knows. */
function countUnknown(counts: Map<string, UnknownValue>, { columns }: RecordKind, row: PlannedRow | InvalidRow) {
  const count = (column: string, value: string) => {
    const key = `${column} ${value}`;
    const rows = (counts.get(key)?.rows ?? 0) + 1;
    if (rows > 1 || counts.size < maxUnknownValues) counts.set(key, { column, value, rows });
  };
  if (isInvalid(row)) {
    if (row.unknown !== undefined) count(row.unknown.column, row.unknown.value);
  } else if (row.outcome !== 'same')
    for (const [column, value] of Object.entries(row.values)) {
      const codes = columns[column]?.codes;
      if (codes !== undefined && value !== null && !codes.has(value)) count(column, value);
    }
}

/** Assigns rows to their customers. */
async function createAssignment(client: ClientBase, { kind, customer, rejectsUnknown }: ImportRequest) {
  const find = createCustomerLookup(client);
  const common = customer === undefined ? undefined : await find(customer).catch(throwOperatorError);
  const ownerOf = async (named: string | undefined): Promise<NamedCustomer | InvalidValueError> => {
    if (named !== undefined && !isStorable(named)) return new InvalidValueError(notStorable);
    try {
      const owner = named === undefined ? common : await find(named);
      if (owner === undefined) return new InvalidValueError('is empty');
      if (common !== undefined && owner.id !== common.id)
        return new InvalidValueError('is not the customer of --customer');
      return owner;
    } catch (error) {
      if (error instanceof InvalidValueError) return error;
      throw error;
    }
  };
  const assign = async ({ line, customer: named, values, problems }: ReadRow): Promise<OwnedRow | InvalidRow> => {
    if (problems.some(({ column }) => column === '')) return { line, problems };
    const owner = await ownerOf(named);
    const isUnowned = owner instanceof InvalidValueError;
    if (isUnowned) problems.unshift({ column: 'customer', reason: owner.message });
    if (isUnowned || problems.length > 0) {
      // What else is wrong: the row is rejected in any case.
      const unknown = rejectsUnknown ? unknownStatus(kind, values) : undefined;
      const together = kind.check?.(values);
      if (unknown !== undefined) problems.push(unknown.problem);
      if (together !== undefined) problems.push(together);
      return { line, problems, customer: isUnowned ? undefined : owner, unknown };
    }
    const column = [kind.key, ...(kind.oneOf ?? [])].find((one) => (values[one] ?? null) !== null);
    return { line, name: values[column ?? ''] ?? '', customer: owner, values: { ...values, customer_id: owner.id } };
  };
  return { assign, customerId: common?.id };
}

const throwOperatorError = (error: unknown) => {
  throw error instanceof InvalidValueError
    ? new OperatorError(`--customer ${error.message}: see ${program} customers list.`)
    : error;
};

const isValid = (row: OwnedRow | InvalidRow): row is OwnedRow => !isInvalid(row);

async function identifyRows(client: ClientBase, { table }: RecordKind, rows: OwnedRow[]) {
  return table === 'invoices' ? identifyInvoices(client, rows) : rows;
}

function rejectDuplicate(
  seen: SeenLines,
  { key, isKeyUniqueToCustomer }: RecordKind,
  row: OwnedRow | InvalidRow,
): OwnedRow | InvalidRow {
  if (isInvalid(row)) return row;
  const customer = isKeyUniqueToCustomer ? row.values['customer_id'] : '';
  const unique = row.unique ?? [{ column: key, value: `${customer} ${row.values[key]}` }];
  for (const { column, value } of unique) {
    const before = seen.get(value);
    if (before !== undefined) return invalidRow(row.line, column, `is the same as on line ${before}`);
  }
  unique.forEach(({ value }) => seen.add(value, row.line));
  return row;
}

/** If the database rejects the batch, each row is tried alone, to find the invalid ones. */
async function writeBatch(client: ClientBase, plan: Plan, rows: OwnedRow[]): Promise<(PlannedRow | InvalidRow)[]> {
  if (rows.length === 0) return [];
  const planned = await planRows(client, plan, rows);
  const valid = planned.filter((row): row is PlannedRow => !isInvalid(row));
  await client.query('SAVEPOINT rows');
  try {
    await write(client, plan.kind, valid);
    await client.query('RELEASE rows');
    return planned;
  } catch (error) {
    await client.query('ROLLBACK TO rows');
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (!/^2[23]/.test(code ?? '')) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined)
      return [invalidRow(only.line, '', `is rejected by the database (${constraint ?? code})`)];
    const results: (PlannedRow | InvalidRow)[] = [];
    for (const row of rows) results.push(...(await writeBatch(client, plan, [row])));
    return results;
  }
}

async function write(client: ClientBase, { table }: RecordKind, planned: PlannedRow[]): Promise<void> {
  const valuesOf = (wanted: PlannedRow['outcome']) =>
    planned.filter(({ outcome }) => outcome === wanted).map(storedValues);
  await insertRows(client, table, valuesOf('add'));
  await updateRows(client, table, valuesOf('change'));
}
