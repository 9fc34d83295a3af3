import { compare, negate } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument } from '#contract/invoice-document.ts';
import type { DocumentContradiction, DocumentContradictionCode } from '../../contract/invoice-import.ts';
import type { ReadInvoice } from './read-invoice.ts';

/** What the database says about the invoice. */
export interface StoredInvoice {
  amount: string;
  /** Days. */
  issuedOn: string;
  dueOn: string | null;
  status: string;
}

/** What we say about ourselves. */
export interface OurSide {
  currency: string;
  /** Null while the company has not filled it in: then the seller is not compared. */
  siren: string | null;
  /** The active account's. Empty where the last one was withdrawn; null where there never was one. */
  iban: string | null;
}

const withdrawn = new Set(['draft', 'void', 'voided', 'cancelled', 'canceled']);

/** The amount in the list of invoices: a credit note's is negative there, and positive in its document. */
export const amountOf = ({ kind, totals }: InvoiceDocument) =>
  kind === documentKinds.creditNote ? negate(totals.gross) : totals.gross;

/** Where a document differs from the stored invoice of its number. */
export function compareDocument(document: InvoiceDocument, stored: StoredInvoice): DocumentContradiction[] {
  const found: DocumentContradiction[] = [];
  const add = (code: DocumentContradictionCode, said: string | null, kept: string | null) =>
    void found.push({ code, document: said, stored: kept });
  const amount = amountOf(document);
  const isCredit = document.kind === documentKinds.creditNote;
  if (compare(amount, stored.amount) !== 0) add('amount', amount, stored.amount);
  if (compare(stored.amount, '0') !== 0 && compare(stored.amount, '0') < 0 !== isCredit)
    add('kind', document.kind, stored.amount);
  if (document.issuedOn !== stored.issuedOn) add('issued_on', document.issuedOn, stored.issuedOn);
  if (document.dueOn !== null && document.dueOn !== stored.dueOn) add('due_on', document.dueOn, stored.dueOn);
  if (withdrawn.has(stored.status.toLowerCase())) add('status', null, stored.status);
  return found;
}

/** An IBAN ends with the national number of the account, which some documents have, too. */
const isSameAccount = (account: string, iban: string) =>
  account === iban || (account.length >= 8 && /^\d+$/.test(account) && iban.endsWith(account));

/** What contradicts us, whether the invoice is stored or not. */
export function compareSides(
  { document, accounts }: Pick<ReadInvoice, 'document' | 'accounts'>,
  us: OurSide,
  buyerSiren: string | null,
) {
  const found: DocumentContradiction[] = [];
  if (us.siren !== null && document.seller.siren !== us.siren)
    found.push({ code: 'seller', document: document.seller.siren ?? document.seller.name, stored: us.siren });
  if (document.currency !== us.currency)
    found.push({ code: 'currency', document: document.currency, stored: us.currency });
  const { iban } = us;
  if (iban !== null) {
    const others = accounts.filter((account) => !isSameAccount(account, iban));
    if (others.length > 0) found.push({ code: 'iban', document: others.join(', '), stored: iban || null });
  }
  if (buyerSiren !== null && document.buyer.siren !== null && document.buyer.siren !== buyerSiren)
    found.push({ code: 'buyer_siren', document: document.buyer.siren, stored: buyerSiren });
  // A credit note adds to what is due, or an invoice reduces it.
  if (compare(document.totals.gross, '0') < 0)
    found.push({ code: 'kind', document: document.kind, stored: document.totals.gross });
  return found;
}
