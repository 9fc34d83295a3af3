import { columns, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Row, Statement as Sql } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { notLinked, UserError } from '#api/lib/errors.ts';
import { byteOrderMark, csvLine } from '#contract/csv.ts';
import { add, compare, negate } from '#contract/decimal.ts';
import type { Statement } from '#contract/statement.ts';
import { readingPermissions } from '#contract/staff.ts';

// A statement of account. What counts: every invoice and credit note that was issued, except those that are
// void, written off or refunded, and every payment that has arrived. Void records, drafts and payments that are pending, failed or
// refunded do not.

/** More are neither read nor printed: the period is to be shorter. */
export const maxMovements = 5000;

const counts = `lower(status) NOT IN ('refunded', 'written_off', 'void', 'voided', 'cancelled', 'canceled', 'draft')`;
const issuedOn = `coalesce(issued_on, (invoices.created_at AT TIME ZONE 'Europe/Paris')::date)`;

/** `owner` is SQL for the customer. */
const movementsOf = (owner: string) => `
  SELECT ${issuedOn} AS "on", CASE WHEN amount < 0 THEN 'credit_note' ELSE 'invoice' END AS kind, number,
    CASE WHEN credits_invoice_id IS NOT NULL THEN
      (SELECT credited.number FROM invoices AS credited WHERE credited.id = invoices.credits_invoice_id) END AS label,
    amount, invoices.id
  FROM invoices LEFT JOIN invoice_documents ON invoice_id = invoices.id WHERE invoices.customer_id = ${owner} AND ${counts}
  UNION ALL
  SELECT payment_date, 'payment', payment_reference, NULL, -amount, id FROM payments WHERE customer_id = ${owner} AND is_received`;

const movement = columns({
  on: text('"on"'),
  kind: oneOf('kind', ['invoice', 'credit_note', 'payment']),
  number: nullable(text('number')),
  label: nullable(text('label')),
  amount: text('amount'),
});
const head = columns({
  name: text('name'),
  siren: nullable(
    text(`(SELECT buyer_siren FROM invoice_documents WHERE invoice_documents.customer_id = customers.id
      AND buyer_siren IS NOT NULL ORDER BY issued_on DESC, invoice_id LIMIT 1)`),
  ),
});
const ages = ['notDue', 'days0to30', 'days31to60', 'days61to90', 'over90'] as const;
const age = columns({ age: oneOf('age', ages), total: text('sum("left")') });

/** What was left of each invoice on the last day. One that an import calls paid has nothing left, with or without payments. */
const ageingOf = (owner: string) => `
  SELECT ${age.sql} FROM (
    SELECT CASE WHEN due_date IS NULL OR due_date >= $2::date THEN 'notDue'
        WHEN $2::date - due_date <= 30 THEN 'days0to30' WHEN $2::date - due_date <= 60 THEN 'days31to60'
        WHEN $2::date - due_date <= 90 THEN 'days61to90' ELSE 'over90' END AS age,
      amount - coalesce((SELECT sum(allocation.amount) FROM payment_allocations AS allocation
        LEFT JOIN payments ON payments.id = allocation.payment_id
        LEFT JOIN invoices AS credit ON credit.id = allocation.credit_note_id
        LEFT JOIN invoice_documents AS credit_document ON credit_document.invoice_id = credit.id
        WHERE allocation.invoice_id = invoices.id AND coalesce(payment_date, credit_document.issued_on,
          (credit.created_at AT TIME ZONE 'Europe/Paris')::date) <= $2::date), 0) AS "left"
    FROM invoices LEFT JOIN invoice_documents ON invoice_id = invoices.id
    WHERE invoices.customer_id = ${owner} AND amount > 0 AND ${counts} AND (is_unpaid OR settled > 0) AND ${issuedOn} <= $2::date
  ) AS open WHERE $1::date <= $2::date GROUP BY age`;

export interface Period {
  from: string;
  to: string;
}

