import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import { columns, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { Allocate, MatchedAllocations, OpenItems, RemoveAllocation } from '#contract/allocations.ts';

// Which payments and credit notes settle which invoices. The database holds the sums (api/db/functions/13_money.sql).

const maxOpen = 500;

const source = columns({
  source: oneOf('source', ['payment', 'creditNote']),
  id: text('id::text'),
  name: text('name'),
  day: text('day::text'),
  amount: text('amount::text'),
  left: text('left_over::text'),
});
const invoice = columns({
  id: text('id::text'),
  name: text('coalesce(number, id::text)'),
  dueDate: nullable(text('due_date::text')),
  status: text('status'),
  amount: text('amount::text'),
  left: text('(amount - settled)::text'),
});

const sources = `SELECT 'payment' AS source, id, payment_reference AS name, payment_date AS day, amount, amount - allocated AS left_over
    FROM payments WHERE customer_id = $1 AND is_received AND allocated < amount
  UNION ALL SELECT 'creditNote', id, coalesce(number, id::text), created_at::date, -amount, settled - amount
    FROM invoices WHERE customer_id = $1 AND is_unpaid AND amount < settled`;

/** What staff can allocate: what is left of the customer's payments, credit notes and invoices, oldest first. */
export async function listOpenItems(database: Database, caller: Caller, customerId: string): Promise<OpenItems> {
  const [found, owed] = await runAsStaff(
    database,
    caller,
    { needs: ['records'], customerId },
    {
      name: 'open-sources',
      text: `SELECT ${source.sql} FROM (${sources}) AS sources ORDER BY day, id LIMIT ${maxOpen}`,
      values: [customerId],
    },
    {
      name: 'open-invoices',
      text: `SELECT ${invoice.sql} FROM invoices WHERE customer_id = $1 AND is_unpaid AND amount > settled
        ORDER BY due_date_key, id LIMIT ${maxOpen}`,
      values: [customerId],
    },
  );
  return { sources: source.all(found), invoices: invoice.all(owed) };
}

const rejectAllocation = fromSqlState({
  '23514 this invoice is not owed': new UserError(
    'invalid_request',
    'An invoice that is void or a draft cannot be settled.',
  ),
  '23514 this payment or credit note does not count': new UserError(
    'invalid_request',
    'Only a payment that has arrived, or a credit note that is not used up, settles invoices.',
  ),
  '23514': new UserError('changed_meanwhile', 'This is more than what is left of the payment or of the invoice.'),
  '23503': new UserError('not_found', 'There is no such record.'),
  '23505': new UserError('changed_meanwhile', 'This payment already settles a part of this invoice.'),
});

/** All amounts or none. */
export async function allocate(database: Database, caller: Caller, allocation: Allocate): Promise<OpenItems> {
  const { customerId, source: kind, sourceId, amounts } = allocation;
  await inStaffTransaction(database, caller, { needs: ['records'], customerId }, async (client) => {
    // In one order, so that two at once wait for each other and do not block each other.
    const ordered = amounts.toSorted((one, other) => (one.invoiceId < other.invoiceId ? -1 : 1));
    for (const { invoiceId, amount } of ordered)
      await client
        .query(
          `INSERT INTO payment_allocations (customer_id, invoice_id, ${kind === 'payment' ? 'payment_id' : 'credit_note_id'}, amount, created_by)
          VALUES ($1, $2, $3, $4, app_staff_id())`,
          [customerId, invoiceId, sourceId, amount],
        )
        .catch(rejectAllocation);
    await recordChange(client, caller, 'payment.allocated', customerId, kind, sourceId, {
      invoices: amounts.length,
    });
  });
  return listOpenItems(database, caller, customerId);
}

export async function removeAllocation(
  database: Database,
  caller: Caller,
  { customerId, id }: RemoveAllocation,
): Promise<OpenItems> {
  await inStaffTransaction(database, caller, { needs: ['records'], customerId }, async (client) => {
    const { rows } = await client.query<{ source: 'payment' | 'creditNote'; sourceId: string; amount: string }>(
      `SELECT CASE WHEN payment_id IS NULL THEN 'creditNote' ELSE 'payment' END AS source,
        coalesce(payment_id, credit_note_id) AS "sourceId", amount::text FROM payment_allocations WHERE id = $1 AND customer_id = $2`,
      [id, customerId],
    );
    const [found] = rows;
    const { rows: removed } = await client.query<{ removed: boolean }>('SELECT remove_allocation($1) AS removed', [
      found === undefined ? null : id,
    ]);
    if (found === undefined || removed[0]?.removed !== true)
      throw new UserError('not_found', 'There is no such record.');
    await recordChange(client, caller, 'payment.allocation_removed', customerId, found.source, found.sourceId, {
      amount: found.amount,
    });
  });
  return listOpenItems(database, caller, customerId);
}

/** Equal amounts that are certain: of an invoice that the books call paid, oldest first; of one that is owed only if no other has it. */
const matchPayments = `INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount, created_by)
  SELECT $1, invoice.id, payment.id, payment.rest, app_staff_id() FROM (
    SELECT id, amount - allocated AS rest, payment_date, count(*) OVER alike AS alike, row_number() OVER (alike ORDER BY payment_date, id) AS at
    FROM payments WHERE customer_id = $1 AND is_received AND allocated < amount WINDOW alike AS (PARTITION BY amount - allocated)
  ) AS payment JOIN (
    SELECT invoices.id, amount - settled AS rest, is_unpaid, created_on, count(*) OVER (PARTITION BY amount - settled) AS alike,
      row_number() OVER (PARTITION BY amount - settled, is_unpaid ORDER BY created_on, invoices.id) AS at
    FROM invoices CROSS JOIN LATERAL (SELECT coalesce((SELECT issued_on FROM invoice_documents WHERE invoice_id = invoices.id),
      (invoices.created_at AT TIME ZONE 'Europe/Paris')::date) AS created_on) AS days
    WHERE customer_id = $1 AND settled < amount AND (is_unpaid OR lower(status) = 'paid')
  ) AS invoice USING (rest)
  WHERE CASE WHEN is_unpaid THEN payment.alike = 1 AND invoice.alike = 1 AND payment_date >= created_on ELSE payment.at = invoice.at END
  ORDER BY invoice.id LIMIT ${maxOpen} RETURNING payment_id AS id`;

/** Settles invoices with the payments of the same amount. */
export async function matchAllocations(
  database: Database,
  caller: Caller,
  customerId: string,
): Promise<MatchedAllocations> {
  const matched = await inStaffTransaction(database, caller, { needs: ['records'], customerId }, async (client) => {
    const { rows } = await client.query<{ id: string }>(matchPayments, [customerId]).catch(rejectAllocation);
    for (const { id } of rows)
      await recordChange(client, caller, 'payment.allocated', customerId, 'payment', id, { invoices: 1 });
    return rows.length;
  });
  return { matched, ...(await listOpenItems(database, caller, customerId)) };
}

function recordChange(
  client: ClientBase,
  caller: Caller,
  event: 'payment.allocated' | 'payment.allocation_removed',
  customer: string,
  kind: 'payment' | 'creditNote',
  id: string,
  details: Record<string, string | number>,
): Promise<void> {
  const entity = `${kind === 'payment' ? 'payments' : 'invoices'}:${id}`;
  return recordStaffEvent(client, { event, customer, entity, details }, traceOf(caller));
}
