import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import { recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, noteRead, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { Rollback } from '#api/db/transaction.ts';
import type { Files } from '#api/files/files.ts';
import { type ReceivedFile, receiveFile } from '#api/files/receive-file.ts';
import { storeDocument } from '../store-document.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { negate } from '#contract/decimal.ts';
import { type InvoiceDocument, invoiceDocumentSchema } from '#contract/invoice-document.ts';
import type { IssuedInvoice, IssueInvoice, IssuePreview, LastBuyer } from '../../contract/invoice-issue.ts';
import { writeCii } from '#api/documents/cii.ts';
import { calculate, composeDraft, creditExceeded, draftOf, type IssuedAs, today } from './compose-invoice.ts';
import type { DocumentWriter } from '#api/documents/document-writer.ts';

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
    const issuedOn = today();
    const { rows } = await client.query<{ number: string }>('SELECT next_invoice_number($1) AS number', [
      Number(issuedOn.slice(0, 4)),
    ]);
    const { number } = rows[0] as { number: string };
    // After the counter is locked: the same invoice, sent to another instance, is committed by now.
    const before = await issuedBefore(client, input, deps.currency);
    if (before !== undefined) return new Rollback(before);
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
  const received: ReceivedFile[] = [];
  try {
    for (const [extension, type, content] of [
      ['pdf', 'application/pdf', pdf],
      ['xml', 'application/xml', Buffer.from(writeCii(invoice))],
    ] as const) {
      const file = await receiveFile(files, oneChunk(content), maxFileBytes);
      received.push(file);
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
    }
  } catch (error) {
    // While the number is still ours: another attempt would store the same files.
    for (const { sha256 } of received) await files.storage.remove(input.customerId, sha256).catch(() => undefined);
    throw error;
  } finally {
    for (const file of received) await file.discard();
  }
  return invoice;
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

/** Throws if the id was issued with other contents: what was changed after a lost response must not seem to be issued. */
async function issuedBefore(
  client: ClientBase,
  input: IssueInvoice,
  currency: string,
): Promise<IssuedInvoice | undefined> {
  const { rows } = await client.query<IssuedInvoice & { document: InvoiceDocument }>(
    `SELECT id, number, document FROM invoices JOIN invoice_documents ON invoice_id = id
    WHERE id = $1 AND invoices.customer_id = $2 AND origin = 'written'`,
    [input.id, input.customerId],
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const { id, number, document } = found;
  // The day may be another one now.
  const draft = await composeDraft(client, input, { currency, number, issuedOn: document.issuedOn });
  const again = calculate(draft.draft);
  const isSame = (
    ['lines', 'totals', 'notes', 'taxes', 'corrects', 'dueOn', 'deliveredOn', 'orderNumber', 'process'] as const
  ).every((part) => isDeepStrictEqual(again[part], document[part]));
  if (!isSame || !isDeepStrictEqual(again.buyer.address, document.buyer.address)) throw idempotencyKeyReused;
  return { id, number };
}

/** The address of the customer's last document, for the next one. */
export async function getLastBuyer(database: Database, caller: Caller, customerId: string): Promise<LastBuyer> {
  const [, rows] = await runAsStaff(
    database,
    caller,
    { needs: ['records'], customerId },
    noteRead(caller, customerId, 'invoices'),
    {
      name: 'last-buyer',
      text: `SELECT siren IS NOT NULL, document -> 'buyer', origin = 'written'
        FROM customers LEFT JOIN LATERAL (
          SELECT document, origin FROM invoice_documents WHERE customer_id = customers.id
          ORDER BY issued_on DESC, created_at DESC, invoice_id LIMIT 1
        ) AS last ON true
        WHERE id = $1`,
      values: [customerId],
    },
  );
  const [hasSiren, buyer, isOurs] = rows?.[0] ?? [];
  const found = invoiceDocumentSchema.shape.buyer.safeParse(buyer).data;
  // Other programs leave out the SIREN of companies too.
  const isConsumer = isOurs === true && found?.address.country === 'FR' && found.siren === null;
  return { address: found?.address ?? null, vatId: found?.vatId ?? null, isConsumer, hasSiren: hasSiren === true };
}

async function storeRows(
  client: ClientBase,
  { id, customerId, creditsId }: IssueInvoice,
  invoice: InvoiceDocument,
): Promise<void> {
  const { number, issuedOn, dueOn, totals } = invoice;
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
  await storeDocument(client, { invoiceId: id, customerId, origin: 'written' }, invoice).catch(
    fromSqlState({ 'PT409 credit_exceeded': creditExceeded }),
  );
}
