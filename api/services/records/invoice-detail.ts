import { columns, flag, integer, json, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import { UserError } from '#api/lib/errors.ts';
import { compare, negate } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument, invoiceDocumentSchema } from '#contract/invoice-document.ts';
import type {
  DeskInvoiceDetail,
  HistoryEntry,
  InvoiceDetail,
  RecordFile,
  Settlement,
} from '#contract/record-detail.ts';
import { readingPermissions } from '#contract/staff.ts';
import { filesStatement, recordFile } from './record-files.ts';
import { eventsStatement, readEvents } from './record-history.ts';

// One invoice with its document, what has settled it, its files and its history. Row-level security decides which invoices a caller sees.

const noInvoice = new UserError('not_found', 'There is no such invoice.');
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const invoice = columns({
  id: text('id'),
  number: nullable(text('number')),
  amount: text('amount'),
  settled: text('settled'),
  // What an import has called paid is paid, with or without payments.
  remaining: text('CASE WHEN is_unpaid THEN amount - settled ELSE 0.00 END'),
  dueDate: nullable(text('due_date')),
  status: text('status'),
  isUnpaid: flag('is_unpaid'),
  createdOn: text(`(created_at AT TIME ZONE 'Europe/Paris')::date`),
  creditsId: nullable(text('credits_invoice_id')),
  creditsNumber: nullable(
    text('(SELECT credited.number FROM invoices AS credited WHERE credited.id = invoices.credits_invoice_id)'),
  ),
  customerId: text('customer_id'),
});

const document = columns({
  origin: oneOf('origin', ['read', 'written']),
  createdAt: text('created_at'),
  gross: text('gross'),
  // One that no longer fits leaves the page without a document, not without the invoice.
  document: json('document', invoiceDocumentSchema.nullable().catch(null)),
});

const settlement = columns({
  id: text('allocation.id'),
  customerId: text('allocation.customer_id'),
  kind: oneOf(
    `CASE WHEN allocation.credit_note_id = wanted.id THEN 'invoice' WHEN payment_id IS NULL THEN 'credit_note' ELSE 'payment' END`,
    ['payment', 'credit_note', 'invoice'],
  ),
  recordId: text('coalesce(payments.id, other.id)'),
  name: nullable(text('coalesce(payment_reference, other.number)')),
  day: text(`coalesce(payment_date, (other.created_at AT TIME ZONE 'Europe/Paris')::date)`),
  method: nullable(text('payment_method')),
  amount: text('allocation.amount'),
  createdAt: text('allocation.created_at'),
});

/** One entry for all mails of a stage. */
const reminded = columns({ at: text('min(sent_at)') });

/** `wanted` is SQL for the id of the invoice. */
function statementsOf(name: string, wanted: string, values: unknown[]): Statement[] {
  return [
    { name: `invoice-${name}`, text: `SELECT ${invoice.sql} FROM invoices WHERE id = ${wanted}`, values },
    {
      name: `invoice-document-${name}`,
      text: `SELECT ${document.sql} FROM invoice_documents WHERE invoice_id = ${wanted}`,
      values,
    },
    {
      name: `invoice-settlements-${name}`,
      text: `SELECT ${settlement.sql} FROM (SELECT ${wanted} AS id) AS wanted
        JOIN payment_allocations AS allocation ON allocation.invoice_id = wanted.id OR allocation.credit_note_id = wanted.id
        LEFT JOIN payments ON payments.id = allocation.payment_id
        LEFT JOIN invoices AS other ON other.id = CASE WHEN allocation.credit_note_id = wanted.id THEN allocation.invoice_id
          ELSE allocation.credit_note_id END
        ORDER BY 6, allocation.created_at, allocation.id LIMIT 500`,
      values,
    },
    filesStatement('invoice_id', wanted, values),
    {
      name: `invoice-reminders-${name}`,
      text: `SELECT ${reminded.sql} FROM invoice_reminders WHERE invoice_id = ${wanted} AND sent_at IS NOT NULL
        GROUP BY due_date, stage ORDER BY 1 LIMIT 100`,
      values,
    },
  ];
}

interface Read {
  row: NonNullable<ReturnType<typeof invoice.first>>;
  stored: ReturnType<typeof document.first>;
  detail: InvoiceDetail;
}

function read([rows, documents, settlements, files, reminders]: Row[][]): Read {
  const row = invoice.first(rows);
  if (row === undefined) throw noInvoice;
  const stored = document.first(documents);
  const found = { settlements: settlement.all(settlements), files: recordFile.all(files) };
  const sent = reminded.all(reminders);
  const { id, number, amount, settled, remaining, dueDate, status, isUnpaid, creditsId, creditsNumber, createdOn } =
    row;
  const isCredit =
    creditsId !== null || row.amount.startsWith('-') || stored?.document?.kind === documentKinds.creditNote;
  const issuedOn = stored?.document?.issuedOn ?? createdOn;
  return {
    row,
    stored,
    detail: {
      id,
      number,
      amount,
      settled,
      remaining,
      dueDate,
      status,
      isUnpaid,
      kind: isCredit ? 'credit_note' : 'invoice',
      issuedOn,
      credits: creditsId === null ? null : { id: creditsId, number: creditsNumber },
      document: stored?.document ?? null,
      ...found,
      history: historyOf(issuedOn, stored?.createdAt, { ...found, reminders: sent }),
    },
  };
}

const entry = (kind: HistoryEntry['kind'], at: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  kind,
  at,
  text: null,
  amount: null,
  by: null,
  ...more,
});

