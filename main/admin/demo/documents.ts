import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type IssueDeps, writeInvoice } from '#modules/invoicing/server/write/issue-invoice.ts';
import type { IssueInvoice } from '#modules/invoicing/contract/invoice-issue.ts';
import type { Days } from '#api/lib/demo-days.ts';
import type { DemoDocument, DemoLine } from './demo-customer.ts';

/** Euros for one unit of another currency. Invented. */
const euroRate = '0.92';

/** Issues the documents with the code that serves the desk, in order, so that their numbers follow their days. */
export async function insertDocuments(
  client: ClientBase,
  deps: IssueDeps,
  days: Days,
  companies: { customerId: string; address: IssueInvoice['address']; documents: DemoDocument[] }[],
): Promise<void> {
  const issues = companies.flatMap(({ customerId, address, documents }) =>
    documents.flatMap((document) => {
      const shared = { customerId, address, vatId: null, deliveredOn: null, nature: document.nature ?? 'services' };
      const language: IssueInvoice['language'] = document.language ?? 'fr';
      const base = { ...shared, language, orderNumber: document.orderNumber ?? null };
      const id = randomUUID();
      const currency = document.currency ?? deps.currency;
      const invoice = {
        document,
        currency,
        issued: document.issued,
        input: {
          ...base,
          id,
          creditsId: null,
          dueOn: days.day(document.due),
          ...contentOf(document.lines, document.remark, currency),
        },
      };
      if (document.creditNote === undefined) return [invoice];
      const { issued, lines, remark } = document.creditNote;
      const creditNote = {
        ...base,
        id: randomUUID(),
        creditsId: id,
        dueOn: null,
        ...contentOf(lines, remark, currency),
      };
      return [invoice, { document: undefined, currency, issued, input: creditNote }];
    }),
  );
  for (const { document, currency, issued, input } of issues.toSorted((one, other) => one.issued - other.issued)) {
    const issuedOn = days.day(issued);
    const { rows } = await client.query<{ number: string }>('SELECT next_invoice_number_as_operator($1) AS number', [
      Number(issuedOn.slice(0, 4)),
    ]);
    const { number } = rows[0] as { number: string };
    await writeInvoice(client, deps, input, { number, issuedOn, currency });
    if (document === undefined) await client.query('SELECT apply_credit_notes_as_operator($1)', [[input.id]]);
    else await setState(client, input.id, document);
    await backdate(client, input.id, days.moment(issued));
  }
}

const contentOf = (lines: DemoLine[], remark: string | undefined, currency: string) => ({
  lines: lines.map(([name, description, quantity, unit, price, taxRate, discountPercent = null]) => ({
    name,
    description,
    quantity,
    unit,
    price,
    discountPercent,
    taxCategory: 'S' as const,
    taxRate,
  })),
  remark: remark ?? null,
  exemptionReason: null,
  euroRate: currency === 'EUR' ? null : euroRate,
});

/** The history would otherwise say that everything happened today. */
async function backdate(client: ClientBase, id: string, moment: string): Promise<void> {
  for (const table of ['invoice_documents', 'record_files'])
    await client.query(`UPDATE ${table} SET created_at = $2 WHERE invoice_id = $1`, [id, moment]);
  await client.query('UPDATE payment_allocations SET created_at = $2 WHERE credit_note_id = $1', [id, moment]);
}

async function setState(client: ClientBase, id: string, { status, riskScore, paidBy }: DemoDocument): Promise<void> {
  await client.query('UPDATE invoices SET status = $2, risk_score = $3 WHERE id = $1', [id, status, riskScore]);
  if (paidBy === undefined) return;
  await client.query(
    `INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount, created_at)
    SELECT invoices.customer_id, invoices.id, payments.id, $3, payment_date + time '10:00'
    FROM invoices JOIN payments USING (customer_id) WHERE invoices.id = $1 AND payment_reference = $2`,
    [id, paidBy.reference, paidBy.amount],
  );
}

/** Payments of the exact amount, at most two days after the due date, settle what was paid in time. */
export async function settlePaidInvoices(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount, created_at)
    SELECT invoices.customer_id, invoices.id, payments.id, payments.amount, payment_date + time '10:00'
    FROM invoices JOIN payments USING (customer_id, amount)
    WHERE invoices.status = 'paid' AND settled = 0 AND is_received AND payment_date - due_date BETWEEN 0 AND 2`,
  );
}
