import { statSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { customerColumns, importCustomers } from '#api/admin/import/import-customers.ts';
import { type ImportRequest, importRecords, type ImportSummary } from '#api/admin/import/import-records.ts';
import type { PlannedRow } from '#api/admin/import/plan-rows.ts';
import { recordKinds } from '#api/admin/import/record-kinds.ts';
import { type BadRow, isBad } from '#api/admin/import/row-reader.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { type Command, type CommandContext, json, UsageError } from '../command.ts';
import { plainText } from '../output.ts';

const kinds = ['customers', ...recordKinds.keys()];
const mostTold = 100;

export const importCommand: Command = {
  name: 'import',
  summary: `Import ${kinds.join(', ')} from CSV`,
  takes: [kinds.join('|'), 'file'],
  options: {
    customer: { value: 'customer', about: 'whose rows they are, by name or id, where the rows do not say it' },
    locale: { value: 'fr', about: 'amounts are written 1 250,50 or 1250,50 €, and days 31/12/2026' },
    'dry-run': { about: 'show row by row what would change, and change nothing' },
    json,
  },
  notes: [
    'The first line names the columns; they are separated by commas, semicolons or tabs. A column customer_id (or customer,',
    'with the name) says whose each row is.',
    `  customers: ${Object.keys(customerColumns).join(', ')}; told apart by name, accents and capitals aside`,
    ...[...recordKinds.values()].map(
      ({ table, columns, key, oneOf }) =>
        `  ${table}: ${Object.keys(columns).join(', ')}; told apart by ${oneOf?.join(' or ') ?? key}`,
    ),
    'An invoice’s number is what your books call it, capitals aside; an id that is no UUID is taken for the number. Its',
    'created_at is the day of issue, by which the portal sorts and charts it: without one it counts as issued today.',
    'Amounts are written 1250.50, days 2025-01-31.',
    'All rows are imported or none. Importing the same file again changes nothing.',
  ],
  async run(context) {
    const { database, output, given, options } = context;
    const [table = '', file = ''] = given;
    const kind = recordKinds.get(table);
    if (!kinds.includes(table)) throw new UsageError(`"${table}" cannot be imported, only ${kinds.join(', ')}`);
    if (kind === undefined && options.text('customer') !== undefined)
      throw new UsageError('--customer says whose rows they are, and customers are nobody’s');
    const locale = options.text('locale');
    if (locale !== undefined && locale !== 'fr') throw new UsageError(`--locale is "${locale}", and must be fr`);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const isDryRun = options.isOn('dry-run');
    const progress = output.progress(isDryRun ? 'Comparing' : 'Importing');
    const tell = teller(context, isDryRun);
    const request = {
      file,
      locale,
      isDryRun,
      onRow: (row: PlannedRow | BadRow) => {
        progress.clear();
        tell(row);
      },
      onBytes: (bytes: number) => progress.show(bytes, size),
    } satisfies Partial<ImportRequest>;
    const summary = await inOperatorTransaction(database, (client) =>
      kind === undefined
        ? importCustomers(client, request)
        : importRecords(client, { ...request, kind, customer: options.text('customer') }),
    );
    progress.clear();
    const isDone = !isDryRun && summary.bad === 0;
    if (isDone && kind !== undefined && summary.add + summary.change > 0) await settle(database.client, kind.table);
    if (options.isOn('json')) output.out(JSON.stringify({ ...summary, isImported: isDone }));
    else {
      output.out(told(summary, isDone, isDryRun));
      if (summary.undated !== undefined) output.err(undated(summary.undated, isDone));
    }
    return summary.bad === 0 ? 0 : 1;
  },
};

function told({ add, change, same, bad }: ImportSummary, isDone: boolean, isDryRun: boolean): string {
  if (isDone) return `${add} added, ${change} changed, ${same} the same.`;
  const ending = isDryRun && bad === 0 ? 'This was a dry run: nothing was imported.' : 'Nothing was imported.';
  return `${add} to add, ${change} to change, ${same} the same, ${bad} bad. ${ending}`;
}

const undated = (count: number, isDone: boolean) =>
  `${count === 1 ? '1 new invoice has' : `${count} new invoices have`} no created_at (the day of issue): ` +
  `the portal ${isDone ? 'shows' : 'would show'} ${count === 1 ? 'it' : 'them'} as issued today.`;

/** A dry run tells of every row, an import only of what stands in its way. */
function teller({ output, options }: CommandContext, isDryRun: boolean): (row: PlannedRow | BadRow) => void {
  let bad = 0;
  return (row) => {
    if (isBad(row)) {
      bad += 1;
      if (bad > mostTold) return;
      if (options.isOn('json')) output.out(JSON.stringify({ outcome: 'bad', ...row }));
      else output.err(plainText(`line ${row.line}: ${row.column === '' ? 'the row' : row.column} ${row.reason}`));
      if (bad === mostTold) output.err('Further bad rows are counted, but not shown.');
    } else if (isDryRun) {
      const { line, outcome, name, changes, values } = row;
      if (options.isOn('json'))
        output.out(JSON.stringify({ line, outcome, name, changes: outcome === 'add' ? values : changes }));
      else output.out(plainText(`line ${line}: ${outcome.padEnd(6)} ${name}${described(row)}`));
    }
  };
}

const shown = (value: string | null) => value ?? '(empty)';

function described({ outcome, name, changes, values }: PlannedRow): string {
  if (outcome === 'add')
    return `  ${Object.entries(values)
      .filter(
        ([column, value]) => column !== 'customer_id' && column !== 'id' && !(column === 'number' && value === name),
      )
      .map(([column, value]) => `${column} ${shown(value)}`)
      .join(', ')}`;
  return changes.length === 0
    ? ''
    : `  ${changes.map(({ column, from, to }) => `${column} ${shown(from)} → ${shown(to)}`).join(', ')}`;
}

// Plans know the new rows, and a search need not read what its index has put off: the embedded engine does neither by itself.
async function settle(client: ClientBase, table: string): Promise<void> {
  await client.query(`ANALYZE ${table}`);
  await client.query('SELECT gin_clean_pending_list($1)', [`${table}_search`]);
}
