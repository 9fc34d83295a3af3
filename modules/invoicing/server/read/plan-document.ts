import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { company } from '#api/lib/company.ts';
import { compare } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument } from '#contract/invoice-document.ts';
import {
  blockingContradictions,
  type DocumentContradiction,
  type DocumentOutcome,
  type DocumentPlan,
  type DocumentQuery,
} from '../../contract/invoice-import.ts';
import { noCustomer } from '#api/services/customers/customer.ts';
import { compareDocument, compareSides } from './compare-document.ts';
import { findSecondPerson } from './foreign-account.ts';
import type { InvoiceFileError } from './invoice-file-error.ts';
import type { ReadInvoice } from './read-invoice.ts';

/** A file that was read, by its hashes. */
export interface ReadFile {
  invoice: ReadInvoice;
  /** The hash of the file. That of the XML in it is the same where the file is XML. */
  sha256: string;
  xmlSha256: string;
}

interface Customer {
  id: string;
  name: string;
  siren: string | null;
}

/** The stored invoice of the document's number. */
interface Existing {
  id: string;
  customerId: string;
  amount: string;
  issuedOn: string;
  dueOn: string | null;
  status: string;
  origin: string | null;
  customerName: string;
  /** Hashes of its files that were not replaced. */
  files: string[];
}

/** A plan, with what applying it needs. */
export interface Planned {
  plan: DocumentPlan;
  invoiceId: string | null;
  hasDocument: boolean;
  /** The invoice that a credit note reduces. */
  creditsId: string | null;
}

const existingText = `SELECT id, customer_id AS "customerId", amount::text, (invoices.created_at AT TIME ZONE 'UTC')::date::text AS "issuedOn",
    due_date::text AS "dueOn", status, (SELECT origin FROM invoice_documents WHERE invoice_id = invoices.id) AS origin,
    (SELECT name FROM customers WHERE customers.id = customer_id) AS "customerName",
    ARRAY(SELECT sha256 FROM record_files WHERE invoice_id = invoices.id AND replaced_at IS NULL ORDER BY sha256) AS files
  FROM invoices WHERE number_key = lower($1) ORDER BY customer_id = $2 DESC, shares_number LIMIT 1`;

/** What importing the file would do now. In a transaction of a staff member with the permission `records`. */
export async function planDocument(
  client: ClientBase,
  file: ReadFile,
  query: DocumentQuery,
  currency: string,
): Promise<Planned> {
  const { document, findings } = file.invoice;
  const { customer, candidates } = await findCustomer(client, document, query.customerId);
  const { rows } = await client.query<Existing>(existingText, [document.number, customer?.id ?? null]);
  const existing = rows[0];
  const credited = await findCredited(client, document, customer);
  const { rows: accounts } = await client.query<{ iban: string | null }>('SELECT expected_iban() AS iban');
  const ours = { currency, siren: company.siren, iban: accounts[0]?.iban ?? null };
  const contradictions = [
    ...compareSides(file.invoice, ours, customer?.siren ?? null),
    ...(existing === undefined ? [] : compareStored(file, existing, customer)),
    ...credited.contradictions,
  ];
  const outcome = decide({ file, existing, customer, contradictions, isReplaced: query.replace !== undefined });
  const isStored = ['added', 'attached', 'replaced'].includes(outcome);
  const secondPerson = isStored ? await findSecondPerson(client, document, customer, contradictions) : null;
  const plan = {
    outcome,
    needsAcceptance: isStored && contradictions.some(({ code }) => code !== 'other_document'),
    secondPerson,
    error: null,
    document: summaryOf(document, credited.number),
    customer: customer === undefined ? null : { id: customer.id, name: customer.name },
    candidates: candidatesOf(candidates, existing, customer),
    contradictions,
    findings,
  };
  const hash = hashOf([file.sha256, query, plan, existing, credited.id]);
  const hasDocument = (existing?.origin ?? null) !== null;
  return { plan: { hash, ...plan }, invoiceId: existing?.id ?? null, hasDocument, creditsId: credited.id };
}

/** The plan of a file that is not read as an invoice. */
export function rejectedPlan(sha256: string, { code, detail }: InvoiceFileError): DocumentPlan {
  return {
    hash: hashOf([sha256, code, detail]),
    outcome: 'rejected',
    needsAcceptance: false,
    secondPerson: null,
    error: { code, detail },
    document: null,
    customer: null,
    candidates: [],
    contradictions: [],
    findings: [],
  };
}

