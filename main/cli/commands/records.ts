import { statSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { deleteRecord } from '#api/services/records/delete-record.ts';
import { InvalidValueError, recordKinds, text } from '#api/services/import/fields.ts';
import { customerColumns, importCustomers } from '#api/services/import/import-customers.ts';
import { type ImportRequest, type ImportSummary, importRecords } from '#api/services/import/import-records.ts';
import type { PlannedRow } from '#api/services/import/plan-rows.ts';
import { type InvalidRow, isInvalid } from '#api/services/import/read-rows.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { type Command, type CommandContext, UsageError, json } from '../command.ts';
import { confirmOptions, nothingChanged, runIfConfirmed } from '../confirm.ts';
import { plainText, formatTable } from '../output.ts';

const kinds = ['customers', ...recordKinds.keys()];
const maxShown = 100;
const maxPlannedShown = 20;

function describeSummary({ add, change, same, bad }: ImportSummary, isDone: boolean, isDryRun: boolean): string {
  if (isDone) return `${add} added, ${change} changed, ${same} unchanged.`;
  const ending = isDryRun && bad === 0 ? 'Dry run: nothing was imported.' : 'Nothing was imported.';
  return `${add} to add, ${change} to change, ${same} unchanged, ${bad} invalid. ${ending}`;
}

// product: an unknown status counts as unpaid.
const unpaidNote = (table: string, column: string) =>
  table === 'invoices' && column === 'status' ? ', so the invoice counts as unpaid' : '';

const describeUndated = (count: number, isDone: boolean) =>
  `${count === 1 ? '1 new invoice has' : `${count} new invoices have`} no created_at (date of issue): ` +
  `the portal ${isDone ? 'shows' : 'would show'} ${count === 1 ? 'it' : 'them'} as issued today.`;

/** A dry run prints rows, an import only invalid ones. */
function rowPrinter({ output, options }: CommandContext, isDryRun: boolean): (row: PlannedRow | InvalidRow) => void {
  let bad = 0;
  let planned = 0;
  return (row) => {
    if (isInvalid(row)) {
      bad += 1;
      if (bad > maxShown) return;
      for (const { column, reason } of row.problems) {
        if (options.hasFlag('json')) output.out(JSON.stringify({ outcome: 'bad', line: row.line, column, reason }));
        else output.err(plainText(`line ${row.line}: ${column === '' ? 'the row' : column} ${reason}`));
      }
      if (bad === maxShown) output.err('Further invalid rows are counted, but not shown.');
    } else if (isDryRun) {
      const { line, outcome, name, changes, values } = row;
      planned += 1;
      if (planned > maxPlannedShown && !options.hasFlag('verbose') && !options.hasFlag('json')) {
        if (planned === maxPlannedShown + 1) output.out('Further rows are counted, but not shown: add --verbose.');
        return;
      }
      if (options.hasFlag('json'))
        output.out(JSON.stringify({ line, outcome, name, changes: outcome === 'add' ? values : changes }));
      else output.out(plainText(`line ${line}: ${outcome.padEnd(6)} ${name}${describeChanges(row)}`));
    }
  };
}

const orEmpty = (value: string | null) => value ?? '(empty)';

function describeChanges({ outcome, name, changes, values }: PlannedRow): string {
  if (outcome === 'add')
    return `  ${Object.entries(values)
      .filter(
        ([column, value]) => column !== 'customer_id' && column !== 'id' && !(column === 'number' && value === name),
      )
      .map(([column, value]) => `${column} ${orEmpty(value)}`)
      .join(', ')}`;
  return changes.length === 0
    ? ''
    : `  ${changes.map(({ column, from, to }) => `${column} ${orEmpty(from)} → ${orEmpty(to)}`).join(', ')}`;
}

// Statistics for the planner, and the pending list of the search index: the embedded engine has no autovacuum.
async function updateStatistics(client: ClientBase, table: string): Promise<void> {
  await client.query(`ANALYZE ${table}`);
  await client.query('SELECT gin_clean_pending_list($1)', [`${table}_search`]);
}

const deletableKinds = [...recordKinds.keys()];

function readReason(reason: string): string {
  try {
    return plainText(text(500)(reason.trim()));
  } catch (error) {
    throw error instanceof InvalidValueError ? new UsageError(`--reason ${error.message}`) : error;
  }
}

export const recordCommands: readonly Command[] = [
  {
    name: 'import',
    summary: `Import ${kinds.join(', ')} from CSV`,
    positionals: [kinds.join('|'), 'file'],
    options: {
      customer: { value: 'customer', about: 'customer of all rows, by name or id, if the file has no such column' },
      locale: { value: 'fr', about: 'amounts like 1 250,50 or 1250,50 € and dates like 31/12/2026' },
      'dry-run': { about: `show the changes of the first ${maxPlannedShown} rows, and change nothing` },
      verbose: { about: 'with --dry-run: show every row' },
      json,
    },
    notes: [
      'The first line contains the column names, separated by commas, semicolons or tabs. The column customer_id (or customer,',
      'with the name) assigns each row to a customer.',
      `  customers: ${Object.keys(customerColumns).join(', ')}; identified by name, ignoring accents and case`,
      ...[...recordKinds.values()].map(
        ({ table, columns, key, oneOf }) =>
          `  ${table}: ${Object.keys(columns).join(', ')}; identified by ${oneOf?.join(' or ') ?? key}`,
      ),
      'The number of an invoice is the one in your books, ignoring case; an id that is not a UUID is used as the number. Its',
      'created_at is the date of issue, by which the portal sorts and charts it (default: today).',
      'Amounts are written 1250.50, dates 2025-01-31.',
      'All rows are imported or none. Importing the same file again changes nothing.',
    ],
    async run(context) {
      const { database, output, args, options } = context;
      const [table = '', file = ''] = args;
      const kind = recordKinds.get(table);
      if (!kinds.includes(table)) throw new UsageError(`"${table}" cannot be imported: use one of ${kinds.join(', ')}`);
      if (kind === undefined && options.get('customer') !== undefined)
        throw new UsageError('--customer cannot be used when importing customers');
      const locale = options.get('locale');
      if (locale !== undefined && locale !== 'fr') throw new UsageError(`--locale is "${locale}", but must be fr`);
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const isDryRun = options.hasFlag('dry-run');
      const progress = output.progress(isDryRun ? 'Comparing' : 'Importing');
      const printRow = rowPrinter(context, isDryRun);
      const request = {
        file,
        locale,
        isDryRun,
        onRow: (row: PlannedRow | InvalidRow) => {
          progress.clear();
          printRow(row);
        },
        onBytes: (bytes: number) => progress.show(bytes, size),
      } satisfies Partial<ImportRequest>;
      const summary = await inOperatorTransaction(database, (client) =>
        kind === undefined
          ? importCustomers(client, request)
          : importRecords(client, { ...request, kind, customer: options.get('customer') }),
      );
      progress.clear();
      const isDone = !isDryRun && summary.bad === 0;
      if (isDone && kind !== undefined && summary.add + summary.change > 0)
        await updateStatistics(database.client, kind.table);
      if (options.hasFlag('json')) output.out(JSON.stringify({ ...summary, isImported: isDone }));
      else {
        output.out(describeSummary(summary, isDone, isDryRun));
        for (const { column, value, rows } of summary.unknown ?? [])
          output.err(
            plainText(
              `${rows} × ${column} "${value}": the portal does not know this value${unpaidNote(table, column)}.`,
            ),
          );
        if (summary.undated !== undefined) output.err(describeUndated(summary.undated, isDone));
      }
      return summary.bad === 0 ? 0 : 1;
    },
  },
  {
    name: 'records delete',
    summary: 'Delete one record that was imported by mistake',
    positionals: [deletableKinds.join('|'), 'id|number'],
    options: {
      reason: { value: 'text', about: 'for the audit log; no personal names', isRequired: true },
      customer: { value: 'customer', about: 'by name or id, if two customers have a record with that number' },
      ...confirmOptions,
      json,
    },
    notes: [
      'Identify the record by its id, the number of an invoice or contract, the reference of a payment or the key of a license.',
      'It can only be recovered from a backup or by importing it again. An invoice that was issued and cancelled must stay: import',
      'it again with the status void, which the portal shows as it is.',
    ],
    async run(context) {
      const { output, args, options } = context;
      const [name = '', wanted = ''] = args;
      const kind = recordKinds.get(name);
      if (kind === undefined)
        throw new UsageError(`"${name}" is not a kind of record: use one of ${deletableKinds.join(', ')}`);
      const reason = readReason(options.get('reason') ?? '');
      const deletion = { kind, wanted: wanted.trim(), customer: options.get('customer'), reason };
      const { isDone, result } = await runIfConfirmed(context, (client) => deleteRecord(client, deletion));
      const { id, customer, record } = result;
      if (options.hasFlag('json')) output.out(JSON.stringify({ isDeleted: isDone, customer, record }));
      else {
        const rows = Object.entries({ customer, ...record }).map(([field, value]) => ({ field, value }));
        formatTable(rows).slice(1).forEach(output.out);
        if (isDone) output.out(`Deleted from ${kind.table}; the reason is in the audit log (${kind.table}:${id}).`);
      }
      return isDone ? 0 : nothingChanged(context);
    },
  },
];
