import type { ClientBase } from 'pg';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { findCustomer } from '#api/services/customers/operator-customers.ts';
import { type RecordKind, isUuid } from '#api/services/import/fields.ts';

export interface Deletion {
  kind: RecordKind;
  /** Id or number. */
  wanted: string;
  /** Needed where two customers have a record with that number. */
  customer?: string | undefined;
  reason: string;
}

/** Returns what it deleted. */
export async function deleteRecord(client: ClientBase, deletion: Deletion) {
  const { kind, wanted, reason } = deletion;
  const ids = await findIds(client, deletion);
  const [id] = ids;
  if (id === undefined) throw new OperatorError(`There is no record ${wanted} among the ${kind.table}.`);
  if (ids.length > 1)
    throw new OperatorError(`${ids.length} customers have a record ${wanted} among the ${kind.table}: add --customer.`);
  // Before the row, so that the status of what it settled, or was settled by, follows.
  await client.query('DELETE FROM payment_allocations WHERE $1 IN (invoice_id, payment_id, credit_note_id)', [id]);
  const columns = { id: {}, ...kind.columns };
  const read = Object.entries<{ read?: string | undefined }>(columns).map(
    ([name, column]) => `(${column.read ?? `record.${name}`})::text AS ${name}`,
  );
  const { rows } = await client.query<Record<string, string | null> & { of: string; customer_id: string }>(
    `DELETE FROM ${kind.table} AS record USING customers WHERE customers.id = record.customer_id AND record.id = $1
    RETURNING ${read.join(', ')}, record.customer_id::text, customers.name AS of`,
    [id],
  );
  if (rows[0] === undefined) throw new OperatorError(`There is no record ${wanted} among the ${kind.table}.`);
  const { of, customer_id: customer, ...record } = rows[0];
  const details = { list: kind.table, named: wanted.slice(0, 100), reason };
  await recordOperatorEvent(client, { event: 'records.deleted', customer, entity: `${kind.table}:${id}`, details });
  return { id, customer: of, record };
}

async function findIds(client: ClientBase, { kind, wanted, customer }: Deletion): Promise<string[]> {
  const customerId = customer === undefined ? null : (await findCustomer(client, customer)).id;
  // Invoice numbers are compared as in an import: ignoring case.
  const isNamed = kind.table === 'invoices' ? 'number_key = lower($3)' : `${kind.key} = $3`;
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM ${kind.table} WHERE ($1::uuid IS NULL OR customer_id = $1) AND (id = $2::uuid OR ${isNamed})`,
    [customerId, isUuid(wanted) ? wanted : null, wanted.normalize('NFC')],
  );
  return rows.map(({ id }) => id);
}
