import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { Rollback } from '#api/db/transaction.ts';
import type { Files } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { type ActiveBankAccount, readActiveBankAccount } from '#api/services/bank/bank-accounts.ts';
import { compare, negate } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument } from '#contract/invoice-document.ts';
import type { IssuedInvoice, IssueInvoice, IssuePreview } from '#contract/invoice-issue.ts';
import { calculateInvoice, DraftError, type InvoiceDraft } from './calculate.ts';
import { writeCii } from './cii.ts';
import type { DocumentWriter } from './document-writer.ts';
import { buyerParty, sellerParty } from './parties.ts';

// An invoice that we write: its row, its document and its files are committed together. The number is given within that transaction
// and its counter stays locked until the end, so that numbers have no gaps; whatever fails takes the number back.

export interface IssueDeps {
  files: Files;
  documents: DocumentWriter;
  /** PORTAL_CURRENCY: that of the list of invoices. */
  currency: string;
}

const maxFileBytes = 25 * 1024 * 1024;
const access = ({ customerId }: IssueInvoice) => ({ needs: ['records'] as const, customerId });

export function createInvoiceIssuer({ files, documents, currency }: IssueDeps) {
  // One after the other: a hundred at once would hold a hundred connections while they wait for the counter.
  let queue: Promise<unknown> = Promise.resolve();
  return {
    issue: (database: Database, caller: Caller, input: IssueInvoice): Promise<IssuedInvoice> => {
      const issuing = queue.then(() => issueInvoice({ files, documents, currency }, database, caller, input));
      queue = issuing.catch(() => undefined);
      return issuing;
    },
    /** What the invoice would say. Nothing is written. */
    preview: (database: Database, caller: Caller, input: IssueInvoice): Promise<IssuePreview> =>
      inStaffTransaction<IssuePreview>(database, caller, access(input), async (client) => {
        const { invoice } = await draftOf(client, input, { number: '-', issuedOn: today(), currency });
        const { lines, taxes, totals } = invoice;
        return new Rollback({ currency, lines, taxes, totals });
      }),
  };
}

async function issueInvoice(
  deps: IssueDeps,
  database: Database,
  caller: Caller,
  input: IssueInvoice,
): Promise<IssuedInvoice> {
  return inStaffTransaction<IssuedInvoice>(database, caller, access(input), async (client) => {
    const before = await issuedBefore(client, input);
    if (before !== undefined) return new Rollback(before);
    const issuedOn = today();
    const { rows } = await client.query<{ number: string }>('SELECT next_invoice_number($1) AS number', [
      Number(issuedOn.slice(0, 4)),
    ]);
    const { number } = rows[0] as { number: string };
    const invoice = await writeInvoice(client, deps, input, { number, issuedOn, currency: deps.currency });
    if (input.creditsId !== null) await client.query('SELECT apply_credit_notes($1)', [[input.id]]);
    const details = { number, amount: invoice.totals.gross, currency: invoice.currency };
    const event = {
      event: 'invoice.issued',
      customer: input.customerId,
      entity: `invoices:${input.id}`,
      details,
    } as const;
    await recordStaffEvent(client, event, traceOf(caller));
    return { id: input.id, number };
  });
}

export interface IssuedAs {
  number: string;
  issuedOn: string;
  currency: string;
}

