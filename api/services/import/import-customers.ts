import { readSiren } from '#contract/siren.ts';
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { Rollback } from '#api/db/transaction.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { email as emailSchema } from '#contract/fields.ts';
import { type Column, type Field, InvalidValueError, isUuid, money, text } from './fields.ts';
import { type ImportRequest, type ImportSummary, lockImports } from './import-records.ts';
import { insertRows, type PlannedRow, planRow, updateRows, type Values } from './plan-rows.ts';
import { type InvalidRow, type ReadRow, createRowReader, invalidRow, isInvalid, readCsv } from './read-rows.ts';

export const emailAddress: Field = (value) => {
  if (!emailSchema.safeParse(value).success)
    throw new InvalidValueError(`is "${value}", which is not an email address`);
  return value;
};

export const siren: Field = (value) => {
  const read = readSiren(value);
  if (read === undefined) throw new InvalidValueError(`is "${value}", which is not a SIREN: it has nine digits`);
  return read;
};

// Commands accept a customer's name or id.
const customerName: Field = (value) => {
  if (isUuid(value)) throw new InvalidValueError('is an id, not a name');
  return text(200)(value);
};

export const customerColumns: Readonly<Record<string, Column>> = {
  name: { field: customerName, whenEmpty: 'rejected' },
  contact: { field: text(200), whenEmpty: 'null' },
  email: { field: emailAddress, whenEmpty: 'null' },
  phone: { field: text(50), whenEmpty: 'null' },
  siren: { field: siren, whenEmpty: 'null' },
  risk: { field: text(50), whenEmpty: 'default' },
  // Empty or missing: computed from the unpaid invoices.
  total_outstanding: { field: money, whenEmpty: 'null' },
};

type CustomerImport = Pick<ImportRequest, 'file' | 'locale' | 'isDryRun' | 'onRow' | 'onBytes'>;

/** Identifies customers by name, ignoring accents and case. All rows or none; call it in a transaction. */
export async function importCustomers(
  client: ClientBase,
  { file, locale, isDryRun, onRow, onBytes }: CustomerImport,
): Promise<ImportSummary | Rollback<ImportSummary>> {
  await lockImports(client);
  const summary: ImportSummary = { add: 0, change: 0, same: 0, bad: 0 };
  const seen = new Map<string, number>();
  let read: ReturnType<typeof createRowReader> | undefined;
  for await (const row of readCsv(file, onBytes)) {
    if (read === undefined) {
      read = createRowReader(file, row, {
        table: 'customers',
        columns: customerColumns,
        customerFrom: 'nowhere',
        locale,
      });
      continue;
    }
    const parsed = read(row);
    const { problems } = parsed;
    const result = problems.length > 0 ? { line: row.line, problems } : await write(client, parsed, seen);
    summary[isInvalid(result) ? 'bad' : result.outcome] += 1;
    onRow(result);
  }
  if (read === undefined)
    throw new OperatorError(`The file ${file} is empty: its first line must contain the column names.`);
  if (isDryRun || summary.bad > 0) return new Rollback(summary);
  await recordOperatorEvent(client, {
    event: 'records.imported',
    details: { list: 'customers', added: summary.add, changed: summary.change },
  });
  return summary;
}

/** Another spelling of the name does not change it; `customers update` does. */
async function write(
  client: ClientBase,
  { line, values }: ReadRow,
  seen: Map<string, number>,
): Promise<PlannedRow | InvalidRow> {
  const name = values['name'] ?? '';
  const { rows } = await client.query<Values>(
    `SELECT id::text, ${Object.keys(customerColumns).join(', ')} FROM customers WHERE fold(name) = fold($1)`,
    [name],
  );
  const [before] = rows;
  if (rows.length > 1) return invalidRow(line, 'name', `is the name of ${rows.length} customers: rename all but one`);
  const id = before?.['id'] ?? randomUUID();
  const first = seen.get(id);
  if (first !== undefined) return invalidRow(line, 'name', `is the same as on line ${first}`);
  seen.set(id, line);
  const planned = planRow(
    before === undefined ? { ...values, id } : { ...values, name: before['name'] ?? null },
    before,
  );
  if (planned.outcome === 'add') await insertRows(client, 'customers', [planned.values]);
  if (planned.outcome === 'change') await updateRows(client, 'customers', [planned.values]);
  const event = ({ add: 'customer.created', change: 'customer.changed', same: undefined } as const)[planned.outcome];
  if (event !== undefined) await recordOperatorEvent(client, { event, customer: id });
  return { line, name, ...planned };
}