const statementsOf = (name: string, owner: string, { from, to }: Period, values: unknown[]): Sql[] => [
  {
    name: `statement-head-${name}`,
    text: `SELECT ${head.sql} FROM customers WHERE id = ${owner} AND $1::date <= $2::date`,
    values: [from, to, ...values],
  },
  {
    name: `statement-opening-${name}`,
    text: `SELECT coalesce(sum(amount), 0.00) FROM (${movementsOf(owner)}) AS movements WHERE "on" < $1::date AND $2::date IS NOT NULL`,
    values: [from, to, ...values],
  },
  {
    name: `statement-movements-${name}`,
    text: `SELECT ${movement.sql} FROM (${movementsOf(owner)}) AS movements WHERE "on" BETWEEN $1::date AND $2::date
      ORDER BY "on", array_position(ARRAY['invoice', 'credit_note', 'payment'], kind), number, id LIMIT ${maxMovements + 1}`,
    values: [from, to, ...values],
  },
  { name: `statement-ageing-${name}`, text: ageingOf(owner), values: [from, to, ...values] },
];

export async function getStatement(
  database: Database,
  caller: Caller,
  period: Period,
  currency: string,
): Promise<Statement> {
  assertPeriod(period);
  const owner = `(SELECT app_customer_id('billing'))`;
  const access = { mode: 'read', needs: 'billing' } as const;
  return read(
    await runAsSession(database, caller, access, ...statementsOf('portal', owner, period, [])),
    period,
    currency,
  );
}

export async function getDeskStatement(
  database: Database,
  caller: Caller,
  { customerId, ...period }: Period & { customerId: string },
  currency: string,
): Promise<Statement> {
  assertPeriod(period);
  const [, ...results] = await runAsStaff(
    database,
    caller,
    { needs: readingPermissions, customerId },
    noteRead(caller, customerId, 'invoices'),
    ...statementsOf('desk', '$3::uuid', period, [customerId]),
  );
  return read(results, period, currency);
}

function assertPeriod({ from, to }: Period): void {
  if (from > to) throw new UserError('invalid_request', 'Please choose a first day that is not after the last one.');
}

function read([heads, opening, rows, aged]: Row[][], { from, to }: Period, currency: string): Statement {
  const customer = head.first(heads);
  if (customer === undefined) throw notLinked;
  const movements = movement.all(rows);
  if (movements.length > maxMovements)
    throw new UserError(
      'invalid_request',
      `Please choose a shorter period: this one has more than ${maxMovements} movements.`,
    );
  const openingBalance = String(opening?.[0]?.[0]);
  let balance = openingBalance;
  const entries = movements.map(({ on, kind, number, label, amount }) => {
    balance = add(balance, amount);
    const isDebit = compare(amount, '0') >= 0;
    return {
      on,
      kind,
      number,
      label,
      debit: isDebit ? amount : null,
      credit: isDebit ? null : negate(amount),
      balance,
    };
  });
  const totals = new Map(age.all(aged).map((one) => [one.age, one.total]));
  const ageing = Object.fromEntries(ages.map((name) => [name, totals.get(name) ?? '0.00'])) as Statement['ageing'];
  return {
    customer: { ...customer, address: [] },
    from,
    to,
    currency,
    openingBalance,
    entries,
    closingBalance: balance,
    ageing,
  };
}

/** For spreadsheets, in international notation. */
export function statementCsv({ from, to, currency, openingBalance, entries, closingBalance }: Statement): string {
  const lines = [
    ['Date', 'Type', 'Number', 'About', `Debit (${currency})`, `Credit (${currency})`, `Balance (${currency})`],
    [from, 'opening_balance', null, null, null, null, openingBalance],
    ...entries.map(({ on, kind, number, label, debit, credit, balance }) => [
      on,
      kind,
      number,
      label,
      debit,
      credit,
      balance,
    ]),
    [to, 'closing_balance', null, null, null, null, closingBalance],
  ];
  return byteOrderMark + lines.map((line) => csvLine(line)).join('');
}