/** Stores the rows and the files of an invoice in the caller's transaction. */
export async function writeInvoice(
  client: ClientBase,
  { files, documents }: Pick<IssueDeps, 'files' | 'documents'>,
  input: IssueInvoice,
  as: IssuedAs,
): Promise<InvoiceDocument> {
  const { invoice, account } = await draftOf(client, input, as);
  await storeRows(client, input, invoice);
  const fingerprint = account?.fingerprint ?? null;
  const pdf = await documents.invoice({ invoice, language: input.language, fingerprint });
  for (const [extension, type, content] of [
    ['pdf', 'application/pdf', pdf],
    ['xml', 'application/xml', Buffer.from(writeCii(invoice))],
  ] as const) {
    const file = await receiveFile(files, oneChunk(content), maxFileBytes);
    try {
      await client.query(
        `INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, language, size, sha256, state, created_by)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 'clean', app_staff_id())`,
        [
          input.customerId,
          input.id,
          `${as.number}.${extension}`,
          type,
          extension === 'pdf' ? input.language : null,
          file.size,
          file.sha256,
        ],
      );
      await files.storage.store(input.customerId, file);
    } finally {
      await file.discard();
    }
  }
  return invoice;
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

async function issuedBefore(client: ClientBase, { id, customerId }: IssueInvoice): Promise<IssuedInvoice | undefined> {
  const { rows } = await client.query<IssuedInvoice>(
    'SELECT id, number FROM invoices WHERE id = $1 AND customer_id = $2',
    [id, customerId],
  );
  return rows[0];
}

/** In France, where the company and its tax office are. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format();

interface Credited {
  number: string | null;
  amount: string;
  issuedOn: string;
}

async function creditedBy(client: ClientBase, { creditsId, customerId }: IssueInvoice): Promise<Credited | null> {
  if (creditsId === null) return null;
  const { rows } = await client.query<Credited>(
    `SELECT number, amount::text, coalesce(issued_on, (created_at AT TIME ZONE 'Europe/Paris')::date)::text AS "issuedOn"
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

async function draftOf(
  client: ClientBase,
  input: IssueInvoice,
  { number, issuedOn, currency }: IssuedAs,
): Promise<{ invoice: InvoiceDocument; account: ActiveBankAccount | undefined }> {
  const credited = await creditedBy(client, input);
  const { rows } = await client.query<{ name: string; siren: string | null; email: string | null }>(
    'SELECT name, siren, email FROM customers WHERE id = $1',
    [input.customerId],
  );
  const [customer] = rows;
  if (customer === undefined) throw new UserError('not_found', 'There is no such customer.');
  const account = credited === null ? await readActiveBankAccount(client) : undefined;
  const { address, vatId, isConsumer, ...said } = input;
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
    buyer: buyerParty({ ...customer, address, vatId, isConsumer: isConsumer === true }),
    contractNumber: null,
    corrects: credited?.number ? [{ number: credited.number, issuedOn: credited.issuedOn }] : [],
    lines: input.lines.map((one) => ({ ...one, adjustments: [] })),
    adjustments: [],
    paid: '0',
    payment: {
      iban: account?.iban ?? null,
      bic: account?.bic ?? null,
      holder: account?.holder ?? null,
      reference: credited === null ? number : null,
      terms: null,
    },
    exemptions: {},
    remarks: input.remark === null || input.remark.trim() === '' ? [] : [input.remark],
  };
  const invoice = calculate(draft);
  const { gross } = invoice.totals;
  if (compare(gross, '0') <= 0) throw new UserError('invalid_request', 'The total must be above zero.');
  if (credited !== null && compare(gross, credited.amount) > 0)
    throw new UserError('invalid_request', 'A credit note cannot exceed its invoice.');
  return { invoice, account };
}

function calculate(draft: InvoiceDraft): InvoiceDocument {
  try {
    return calculateInvoice(draft);
  } catch (error) {
    throw error instanceof DraftError ? new UserError('invalid_request', error.message) : error;
  }
}

async function storeRows(
  client: ClientBase,
  { id, customerId, creditsId }: IssueInvoice,
  invoice: InvoiceDocument,
): Promise<void> {
  const { number, kind, issuedOn, dueOn, currency, totals, buyer, payment, profile } = invoice;
  const amount = creditsId === null ? totals.gross : negate(totals.gross);
  await client
    .query(
      `INSERT INTO invoices (id, customer_id, number, amount, due_date, status, created_at, credits_invoice_id)
      VALUES ($1, $2, $3, $4, $5, 'pending', $6::date::timestamp AT TIME ZONE 'UTC', $7)`,
      [id, customerId, number, amount, dueOn ?? issuedOn, issuedOn, creditsId],
    )
    .catch(
      fromSqlState({
        '23505': new UserError('changed_meanwhile', 'This invoice, or its number, exists already.'),
        '22003': new UserError('invalid_request', 'The total is too large.'),
      }),
    );
  await client.query(
    `INSERT INTO invoice_documents (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, buyer_siren,
      iban, profile, document, created_by)
    VALUES ($1, $2, 'written', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, app_staff_id())`,
    [
      id,
      customerId,
      kind,
      issuedOn,
      currency,
      totals.net,
      totals.tax,
      totals.gross,
      totals.due,
      buyer.siren,
      payment.iban,
      profile,
      JSON.stringify(invoice),
    ],
  );
}