/** Oldest first. */
function historyOf(
  issuedOn: string,
  documentAt: string | undefined,
  { settlements, files, reminders }: { settlements: Settlement[]; files: RecordFile[]; reminders: { at: string }[] },
): HistoryEntry[] {
  return inOrder([
    entry('issued', issuedOn),
    ...(documentAt === undefined ? [] : [entry('document', documentAt)]),
    ...files.map(({ fileName, createdAt }) => entry('file', createdAt, { text: fileName })),
    ...reminders.map(({ at }) => entry('reminded', at)),
    ...settlements.map(({ name, amount, createdAt }) => entry('settled', createdAt, { text: name, amount })),
  ]);
}

const inOrder = (entries: HistoryEntry[]) => entries.toSorted((one, other) => (one.at < other.at ? -1 : 1));

/** By its number, as the URL of the page has it; by its id where it has none. */
export async function getInvoice(database: Database, caller: Caller, number: string): Promise<InvoiceDetail> {
  const name = number.normalize('NFC');
  const wanted = `(SELECT id FROM invoices WHERE number_key = lower($1) UNION ALL SELECT id FROM invoices WHERE id = $2::uuid LIMIT 1)`;
  const values = [name, uuid.test(name) ? name : null];
  const access = { mode: 'read', needs: 'billing' } as const;
  return read(await runAsSession(database, caller, access, ...statementsOf('by-number', wanted, values))).detail;
}

const source = columns({
  kind: oneOf('kind', ['payment', 'credit_note']),
  id: text('id'),
  name: nullable(text('name')),
  day: text('day'),
  left: text('"left"'),
});
const customer = columns({ name: text('name'), siren: nullable(text('siren')) });
const atDesk = columns({
  riskScore: nullable(integer('risk_score')),
  creditable: text('CASE WHEN amount > 0 THEN greatest(creditable_amount(id), 0.00) ELSE 0.00 END'),
});

/** With contradictions between the document and the books, what could settle the invoice, and what staff did. */
export async function getDeskInvoice(
  database: Database,
  caller: Caller,
  id: string,
  currency: string,
): Promise<DeskInvoiceDetail> {
  const { requestId, network } = traceOf(caller);
  const results = await runAsStaff(
    database,
    caller,
    { needs: readingPermissions },
    {
      name: 'invoice-note-read',
      text: `SELECT note_staff_read(customer_id, 'invoices', NULL, $2, $3) FROM invoices WHERE id = $1`,
      values: [id, requestId, network],
    },
    {
      name: 'invoice-customer',
      text: `SELECT ${customer.sql} FROM customers WHERE id = (SELECT customer_id FROM invoices WHERE id = $1)`,
      values: [id],
    },
    {
      name: 'invoice-sources',
      text: `SELECT ${source.sql} FROM (
          SELECT 'payment' AS kind, payments.id, payment_reference AS name, payment_date AS day, payments.amount - allocated AS "left"
          FROM payments JOIN invoices USING (customer_id) WHERE invoices.id = $1 AND is_received AND allocated < payments.amount
          UNION ALL
          SELECT 'credit_note', credit.id, credit.number, (credit.created_at AT TIME ZONE 'Europe/Paris')::date, credit.settled - credit.amount
          FROM invoices AS credit JOIN invoices USING (customer_id)
          WHERE invoices.id = $1 AND credit.is_unpaid AND credit.amount < credit.settled AND credit.id <> $1
        ) AS sources ORDER BY day DESC, id LIMIT 200`,
      values: [id],
    },
    { name: 'invoice-at-desk', text: `SELECT ${atDesk.sql} FROM invoices WHERE id = $1`, values: [id] },
    eventsStatement('invoices', id),
    ...statementsOf('by-id', '$1::uuid', [id]),
  );
  const [, customers, sources, more, events, ...rest] = results;
  const { row, stored, detail } = read(rest);
  const owner = customer.first(customers);
  const own = atDesk.first(more);
  if (owner === undefined || own === undefined) throw noInvoice;
  const done = readEvents(events);
  // With who issued it, where staff did.
  const isIssueSaid = done.some(({ kind }) => kind === 'issued');
  return {
    ...detail,
    ...own,
    isWritten: stored?.origin === 'written',
    history: inOrder([...detail.history.filter(({ kind }) => kind !== 'issued' || !isIssueSaid), ...done]),
    customerId: row.customerId,
    customerName: owner.name,
    contradictions: stored?.document ? contradictionsOf(row, stored.document, stored.gross, owner.siren, currency) : [],
    sources: detail.kind === 'invoice' && row.isUnpaid && compare(row.remaining, '0') > 0 ? source.all(sources) : [],
  };
}

/** The sign of a credit note is that of the document: positive. */
function contradictionsOf(
  row: Read['row'],
  { number, dueOn, issuedOn, currency: documentCurrency, buyer, kind }: InvoiceDocument,
  gross: string,
  siren: string | null,
  currency: string,
): DeskInvoiceDetail['contradictions'] {
  const amount = kind === documentKinds.creditNote && !gross.startsWith('-') ? negate(gross) : gross;
  const pairs = [
    ['number', number, row.number],
    ['issuedOn', issuedOn, row.createdOn],
    ['dueDate', dueOn, row.dueDate],
    ['currency', documentCurrency, currency],
    ['siren', buyer.siren, siren],
  ] as const;
  const differing = pairs.filter(([, one, other]) => one !== null && other !== null && one !== other);
  return [
    ...differing.map(([field, said, stored]) => ({ field, document: said, stored })),
    ...(compare(amount, row.amount) === 0 ? [] : [{ field: 'amount' as const, document: amount, stored: row.amount }]),
  ];
}
