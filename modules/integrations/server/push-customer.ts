import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { recordKeyEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inKeyTransaction, type KeyCaller } from '#api/db/key.ts';
import { traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { customerColumns } from '#api/services/import/import-customers.ts';
import { lockRecord } from '#api/services/import/import-records.ts';
import { insertRows, planRow, updateRows, type Values } from '#api/services/import/plan-rows.ts';
import { createRowReader } from '#api/services/import/read-rows.ts';
import type { PushedCustomer, PushedCustomerValues, PushOutcome } from '../contract/api-v1.ts';
import { invalidInput } from './push-record.ts';

const fields = ['name', 'contact', 'email', 'phone', 'siren'] as const;
const columns = Object.fromEntries(
  Object.entries(customerColumns).filter(([name]) => fields.some((one) => one === name)),
);
const selected = `id::text, ${fields.join(', ')}, number`;

const rejectChange = fromSqlState({
  '23505': new UserError('name_taken', 'Another customer has this name or number.'),
});

/**
 * Adds the customer of this number, or changes it. A customer of this name without a number gets it: the books and the portal name the same
 * company. Sent again, it changes nothing.
 */
export async function pushCustomer(
  database: Database,
  caller: KeyCaller,
  number: string,
  given: PushedCustomerValues,
): Promise<{ outcome: PushOutcome; record: PushedCustomer }> {
  const wanted = readCustomer(number, given);
  return inKeyTransaction(database, caller, ['customers:write'], async (client) => {
    // One at a time: a name must be unique, too.
    await lockRecord(client, 'customers', '');
    const before = await findExisting(client, wanted);
    const planned = planRow(before === undefined ? { ...wanted, id: randomUUID() } : wanted, before);
    const { id } = planned.values;
    if (planned.outcome === 'add') await insertRows(client, 'customers', [planned.values]).catch(rejectChange);
    if (planned.outcome === 'change') await updateRows(client, 'customers', [planned.values]).catch(rejectChange);
    if (planned.outcome !== 'same' && id) {
      const event = planned.outcome === 'add' ? 'customer.created' : 'customer.changed';
      const details = { fields: planned.changes.map(({ column }) => column).join(', ') };
      await recordKeyEvent(client, { event, customer: id, details }, traceOf(caller));
    }
    const record = await findByNumber(client, number);
    if (record === undefined) throw new Error('The customer that was written is not found.');
    return { outcome: ({ add: 'added', change: 'changed', same: 'unchanged' } as const)[planned.outcome], record };
  });
}

export async function readCustomerByNumber(database: Database, caller: KeyCaller, number: string) {
  return inKeyTransaction(database, caller, ['customers:read'], async (client) => {
    const found = await findByNumber(client, number);
    if (found === undefined) throw new UserError('not_found', `There is no customer with the number "${number}".`);
    return found;
  });
}

/** By the rules of the import. */
function readCustomer(number: string, given: PushedCustomerValues): Values {
  const named = fields.filter((name) => given[name] !== undefined);
  const read = createRowReader(
    'request',
    { line: 1, cells: named },
    { table: 'customers', columns, customerFrom: 'nowhere' },
  );
  const { values, problems } = read({ line: 2, cells: named.map((name) => given[name] ?? '') });
  if (problems.length > 0) throw invalidInput(problems);
  return { ...values, number };
}

async function findExisting(client: ClientBase, { name, number }: Values): Promise<Values | undefined> {
  const { rows } = await client.query<Values & { has_number: boolean }>(
    `SELECT ${selected}, coalesce(lower(number) = lower($1), false) AS has_number FROM customers
      WHERE lower(number) = lower($1) OR fold(name) = fold($2)`,
    [number, name],
  );
  const ours = rows.find((row) => row.has_number);
  const others = rows.filter((row) => row !== ours);
  if (ours !== undefined && others.length === 0) return ours;
  const [same] = others;
  if (same === undefined) return undefined;
  if (ours === undefined && others.length === 1 && same['number'] === null) return same;
  throw invalidInput([{ column: 'name', reason: `is "${name}", the name of another customer` }]);
}

async function findByNumber(client: ClientBase, number: string): Promise<PushedCustomer | undefined> {
  const { rows } = await client.query<PushedCustomer>(
    `SELECT number, ${fields.join(', ')} FROM customers WHERE lower(number) = lower($1)`,
    [number],
  );
  return rows[0];
}