/** Also the customer who has the number. */
function candidatesOf(found: Customer[], existing: Existing | undefined, customer: Customer | undefined) {
  if (customer !== undefined) return [];
  if (existing === undefined || found.length > 0) return found.map(({ id, name }) => ({ id, name }));
  return [{ id: existing.customerId, name: existing.customerName }];
}

const hashOf = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** By the choice of the staff member, else by the SIREN. */
async function findCustomer(client: ClientBase, { buyer }: InvoiceDocument, chosen: string | undefined) {
  const { rows } = await client.query<Customer>(
    `SELECT id, name, siren FROM customers
    WHERE erased_at IS NULL AND CASE WHEN $1::uuid IS NULL THEN siren = $2 ELSE id = $1 END ORDER BY name_key, id LIMIT 20`,
    [chosen ?? null, buyer.siren],
  );
  if (chosen !== undefined && rows.length === 0) throw noCustomer;
  return rows.length === 1 ? { customer: rows[0], candidates: [] } : { customer: undefined, candidates: rows };
}

/** The stored invoice that a credit note names. Another customer's is never linked. */
async function findCredited(client: ClientBase, document: InvoiceDocument, customer: Customer | undefined) {
  const none = { id: null, number: null, contradictions: [] as DocumentContradiction[] };
  const [corrected] = document.corrects;
  if (document.kind !== documentKinds.creditNote || corrected === undefined || customer === undefined) return none;
  const { rows } = await client.query<{ id: string; number: string; customerId: string }>(
    `SELECT id, number, customer_id AS "customerId" FROM invoices WHERE number_key = lower($1) AND credits_invoice_id IS NULL
    ORDER BY customer_id = $2 DESC LIMIT 1`,
    [corrected.number, customer.id],
  );
  const found = rows[0];
  if (found?.customerId === customer.id) return { ...none, id: found.id, number: found.number };
  const code = found === undefined ? ('credited_unknown' as const) : ('credited_other_customer' as const);
  return { ...none, contradictions: [{ code, document: corrected.number, stored: null }] };
}

function compareStored(file: ReadFile, existing: Existing, customer: Customer | undefined): DocumentContradiction[] {
  const { document } = file.invoice;
  // Its name is not told: staff see it in the list.
  if (customer !== undefined && existing.customerId !== customer.id)
    return [{ code: 'other_customer', document: customer.name, stored: null }];
  const found = compareDocument(document, existing);
  if (existing.origin === null || isKnown(file, existing)) return found;
  const code = existing.origin === 'written' ? ('written_here' as const) : ('other_document' as const);
  return [{ code, document: document.number, stored: document.number }, ...found];
}

/** The document is the stored one, if its XML is. */
const isKnown = ({ sha256, xmlSha256 }: ReadFile, { origin, files }: Existing) =>
  files.includes(sha256) || (origin === 'read' && files.includes(xmlSha256));

interface Situation {
  file: ReadFile;
  existing: Existing | undefined;
  customer: Customer | undefined;
  contradictions: DocumentContradiction[];
  isReplaced: boolean;
}

function decide({ file, existing, customer, contradictions, isReplaced }: Situation): DocumentOutcome {
  if (existing !== undefined && existing.files.includes(file.sha256) && customer?.id === existing.customerId)
    return 'unchanged';
  if (customer === undefined) return 'unassigned';
  if (contradictions.some(({ code }) => blockingContradictions.includes(code))) return 'blocked';
  if (existing === undefined) return 'added';
  if (existing.origin === null || isKnown(file, existing)) return 'attached';
  return isReplaced ? 'replaced' : 'blocked';
}

function summaryOf(document: InvoiceDocument, credits: string | null): DocumentPlan['document'] {
  const { number, kind, issuedOn, dueOn, currency, profile, seller, buyer, totals, payment } = document;
  const { net, tax, gross, due } = totals;
  return {
    number,
    kind,
    issuedOn,
    dueOn,
    currency,
    net,
    tax,
    gross,
    due,
    profile,
    credits,
    seller: seller.name,
    buyer: buyer.name,
    buyerSiren: buyer.siren,
    iban: payment.iban,
    lines: document.lines.length,
  };
}

/** The status of a new invoice: nothing is left to pay, or it is late, or neither. */
export function statusOf({ totals, dueOn, kind }: InvoiceDocument, today: string): string {
  if (compare(totals.due, '0') === 0) return kind === documentKinds.creditNote ? 'credited' : 'paid';
  return dueOn !== null && dueOn < today && kind !== documentKinds.creditNote ? 'overdue' : 'pending';
}
