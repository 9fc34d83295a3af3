import { z } from 'zod';
import { day, isStorable, moment, money } from './fields.ts';
import { attachmentStates } from './attachments.ts';
import { languages } from './languages.ts';
import { invoiceDocumentSchema } from './invoice-document.ts';
import { contractSchema, deskItemOf, licenseSchema } from './records.ts';
import { contracts } from './record-lists.ts';

// One invoice, contract or license. What another customer has does not exist: 404 not_found with the same text.

export const recordIdQuery = z.strictObject({ id: z.uuid() });
/** The number as it is in the URL of the page; of a record without one, its id. */
export const recordNumberQuery = z.strictObject({
  number: z.string().min(1).max(200).refine(isStorable).meta({ description: 'Its number, or its id' }),
});

export const recordFileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  contentType: z.enum(['application/pdf', 'application/xml']),
  language: z.enum(['fr', 'en']).nullable().meta({ description: 'Of a PDF that we wrote' }),
  size: z.number().int(),
  state: z.enum(attachmentStates).meta({ description: 'Only clean and unscanned files can be downloaded' }),
  createdAt: moment,
});
export type RecordFile = z.infer<typeof recordFileSchema>;

export const documentLists = ['contracts', 'licenses'] as const;
export type DocumentList = (typeof documentLists)[number];
export const addDocumentQuery = z.strictObject({
  list: z.enum(documentLists),
  id: z.uuid().meta({ description: 'The contract or license' }),
  // Longer names are shortened, from the left.
  name: z.string().min(1).max(1000).meta({ description: 'The name of the file: it ends with .pdf' }),
  replaces: z.uuid().meta({ description: 'The document whose place it takes' }).optional(),
});
export type AddDocument = z.infer<typeof addDocumentQuery>;
export const withdrawDocumentSchema = z.strictObject({ id: z.uuid().meta({ description: 'The document' }) });

const settlementSchema = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  kind: z.enum(['payment', 'credit_note', 'invoice']).meta({ description: 'invoice: what this credit note settles' }),
  recordId: z.uuid(),
  name: z.string().nullable().meta({ description: 'The reference of the payment, or the number' }),
  day,
  method: z.string().nullable(),
  amount: money,
  createdAt: moment,
});
export type Settlement = z.infer<typeof settlementSchema>;

export const historyKinds = [
  'issued',
  'document',
  'file',
  'file_replaced',
  'file_withdrawn',
  'settled',
  'reminded',
  'corrected',
  'voided',
  'other',
] as const;
const historySchema = z.object({
  kind: z.enum(historyKinds),
  at: z.union([moment, day]),
  text: z.string().nullable(),
  amount: money.nullable(),
  by: z.string().nullable().meta({ description: 'Which staff member; at the desk only' }),
});
export type HistoryEntry = z.infer<typeof historySchema>;

export const invoiceDetailSchema = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  kind: z.enum(['invoice', 'credit_note']),
  amount: money,
  settled: money,
  remaining: money.meta({ description: 'The amount without what payments and credit notes have settled; 0 once paid' }),
  dueDate: day.nullable(),
  status: z.string(),
  isUnpaid: z.boolean(),
  issuedOn: day,
  credits: z.object({ id: z.uuid(), number: z.string().nullable() }).nullable(),
  document: invoiceDocumentSchema
    .nullable()
    .meta({ description: 'As its seller issued it; null where the books have sent no document' }),
  settlements: z.array(settlementSchema),
  files: z.array(recordFileSchema),
  history: z.array(historySchema),
});
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>;

export const contradictionFields = ['number', 'issuedOn', 'dueDate', 'amount', 'currency', 'siren'] as const;
/** With what staff have in addition. */
export const deskInvoiceDetailSchema = invoiceDetailSchema.extend({
  customerId: z.uuid(),
  customerName: z.string(),
  riskScore: z.number().int().nullable(),
  isWritten: z.boolean().meta({ description: 'We issued it: only a credit note corrects it' }),
  creditable: money.meta({ description: 'What credit notes have not taken from it yet; 0 for a credit note' }),
  contradictions: z
    .array(
      z.object({ field: z.enum(contradictionFields), document: z.string().nullable(), stored: z.string().nullable() }),
    )
    .meta({ description: 'Where the document says something else than the books. Nothing is resolved by itself' }),
  sources: z
    .array(
      z.object({
        kind: z.enum(['payment', 'credit_note']),
        id: z.uuid(),
        name: z.string().nullable(),
        day,
        left: money.meta({ description: 'What it has not settled yet' }),
      }),
    )
    .meta({ description: 'Payments and credit notes of the customer that could settle this invoice' }),
});
export type DeskInvoiceDetail = z.infer<typeof deskInvoiceDetailSchema>;

const filesAndHistory = { files: z.array(recordFileSchema) };

export const contractDetailSchema = contractSchema.extend({
  renewsTacitly: z.boolean(),
  noticeDays: z.number().int().nullable(),
  noticeDate: day.nullable().meta({ description: 'The last day for giving notice' }),
  ...filesAndHistory,
});
export type ContractDetail = z.infer<typeof contractDetailSchema>;
export const deskContractDetailSchema = deskItemOf(contracts).extend({
  noticeDate: day.nullable(),
  ...filesAndHistory,
  customerId: z.uuid(),
  customerName: z.string(),
  history: z.array(historySchema),
});
export type DeskContractDetail = z.infer<typeof deskContractDetailSchema>;

export const licenseDetailSchema = licenseSchema.extend(filesAndHistory);
export type LicenseDetail = z.infer<typeof licenseDetailSchema>;
export const deskLicenseDetailSchema = licenseDetailSchema.extend({
  customerId: z.uuid(),
  customerName: z.string(),
  history: z.array(historySchema),
});
export type DeskLicenseDetail = z.infer<typeof deskLicenseDetailSchema>;

/** At most a century: a statement over all years of a customer works. */
const period = {
  from: day.refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'is too far away'),
  to: day.refine((value) => value >= '1970-01-01' && value <= '2199-12-31', 'is too far away'),
};
export const statementQuery = z.strictObject(period);
export const deskStatementQuery = z.strictObject({ ...period, customerId: z.uuid() });
const format = {
  format: z.enum(['csv', 'pdf']),
  language: z.enum(languages).optional().meta({ description: 'A PDF for readers of Arabic is in French' }),
};
export const statementFileQuery = statementQuery.extend(format);
export const deskStatementFileQuery = deskStatementQuery.extend(format);

export const archiveQuery = z.strictObject({ year: z.coerce.number().int().min(1970).max(2199) });
export const deskArchiveQuery = archiveQuery.extend({ customerId: z.uuid() });

export const calendarFeedSchema = z.object({
  createdAt: moment.nullable().meta({ description: 'Null if there is none' }),
});
export const newCalendarFeedSchema = z.object({
  url: z.string().meta({ description: 'Shown once: only its hash is stored' }),
});
