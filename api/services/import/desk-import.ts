import { createHash } from 'node:crypto';
import { recordKinds } from './fields.ts';
import { type ImportSummary, importRecords } from './import-records.ts';
import type { PlannedRow } from './plan-rows.ts';
import { type CsvRow, type InvalidRow, isInvalid, type NamedCustomer, type Problem, readCsv } from './read-rows.ts';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { Rollback } from '#api/db/transaction.ts';
import { OperatorError, UserError } from '#api/lib/errors.ts';
import type { ImportPlan, ImportQuery, ImportResult, RejectedRows } from '#contract/desk-records.ts';
import { maxImportRows, maxPlannedRows } from '#contract/staff.ts';
import { noCustomer } from '#api/services/customers/customer.ts';

export interface ImportFile extends ImportQuery {
  bytes: Buffer;
}

/** What an import of the file would do now. Nothing is written. */
export async function previewImport(database: Database, caller: Caller, file: ImportFile): Promise<ImportPlan> {
  return runImport(database, caller, await readFile(file), (plan) => new Rollback(plan));
}

/**
 * Applies the plan with this hash. The plan is made again in the transaction that writes it: if it is another one, because
 * somebody changed a record or the file is another one, nothing is written and the caller gets the new plan.
 */
export async function applyImport(
  database: Database,
  caller: Caller,
  { hash, ...file }: ImportFile & { hash: string },
): Promise<ImportResult> {
  return runImport(database, caller, await readFile(file), (plan) => {
    const { added, changed, rejected } = plan.counts;
    if (rejected > 0) throw new UserError('invalid_file', 'Rows of the file are rejected: nothing was imported.');
    // Also where this very plan was applied before.
    if (added + changed === 0) return new Rollback({ added, changed, plan });
    if (plan.hash !== hash)
      throw new UserError(
        'plan_changed',
        'The data has changed since this plan was made. Please check it again.',
        plan,
      );
    return { added, changed, plan };
  });
}

/** The rejected rows of the file as they were written, with what is wrong with each: to be corrected and imported again. */
export async function listRejectedRows(database: Database, caller: Caller, file: ImportFile): Promise<RejectedRows> {
  const problems = new Map<number, Problem[]>();
  const keep = (row: InvalidRow) => void problems.set(row.line, row.problems);
  const read = await readFile(file);
  await runImport(database, caller, read, (plan) => new Rollback(plan), keep);
  const [header, ...rows] = read.rows;
  return {
    header: header?.cells ?? [],
    rows: rows.flatMap(({ line, cells }) => {
      const found = problems.get(line);
      return found === undefined ? [] : [{ line, cells, problems: found }];
    }),
  };
}

interface ReadImport extends ImportFile {
  /** Header first. */
  rows: CsvRow[];
}

/** Before the transaction: on a busy machine it takes longer than PostgreSQL keeps one in which nothing happens. */
async function readFile(file: ImportFile): Promise<ReadImport> {
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsv('import.csv', () => undefined, file.bytes)) {
      // One more than there may be, as the first is the header.
      if (rows.length > maxImportRows) throw new OperatorError(tooManyRows);
      rows.push(row);
    }
  } catch (error) {
    rejectFile(error);
  }
  return { ...file, rows };
}

// The messages of the command line fit, too.
const rejectFile = (error: unknown): never => {
  throw error instanceof OperatorError ? new UserError('invalid_file', error.message) : error;
};

async function runImport<T>(
  database: Database,
  caller: Caller,
  { list, customerId, locale, unknown, bytes, rows }: ReadImport,
  decide: (plan: ImportPlan) => T | Rollback<T>,
  onRejected?: (row: InvalidRow) => void,
): Promise<T> {
  const kind = recordKinds.get(list);
  if (kind === undefined) throw new Error(`There is no import of ${list}.`);
  const planning = createPlanning([list, customerId ?? '', locale ?? '', unknown ?? ''], bytes, onRejected);
  return inStaffTransaction(database, caller, { needs: ['records'], customerId }, async (client) => {
    if (customerId !== undefined) {
      const { rowCount } = await client.query('SELECT FROM customers WHERE id = $1', [customerId]);
      if (rowCount === 0) throw noCustomer;
    }
    const outcome = await importRecords(client, {
      kind,
      file: 'import.csv',
      rows,
      customer: customerId,
      locale,
      rejectsUnknown: unknown !== 'accepted',
      isDryRun: false,
      onRow: planning.add,
      onBytes: () => undefined,
      recordEvent: (at, event) => recordStaffEvent(at, event, traceOf(caller)),
    }).catch(rejectFile);
    const decided = decide(planning.finish(outcome instanceof Rollback ? outcome.result : outcome));
    // Rejected rows roll everything back, whatever was decided.
    return outcome instanceof Rollback && !(decided instanceof Rollback) ? new Rollback(decided) : decided;
  });
}

const tooManyRows = `The file has more than ${maxImportRows} rows. Please split it, or use the command line.`;

const ownerOf = (customer: NamedCustomer | undefined) => ({
  customer: customer?.name ?? '',
  writtenAs: customer?.writtenAs ?? null,
});

/** Collects the rows of a plan. The hash covers all of them, and the values that they replace. */
function createPlanning(request: string[], bytes: Buffer, onRejected?: (row: InvalidRow) => void) {
  const hash = createHash('sha256').update(JSON.stringify(request)).update(bytes);
  const counts = { added: 0, changed: 0, unchanged: 0, rejected: 0 };
  const plan: Pick<ImportPlan, 'added' | 'changed' | 'rejected'> = { added: [], changed: [], rejected: [] };
  const listIn = <Row>(rows: Row[], row: Row) => {
    if (rows.length < maxPlannedRows) rows.push(row);
  };
  const addPlanned = ({ line, name, customer, outcome, changes, values }: PlannedRow) => {
    // The id of a new row is random.
    const shown = Object.fromEntries(
      Object.entries(values).filter(([column]) => !['id', 'customer_id'].includes(column)),
    );
    hash.update(JSON.stringify([line, outcome, name, changes, customer?.id, shown]));
    if (outcome === 'same') counts.unchanged += 1;
    else if (outcome === 'add') {
      counts.added += 1;
      listIn(plan.added, { line, name, ...ownerOf(customer), values: shown });
    } else {
      counts.changed += 1;
      listIn(plan.changed, { line, name, ...ownerOf(customer), changes });
    }
  };
  return {
    add: (row: PlannedRow | InvalidRow) => {
      if (!isInvalid(row)) return addPlanned(row);
      counts.rejected += 1;
      hash.update(JSON.stringify([row.line, row.problems]));
      listIn(plan.rejected, { line: row.line, ...ownerOf(row.customer), problems: row.problems });
      onRejected?.(row);
    },
    finish: ({ unknown = [] }: ImportSummary): ImportPlan => ({
      hash: hash.digest('base64url'),
      counts,
      ...plan,
      // Rows that are invalid by themselves were found first.
      rejected: plan.rejected.toSorted((one, other) => one.line - other.line),
      unknown,
    }),
  };
}
