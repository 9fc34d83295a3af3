import { columns, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Row, Statement as Sql } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import { notLinked, UserError } from '#api/lib/errors.ts';
import { documentCopy } from '#api/documents/copy/copy.ts';
import { byteOrderMark, csvLine, csvNumber, frenchCsv, internationalCsv } from '#contract/csv.ts';
import { add, compare, negate } from '#contract/decimal.ts';
import type { Language } from '#contract/languages.ts';
import { maxPrintedMovements, type Statement, statementKinds } from '#contract/statement.ts';
import { readingPermissions } from '#contract/staff.ts';

// A statement of account. What counts: every invoice and credit note that was issued, except those that are void, written off or
// refunded, and every payment that has arrived. Imported books often call an invoice paid without saying by which payment. Then the
// payments that settle nothing yet are taken for it, oldest first, and the rest is a movement of its own on the day of issue:
// the closing balance is what is outstanding, less what the customer has paid in advance.

/** More are not read: the period is to be shorter. */
const maxMovements = 5000;

const counts = `lower(status) NOT IN ('refunded', 'written_off', 'void', 'voided', 'cancelled', 'canceled', 'draft')`;

/** `owner` is SQL for the customer. `by_books`: what its status settles. */
const account = (owner: string) => `WITH
  issued AS (
    SELECT invoices.id, number, amount, settled, due_date, credits_invoice_id, is_unpaid, lower(status) = 'paid' AND amount > settled AS is_claim,
      coalesce(issued_on, (invoices.created_at AT TIME ZONE 'Europe/Paris')::date) AS "on"
    FROM invoices LEFT JOIN invoice_documents ON invoice_id = invoices.id WHERE invoices.customer_id = ${owner} AND ${counts}),
  arrived AS (
    SELECT id, payment_reference, payment_date AS "on", amount, amount - allocated AS spare
    FROM payments WHERE customer_id = ${owner} AND is_received),
  claims AS (
    SELECT id, amount - settled AS claimed, sum(amount - settled) OVER (ORDER BY "on", id) - (amount - settled) AS before
    FROM issued WHERE is_claim),
  owed AS (
    SELECT issued.*, claimed, before, CASE WHEN is_unpaid THEN 0 WHEN is_claim
      THEN claimed - greatest(0, least(claimed, (SELECT coalesce(sum(spare), 0) FROM arrived) - before)) ELSE amount - settled END AS by_books
    FROM issued LEFT JOIN claims USING (id)),
  movements AS (
    SELECT "on", CASE WHEN amount < 0 THEN 'credit_note' ELSE 'invoice' END AS kind, number,
      (SELECT credited.number FROM invoices AS credited WHERE credited.id = owed.credits_invoice_id) AS label, amount, id
    FROM owed
    UNION ALL SELECT "on", 'books', number, NULL, -by_books, id FROM owed WHERE by_books <> 0
    UNION ALL SELECT "on", 'payment', payment_reference, NULL, -amount, id FROM arrived)`;

const movement = columns({
  on: text('"on"'),
  kind: oneOf('kind', statementKinds),
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

/** What was left of each invoice on the last day. */
const ageingOf = (owner: string) => `${account(owner)}
  SELECT ${age.sql} FROM (
    SELECT CASE WHEN due_date IS NULL OR due_date >= $2::date THEN 'notDue'
        WHEN $2::date - due_date <= 30 THEN 'days0to30' WHEN $2::date - due_date <= 60 THEN 'days31to60'
        WHEN $2::date - due_date <= 90 THEN 'days61to90' ELSE 'over90' END AS age,
      amount - by_books - coalesce(greatest(0, least(claimed - by_books,
          (SELECT coalesce(sum(spare), 0) FROM arrived WHERE "on" <= $2::date) - before)), 0)
        - coalesce((SELECT sum(allocation.amount) FROM payment_allocations AS allocation
        LEFT JOIN arrived ON arrived.id = allocation.payment_id
        LEFT JOIN issued AS credit ON credit.id = allocation.credit_note_id
        WHERE allocation.invoice_id = owed.id AND coalesce(arrived."on", credit."on") <= $2::date), 0) AS "left"
    FROM owed WHERE amount > 0 AND "on" <= $2::date
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
    text: `${account(owner)} SELECT coalesce(sum(amount), 0.00) FROM movements WHERE "on" < $1::date AND $2::date IS NOT NULL`,
    values: [from, to, ...values],
  },
  {
    name: `statement-movements-${name}`,
    text: `${account(owner)} SELECT ${movement.sql} FROM movements WHERE "on" BETWEEN $1::date AND $2::date
      ORDER BY "on", array_position(ARRAY['${statementKinds.join("', '")}'], kind), number, id LIMIT ${maxMovements + 1}`,
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
      'period_too_long',
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

export function assertPrintable({ entries }: Statement): void {
  if (entries.length > maxPrintedMovements)
    throw new UserError(
      'period_too_long',
      `Please choose a shorter period for the PDF, or the CSV: this one has more than ${maxPrintedMovements} movements.`,
    );
}

/** For spreadsheets: with codes in international notation, or in words as spreadsheets of France and the Maghreb read it. */
export function statementCsv(statement: Statement, language: Language): string {
  const { from, to, currency, openingBalance, entries, closingBalance } = statement;
  const { format, headings, opening, closing, kinds } = statementCopies[language];
  const amount = (value: string | null) => (value === null ? null : csvNumber(value, format));
  const money = (heading: string) => `${heading} (${currency})`;
  const [on, type, named, about, ...amounts] = headings;
  const lines = [
    [on, type, named, about, ...amounts.map(money)],
    [from, opening, null, null, null, null, amount(openingBalance)],
    ...entries.map(({ on: day, kind, number, label, debit, credit, balance }) => [
      day,
      kinds[kind],
      number,
      label,
      amount(debit),
      amount(credit),
      amount(balance),
    ]),
    [to, closing, null, null, null, null, amount(closingBalance)],
  ];
  return byteOrderMark + lines.map((line) => csvLine(line, format)).join('');
}

const codedStatement = {
  format: internationalCsv,
  headings: ['Date', 'Type', 'Number', 'About', 'Debit', 'Credit', 'Balance'],
  opening: 'opening_balance',
  closing: 'closing_balance',
  kinds: { invoice: 'invoice', credit_note: 'credit_note', books: 'books', payment: 'payment' },
} as const;

const arabicStatement = {
  format: frenchCsv,
  headings: ['التاريخ', 'النوع', 'الرقم', 'البيان', 'مدين', 'دائن', 'الرصيد'],
  opening: 'الرصيد الافتتاحي',
  closing: 'الرصيد الختامي',
  kinds: { invoice: 'فاتورة', credit_note: 'إشعار دائن', books: 'تسوية في سجلاتنا', payment: 'دفعة' },
} as const;

const { statement: french } = documentCopy.fr;
const frenchStatement = {
  ...french,
  format: frenchCsv,
  headings: (['on', 'kind', 'number', 'label', 'debit', 'credit', 'balance'] as const).map(
    (name) => french.columns[name],
  ),
};

const statementCopies = { en: codedStatement, fr: frenchStatement, ar: arabicStatement };
