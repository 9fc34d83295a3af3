import type { ClientBase } from 'pg';
import { recordKeyEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inKeyTransaction, type KeyCaller } from '#api/db/key.ts';
import { traceOf } from '#api/db/tenant.ts';
import { OperatorError, UserError } from '#api/lib/errors.ts';
import { InvalidValueError, recordKinds } from '#api/services/import/fields.ts';
import { importRecords, lockRecord } from '#api/services/import/import-records.ts';
import type { PlannedRow } from '#api/services/import/plan-rows.ts';
import {
  createCustomerLookup,
  type CsvRow,
  type InvalidRow,
  isInvalid,
  type Problem,
} from '#api/services/import/read-rows.ts';
import {
  pushedColumns,
  type PushedList,
  type PushedRecord,
  pushedRecords,
  type PushedValues,
  type PushOutcome,
  type PushResult,
} from '../contract/api-v1.ts';
import { type ColumnDescription, columnName } from '#contract/record-description.ts';

const outcomes: Record<PlannedRow['outcome'], PushOutcome> = { add: 'added', change: 'changed', same: 'unchanged' };

/** `due_date` of the import is `dueDate` here. */
const fieldName = (column: string) => column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** What the import says about a row, as one error. */
export const invalidInput = (problems: readonly Problem[]) =>
  new UserError(
    'invalid_request',
    problems.map(({ column, reason }) => `${fieldName(column)} ${reason}`.trim()).join('; ') || 'This is not valid.',
  );

/** A record as the file of one row that the import would read: it has one set of rules. */
const rowsOf = (values: Record<string, string | number | boolean | null | undefined>): CsvRow[] => {
  const named = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    { line: 1, cells: named.map(([name]) => columnName(name)) },
    { line: 2, cells: named.map(([, value]) => String(value ?? '')) },
  ];
};

/**
 * Adds the record of this number, or changes it. Sent again, it changes nothing.
 */
export async function pushRecord(
  database: Database,
  caller: KeyCaller,
  list: PushedList,
  number: string,
  values: PushedValues,
): Promise<PushResult> {
  const kind = recordKinds.get(list);
  if (kind === undefined) throw new Error(`There is no import of ${list}.`);
  const file = rowsOf({ ...values, [pushedRecords[list].number]: number });
  return inKeyTransaction(database, caller, [`${list}:write`], async (client) => {
    const rows: (PlannedRow | InvalidRow)[] = [];
    await importRecords(client, {
      kind,
      file: 'request',
      rows: file,
      customer: undefined,
      rejectsUnknown: true,
      isDryRun: false,
      lock: (at) => lockRecord(at, list, number),
      onRow: (row) => rows.push(row),
      onBytes: () => undefined,
      recordEvent: async (at, event) => {
        const [row] = rows;
        if (row === undefined || isInvalid(row) || row.outcome === 'same') return;
        await recordKeyEvent(at, { ...event, customer: row.customer?.id }, traceOf(caller));
      },
    }).catch((error: unknown) => {
      throw error instanceof OperatorError ? new UserError('invalid_request', error.message) : error;
    });
    const [row] = rows;
    if (row === undefined || isInvalid(row)) throw invalidInput(row?.problems ?? []);
    const [record] = await findRecords(client, list, number, row.customer?.id);
    if (record === undefined) throw new Error('The record that was written is not found.');
    return { outcome: outcomes[row.outcome], record };
  });
}

export async function readRecord(
  database: Database,
  caller: KeyCaller,
  list: PushedList,
  { number, customer }: { number: string; customer?: string | undefined },
): Promise<PushedRecord> {
  return inKeyTransaction(database, caller, [`${list}:read`], async (client) => {
    const owner = customer === undefined ? undefined : await findOwner(client, customer);
    const found = await findRecords(client, list, number, owner?.id);
    const [record] = found;
    if (record === undefined) throw new UserError('not_found', `There is no record with the number "${number}".`);
    if (found.length > 1)
      throw new UserError('invalid_request', 'Several customers have a record of this number: name the customer.');
    return record;
  });
}

/** By number, name or id. */
export async function findOwner(client: ClientBase, customer: string) {
  return createCustomerLookup(client)(customer).catch((error: unknown) => {
    throw error instanceof InvalidValueError ? new UserError('not_found', `customer ${error.message}`) : error;
  });
}

const expressionOf = ({ kind, read }: ColumnDescription, column: string) => {
  const sql = read ?? `record.${column}`;
  if (kind === 'moment') return `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return kind === 'amount' || kind === 'day' ? `(${sql})::text` : sql;
};

// Numbers of invoices ignore case, as the import does.
const isNumber: Record<PushedList, string> = {
  contracts: 'contract_number = $1',
  invoices: 'number_key = lower($1)',
  payments: 'payment_reference = $1',
};

async function findRecords(client: ClientBase, list: PushedList, number: string, customerId: string | undefined) {
  const values = pushedColumns(list).map(([name, column]) => `'${name}', ${expressionOf(column, columnName(name))}`);
  const { rows } = await client.query<{ record: PushedRecord }>(
    `SELECT jsonb_build_object('number', record.${columnName(pushedRecords[list].number)},
        'customer', jsonb_build_object('number', customers.number, 'name', customers.name), ${values.join(', ')}) AS record
      FROM ${list} AS record JOIN customers ON customers.id = record.customer_id
      WHERE record.${isNumber[list]} AND ($2::uuid IS NULL OR record.customer_id = $2) ORDER BY record.created_at, record.id LIMIT 2`,
    [number, customerId ?? null],
  );
  return rows.map(({ record }) => record);
}
