import { storeDocument } from '../store-document.ts';
import { createHash, randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type AuditEventName, recordKeyEvent, recordStaffEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { inKeyTransaction, type KeyCaller } from '#api/db/key.ts';
import { inStaffTransaction } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { Rollback } from '#api/db/transaction.ts';
import { sanitizeFileName } from '#api/files/file-name.ts';
import type { Files } from '#api/files/files.ts';
import { type ReceivedFile, receiveFile } from '#api/files/receive-file.ts';
import { ForbiddenError, OperatorError, ServerBusyError, UserError } from '#api/lib/errors.ts';
import { lockImports } from '#api/services/import/import-records.ts';
import type { ApplyDocumentQuery, DocumentPlan, DocumentQuery, DocumentResult } from '../../contract/invoice-import.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { maxInvoiceFileBytes } from '../../contract/invoice-import.ts';
import { amountOf } from './compare-document.ts';
import { accountNotActive, noteRefusedAccount, requestConfirmation } from './foreign-account.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import type { InvoiceReader } from './invoice-reader.ts';
import { planDocument, type Planned, type ReadFile, rejectedPlan, statusOf } from './plan-document.ts';

export interface DocumentDeps {
  database: Database;
  files: Files;
  reader: InvoiceReader;
  /** Who sends it: a user or an API key. */
  sender: string;
  /** PORTAL_CURRENCY: that of the list of invoices. */
  currency: string;
}

const access = ({ customerId }: DocumentQuery) => ({ needs: ['records'] as const, customerId });
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Received extends ReadFile {
  /** Null unless the file is a PDF. */
  xml: Uint8Array | null;
}

async function read(
  { reader, sender }: Pick<DocumentDeps, 'reader' | 'sender'>,
  { path, sha256, size }: ReceivedFile,
): Promise<Received> {
  const { invoice, xml } = await reader.read({ path }, { owner: sender, size });
  return { invoice, xml, sha256, xmlSha256: xml === null ? sha256 : sha256Of(xml) };
}

/** What importing the file would do now. Nothing is stored: the file waits on disk until it was read. */
export async function previewDocument(
  { database, files, currency, ...from }: DocumentDeps,
  caller: Caller,
  query: DocumentQuery,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentPlan> {
  const received = await receiveFile(files, content, maxInvoiceFileBytes);
  let file: Received;
  try {
    file = await read(from, received);
  } catch (error) {
    if (error instanceof InvoiceFileError) return rejectedPlan(received.sha256, error);
    throw error;
  } finally {
    await received.discard();
  }
  return inStaffTransaction(database, caller, access(query), async (client) => {
    const { plan } = await planDocument(client, file, query, currency);
    return new Rollback(plan);
  });
}

/** Who imports a document: a staff member, or a program with an API key. */
interface Importer {
  transact: (
    work: (client: ClientBase) => Promise<DocumentResult | Rollback<DocumentResult>>,
  ) => Promise<DocumentResult>;
  record: (client: ClientBase, event: ImporterEvent) => Promise<void>;
  /** Leaves a document with another account than the active one to a second person. The event, unless it was recorded before. */
  handOver: (client: ClientBase, plan: DocumentPlan) => Promise<AuditEventName | undefined>;
  /** Throws where the plan is not the one that was meant. */
  check: (plan: DocumentPlan) => void;
}
interface ImporterEvent {
  event: AuditEventName;
  customer: string;
  entity?: string;
  details: Record<string, string | number>;
}

/**
 * Applies the plan with this hash. The plan is made again in the transaction that writes it: if it is another one, nothing is written
 * and the caller gets the new plan. The files are stored before their rows are committed.
 */
export async function applyDocument(
  deps: DocumentDeps,
  caller: Caller,
  { hash, ...query }: ApplyDocumentQuery,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentResult> {
  const importer: Importer = {
    transact: (work) => inStaffTransaction<DocumentResult>(deps.database, caller, access(query), work),
    record: (client, event) => recordStaffEvent(client, event, traceOf(caller)),
    handOver: requestConfirmation,
    check: (plan) => {
      if (plan.hash !== hash) throw planChanged(plan);
    },
  };
  return importDocument(deps, importer, query, content);
}

export type PushDocumentQuery = Omit<ApplyDocumentQuery, 'hash' | 'remember'> & { number: string };

/** The same for a program, which sees no plan: it names the number that it sends. */
export async function pushDocument(
  deps: DocumentDeps,
  caller: KeyCaller,
  { number, ...query }: PushDocumentQuery,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentResult> {
  const importer: Importer = {
    transact: (work) => inKeyTransaction<DocumentResult>(deps.database, caller, ['invoices:write'], work),
    record: (client, event) => recordKeyEvent(client, event, traceOf(caller)),
    handOver: noteRefusedAccount,
    check: ({ document }) => {
      if (document !== null && document.number.normalize('NFC').toLowerCase() !== number.toLowerCase())
        throw new UserError('invalid_file', `The file is the invoice ${document.number}, not ${number}.`);
    },
  };
  const result = await importDocument(deps, importer, query, content);
  if (result.invoiceId === null) throw accountNotActive;
  // Also where it was stored before.
  importer.check(result.plan);
  return result;
}

async function importDocument(
  { files, currency, ...from }: DocumentDeps,
  { transact, record, handOver, check }: Importer,
  { accept, ...query }: Omit<ApplyDocumentQuery, 'hash'>,
  content: AsyncIterable<Uint8Array>,
): Promise<DocumentResult> {
  const received = await receiveFile(files, content, maxInvoiceFileBytes);
  let xml: ReceivedFile | undefined;
  try {
    const file = await read(from, received).catch(rejectFile);
    if (file.xml !== null) xml = await receiveFile(files, oneChunk(file.xml), maxInvoiceFileBytes);
    const originals = [received, ...(xml === undefined ? [] : [xml])];
    return await transact(async (client) => {
      await lockImports(client).catch((error: unknown) => {
        throw error instanceof OperatorError ? new ServerBusyError() : error;
      });
      const planned = await planDocument(client, file, query, currency);
      const { plan, invoiceId } = planned;
      // Also where this very plan was applied before.
      if (plan.outcome === 'unchanged' && invoiceId !== null) return new Rollback({ isStored: false, invoiceId, plan });
      check(plan);
      if (plan.customer === null || !['added', 'attached', 'replaced'].includes(plan.outcome))
        throw new UserError('invalid_file', `The document cannot be imported: it is ${plan.outcome}.`, plan);
      const customerId = plan.customer.id;
      const contradictions = plan.contradictions.map(({ code }) => code).join(',');
      if (plan.secondPerson === 'needed' || plan.secondPerson === 'asked') {
        const event = await handOver(client, plan);
        const details = { number: file.invoice.document.number, contradictions };
        if (event !== undefined) await record(client, { event, customer: customerId, details });
        return { isStored: false, invoiceId: null, plan: { ...plan, secondPerson: 'asked' } };
      }
      if (plan.needsAcceptance && accept === undefined)
        throw new UserError('invalid_file', 'The document contradicts the database: nothing was imported.', plan);
      if (query.remember !== undefined) await rememberSiren(client, record, customerId, file.invoice.document);
      const id = await storeInvoice(client, planned, customerId, file.invoice.document);
      await nameFiles(
        client,
        { customerId, invoiceId: id, name: query.name, isScanned: files.clamd !== undefined },
        originals,
      );
      for (const original of originals) await files.storage.store(customerId, original);
      const details = { outcome: plan.outcome, contradictions };
      const event = { event: 'invoice.document_read', customer: customerId, entity: `invoice:${id}`, details } as const;
      await record(client, event);
      return { isStored: true, invoiceId: id, plan };
    });
  } finally {
    await received.discard();
    await xml?.discard();
  }
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

const rejectFile = (error: unknown) => {
  throw error instanceof InvoiceFileError
    ? new UserError('invalid_file', `The file is not read as an invoice (${error.message}).`)
    : error;
};

const planChanged = (plan: DocumentPlan) =>
  new UserError('plan_changed', 'The data has changed since this plan was made. Please check it again.', plan);

/** Without the permission for customers, row-level security finds none to change. */
async function rememberSiren(
  client: ClientBase,
  record: Importer['record'],
  customerId: string,
  { buyer }: InvoiceDocument,
) {
  if (buyer.siren === null) return;
  const { rowCount } = await client.query('UPDATE customers SET siren = $2 WHERE id = $1', [customerId, buyer.siren]);
  if (rowCount === 0) throw new ForbiddenError('Keeping a SIREN needs the permission accounts.');
  const event = { event: 'customer.changed', customer: customerId, details: { fields: 'siren' } } as const;
  await record(client, event);
}

/** The invoice of a new number, and the document. A stored invoice stays as it is: contradictions are shown, not resolved. */
async function storeInvoice(
  client: ClientBase,
  { plan, invoiceId, hasDocument, creditsId }: Planned,
  customerId: string,
  document: InvoiceDocument,
): Promise<string> {
  const id = invoiceId ?? randomUUID();
  const amount = amountOf(document);
  // A link is for amounts that reduce: the database checks it.
  const credits = amount.startsWith('-') ? creditsId : null;
  if (invoiceId === null) {
    const today = new Date().toISOString().slice(0, 10);
    await client.query(
      `INSERT INTO invoices (id, customer_id, number, amount, due_date, status, created_at, credits_invoice_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7::date::timestamp AT TIME ZONE 'UTC', $8)`,
      [
        id,
        customerId,
        document.number.normalize('NFC'),
        amount,
        document.dueOn,
        statusOf(document, today),
        document.issuedOn,
        credits,
      ],
    );
    if (credits !== null) await client.query('SELECT apply_credit_notes($1)', [[id]]);
  }
  if (plan.outcome === 'replaced')
    await client.query('UPDATE record_files SET replaced_at = now() WHERE invoice_id = $1 AND replaced_at IS NULL', [
      id,
    ]);
  // The PDF of an XML that was read before, or the reverse.
  if (plan.outcome === 'attached' && hasDocument) return id;
  await storeDocument(client, { invoiceId: id, customerId, origin: 'read' }, document);
  return id;
}

interface Naming {
  customerId: string;
  invoiceId: string;
  /** The file's name, as it was sent. */
  name: string;
  isScanned: boolean;
}

/** A file that was replaced before, and comes back, is the current one again. */
async function nameFiles(
  client: ClientBase,
  { customerId, invoiceId, name, isScanned }: Naming,
  originals: ReceivedFile[],
) {
  const isPdf = originals.length > 1;
  const stem = sanitizeFileName(name).replace(/\.[^.]*$/, '') || 'facture';
  for (const [at, { sha256, size }] of originals.entries()) {
    const extension = isPdf && at === 0 ? 'pdf' : 'xml';
    const { rowCount } = await client.query(
      'UPDATE record_files SET replaced_at = NULL WHERE invoice_id = $1 AND sha256 = $2',
      [invoiceId, sha256],
    );
    if (rowCount !== 0) continue;
    await client.query(
      `INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, size, sha256, state, created_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, app_staff_id())`,
      [
        customerId,
        invoiceId,
        `${stem}.${extension}`,
        `application/${extension}`,
        size,
        sha256,
        isScanned ? 'pending' : 'unscanned',
      ],
    );
  }
}
