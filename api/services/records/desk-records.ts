import { recordStaffEvent } from '#api/db/audit-log.ts';
import { runBatch, type Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { Conditions } from '#api/services/lists/cursor.ts';
import { type ListRequest, readPage, type RecordListDefinition, toItem } from '#api/services/lists/query.ts';
import { deskRecordList } from '#api/services/lists/record-lists.ts';
import type { ChangedRecord, CorrectRecord, VoidRecord } from '#contract/desk-records.ts';
import type { Page } from '#contract/lists.ts';
import type { ColumnDescription } from '#contract/record-description.ts';
import { records } from '#contract/record-lists.ts';
import { type RecordList, voidStatus } from '#contract/staff.ts';

/** One customer's records, in the lists of the portal. Each page that is read is an event. */
export async function listRecords<Item, Sort extends string>(
  database: Database,
  caller: Caller,
  definition: RecordListDefinition<Item, Sort>,
  { customerId, ...request }: ListRequest<Sort> & { customerId: string },
): Promise<Page<Item>> {
  const note = noteRead(caller, customerId, definition.table);
  const run = async (...statements: Statement[]) => {
    const [, ...results] = await runAsStaff(
      database,
      caller,
      { needs: definition.needs.desk, customerId },
      note,
      ...statements,
    );
    return results;
  };
  const ofCustomer = new Conditions().and((id) => `customer_id = ${id}::uuid`, customerId);
  return readPage(run, definition, request, ofCustomer);
}

type Value = string | number | boolean | null | undefined;
type Values = Record<string, Value>;
const maxValueLength = 60;

export async function correctRecord(
  database: Database,
  caller: Caller,
  { list, customerId, id, reason, before, after }: CorrectRecord,
): Promise<ChangedRecord> {
  const expected: Values = before;
  const changes = Object.entries<Value>(after).filter(([, value]) => value !== undefined);
  return change(database, caller, { list, customerId, id }, async (current, write) => {
    const isStale = changes.some(([name]) => (current as Values)[name] !== expected[name]);
    if (isStale) throw new UserError('changed_meanwhile', 'This record has been changed meanwhile.', current);
    rejectSign(current, changes);
    await write(Object.fromEntries(changes));
    const details: Record<string, string> = { fields: changes.map(([name]) => name).join(','), reason };
    const described: Record<string, ColumnDescription> = records[list].columns;
    for (const [name, to] of changes)
      if (!described[name]?.isFreeText) details[name] = `${cut(expected[name])} → ${cut(to)}`;
    return { event: 'record.corrected', details };
  });
}

/** A credit note stays one, and an invoice does not become one. */
function rejectSign(current: ChangedRecord, changes: [name: string, value: unknown][]): void {
  if (current.list !== 'invoices') return;
  const wasNegative = current.credits !== null || current.amount.startsWith('-');
  for (const [name, value] of changes)
    if (name === 'amount' && String(value).startsWith('-') !== wasNegative && Number(value) !== 0)
      throw new UserError('invalid_request', 'Only the amount of a credit note is negative.');
}

const cut = (value: Value) => String(value ?? '-').slice(0, maxValueLength);

/** The record stays in the list with the status `void`. Doing it again changes nothing. */
export async function voidRecord(
  database: Database,
  caller: Caller,
  { list, customerId, id, reason }: VoidRecord,
): Promise<ChangedRecord> {
  return change(database, caller, { list, customerId, id }, async ({ status: from }, write) => {
    if (from === voidStatus) return undefined;
    await write({ status: voidStatus });
    return { event: 'record.voided', details: { from: cut(from), reason } };
  });
}

interface Change {
  event: 'record.corrected' | 'record.voided';
  details: Record<string, string>;
}

async function change(
  database: Database,
  caller: Caller,
  { list, customerId, id }: { list: RecordList; customerId: string; id: string },
  decide: (current: ChangedRecord, write: (values: Values) => Promise<void>) => Promise<Change | undefined>,
): Promise<ChangedRecord> {
  const columns: Record<string, string> = deskRecordList(records[list]).columns;
  return inStaffTransaction(database, caller, { needs: ['records'], customerId }, async (client) => {
    const read = async (): Promise<ChangedRecord> => {
      const text = `SELECT ${Object.values(columns).join(', ')} FROM ${list} WHERE id = $1 AND customer_id = $2 FOR UPDATE`;
      const [rows] = await runBatch(client, [{ text, values: [id, customerId] }]);
      if (rows?.[0] === undefined) throw new UserError('not_found', 'There is no such record.');
      return { ...toItem({ columns }, rows[0]), list } as ChangedRecord;
    };
    const write = async (values: Values) => {
      const names = Object.keys(values);
      const assignments = names.map((name, at) => `${columns[name]} = $${at + 3}`);
      await client
        .query(`UPDATE ${list} SET ${assignments.join(', ')} WHERE id = $1 AND customer_id = $2`, [
          id,
          customerId,
          ...names.map((name) => normalize(values[name])),
        ])
        .catch(rejectValues);
    };
    const changed = await decide(await read(), write);
    if (changed === undefined) return read();
    const { event, details } = changed;
    const entity = `${list}:${id}`;
    await recordStaffEvent(
      client,
      { event, customer: customerId, entity, details: { list, ...details } },
      traceOf(caller),
    );
    return read();
  });
}

const rejectValues = fromSqlState({
  'PT409 document_issued': new UserError(
    'document_issued',
    'This document was issued: its number and amount stay. Issue a credit note.',
  ),
  '23505': 'Another record has this number.',
  '22': 'These values do not fit together.',
  '23': 'These values do not fit together.',
});

const normalize = (value: Values[string]) => (typeof value === 'string' ? value.normalize('NFC') : value);
