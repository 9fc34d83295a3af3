import type { ClientBase } from 'pg';
import { UserError } from '#api/lib/errors.ts';
import { type ActiveBankAccount, readActiveBankAccount } from '#modules/bank/server/bank-accounts.ts';
import { compare } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument } from '#contract/invoice-document.ts';
import type { IssueInvoice } from '../../contract/invoice-issue.ts';
import { toPrintable, unprintableIn } from '#contract/printable.ts';
import { calculateInvoice, DraftError, type InvoiceDraft } from './calculate.ts';
import { buyerParty, sellerParty } from './parties.ts';

// What an invoice says: the input with what we know of the seller, the customer and the invoice that is credited.

/** In France, where the company and its tax office are. */
export const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format();

export const creditExceeded = new UserError(
  'credit_exceeded',
  'A credit note cannot exceed what is left of its invoice.',
);

interface Credited {
  number: string | null;
  amount: string;
  /** What other credit notes have left of it. */
  creditable: string;
  issuedOn: string;
}

async function creditedBy(client: ClientBase, { creditsId, customerId }: IssueInvoice): Promise<Credited | null> {
  if (creditsId === null) return null;
  const { rows } = await client.query<Credited>(
    `SELECT number, amount::text, creditable_amount(id)::text AS creditable, coalesce(issued_on, (created_at AT TIME ZONE 'Europe/Paris')::date)::text AS "issuedOn"
    FROM invoices LEFT JOIN (SELECT invoice_id, issued_on FROM invoice_documents) AS documents ON invoice_id = id
    WHERE id = $1 AND customer_id = $2`,
    [creditsId, customerId],
  );
  const [found] = rows;
  if (found === undefined) throw new UserError('not_found', 'There is no such invoice.');
  if (compare(found.amount, '0') <= 0 || found.number === null)
    throw new UserError('invalid_request', 'Only an invoice with a number can be credited.');
  return found;
}

export interface IssuedAs {
  number: string;
  issuedOn: string;
  currency: string;
}

export async function draftOf(
  client: ClientBase,
  input: IssueInvoice,
  as: IssuedAs,
): Promise<{ invoice: InvoiceDocument; account: ActiveBankAccount | undefined }> {
  const { draft, account, credited } = await composeDraft(client, input, as);
  const invoice = calculate(draft);
  const { gross } = invoice.totals;
  if (compare(gross, '0') <= 0) throw new UserError('invoice_not_positive', 'The total must be above zero.');
  // The database checks it again, as two credit notes may be issued at once (check_credit_note).
  if (credited !== null && compare(gross, credited.creditable) > 0) throw creditExceeded;
  return { invoice, account };
}

function checkPrintable(field: string, text: string): string {
  const found = unprintableIn(text);
  if (found !== '')
    throw new UserError('unprintable_characters', `Documents cannot print these characters of ${field}: ${found}`);
  return toPrintable(text);
}

/** The texts as the PDF prints them; the XML says the same. */
function printable(input: IssueInvoice): IssueInvoice {
  const orNull = (field: string, text: string | null) => (text === null ? null : checkPrintable(field, text));
  const { lines, postCode, city } = input.address;
  return {
    ...input,
    address: {
      ...input.address,
      lines: lines.map((text) => checkPrintable('address', text)),
      postCode: checkPrintable('postCode', postCode),
      city: checkPrintable('city', city),
    },
    orderNumber: orNull('orderNumber', input.orderNumber),
    exemptionReason: orNull('exemptionReason', input.exemptionReason),
    remark: orNull('remark', input.remark),
    lines: input.lines.map((one, at) => ({
      ...one,
      name: checkPrintable(`lines.${at + 1}.name`, one.name),
      description: orNull(`lines.${at + 1}.description`, one.description),
    })),
  };
}

export async function composeDraft(
  client: ClientBase,
  input: IssueInvoice,
  { number, issuedOn, currency }: IssuedAs,
): Promise<{ draft: InvoiceDraft; account: ActiveBankAccount | undefined; credited: Credited | null }> {
  const credited = await creditedBy(client, input);
  const { rows } = await client.query<{ name: string; siren: string | null; email: string | null }>(
    'SELECT name, siren, email FROM customers WHERE id = $1',
    [input.customerId],
  );
  const [customer] = rows;
  if (customer === undefined) throw new UserError('not_found', 'There is no such customer.');
  const account = credited === null ? await readActiveBankAccount(client) : undefined;
  const { address, vatId, isConsumer, exemptionReason, ...said } = printable(input);
  checkPrintable('customer', customer.name);
  const draft: InvoiceDraft = {
    ...said,
    number,
    kind: credited === null ? documentKinds.invoice : documentKinds.creditNote,
    issuedOn,
    dueOn: credited === null ? input.dueOn : null,
    deliveredTo: null,
    currency,
    isTaxedOnIssue: false,
    seller: sellerParty(input.lines.map(({ taxCategory }) => taxCategory)),
    buyer: buyerParty({
      ...customer,
      name: toPrintable(customer.name),
      address,
      vatId,
      isConsumer: isConsumer === true,
    }),
    contractNumber: null,
    corrects: credited?.number ? [{ number: credited.number, issuedOn: credited.issuedOn }] : [],
    lines: said.lines.map((one) => ({ ...one, adjustments: [] })),
    adjustments: [],
    paid: '0',
    payment: {
      iban: account?.iban ?? null,
      bic: account?.bic ?? null,
      holder: account?.holder ?? null,
      reference: credited === null ? number : null,
      terms: null,
    },
    exemptions: exemptionReason === null ? {} : { E: { reason: exemptionReason, code: null } },
    remarks: said.remark === null || said.remark.trim() === '' ? [] : [said.remark],
  };
  return { draft, account, credited };
}

export function calculate(draft: InvoiceDraft): InvoiceDocument {
  try {
    return calculateInvoice(draft);
  } catch (error) {
    throw error instanceof DraftError ? new UserError(error.code, error.message) : error;
  }
}
