import { z } from 'zod';

// Reading invoices that were made in the books: what can be wrong with a file, and what contradicts itself or the database.

/** Factur-X files have some hundred kilobytes; scans inside may be larger. */
export const maxInvoiceFileBytes = 25 * 1024 * 1024;

/** Why a file is rejected. */
export const invoiceFileErrors = [
  'too_large',
  'not_an_invoice',
  'xml_malformed',
  'xml_doctype',
  'xml_encoding',
  'xml_too_complex',
  'pdf_damaged',
  'pdf_encrypted',
  'pdf_without_xml',
  'pdf_several_invoices',
  'takes_too_long',
  'value_missing',
  'value_invalid',
] as const;
export type InvoiceFileErrorCode = (typeof invoiceFileErrors)[number];

/** What a document says that does not agree with itself. It is shown and never corrected. */
export const documentFindings = [
  'lines_absent',
  'line_net',
  'sum_of_lines',
  'net_total',
  'tax_base',
  'tax_amount',
  'tax_total',
  'gross_total',
  'due_total',
  'tax_category_unknown',
  'tax_not_listed',
  'amount_currency',
  'due_before_issue',
  'siren_differs',
  'iban_invalid',
  'several_ibans',
  'text_shortened',
] as const;
export type DocumentFindingCode = (typeof documentFindings)[number];

export const documentFindingSchema = z.object({
  code: z.enum(documentFindings),
  /** The line, rate, or element that is meant. */
  where: z.string().nullable(),
  /** What the document says. */
  stated: z.string().nullable(),
  /** What follows from the rest of it. */
  expected: z.string().nullable(),
});
export type DocumentFinding = z.infer<typeof documentFindingSchema>;

/** Where a document does not agree with the database, with the customer, or with us. */
export const documentContradictions = [
  'other_customer',
  'other_document',
  'written_here',
  'amount',
  'issued_on',
  'due_on',
  'kind',
  'status',
  'currency',
  'seller',
  'iban',
  'buyer_siren',
  'credited_unknown',
  'credited_other_customer',
] as const;
export type DocumentContradictionCode = (typeof documentContradictions)[number];

/** Those that nobody can accept: the document is not imported. */
export const blockingContradictions: readonly DocumentContradictionCode[] = ['other_customer', 'written_here'];

const fact = z.string().nullable();
const contradictionSchema = z.object({
  code: z.enum(documentContradictions),
  document: fact.meta({ description: 'What the document says' }),
  stored: fact.meta({ description: 'What is stored' }),
});
export type DocumentContradiction = z.infer<typeof contradictionSchema>;

const outcomes = ['added', 'attached', 'replaced', 'unchanged', 'unassigned', 'blocked', 'rejected'] as const;
export type DocumentOutcome = (typeof outcomes)[number];

/** Whether somebody else has confirmed the account in the document (decision 025). */
const secondPersonStates = ['needed', 'asked', 'confirmed'] as const;
export type SecondPerson = (typeof secondPersonStates)[number];

const namedCustomer = z.object({ id: z.uuid(), name: z.string() });

export const documentPlanSchema = z.object({
  hash: z.string().meta({ description: 'Names this plan: the file, the choices, and what is stored now' }),
  outcome: z.enum(outcomes).meta({
    description:
      'added: a new invoice; attached: a file of a stored invoice; replaced: instead of its document; unchanged: it is stored; ' +
      'unassigned: the customer is not known; blocked: a contradiction that cannot be accepted; rejected: not an invoice',
  }),
  needsAcceptance: z.boolean().meta({ description: 'Whether applying needs `accept`, because of contradictions' }),
  secondPerson: z.enum(secondPersonStates).nullable().meta({
    description:
      'For another account than the active one: needed: applying asks a second person; asked: nobody has decided; confirmed: the document can be imported',
  }),
  error: z
    .object({ code: z.enum(invoiceFileErrors), detail: z.string().nullable() })
    .nullable()
    .meta({ description: 'Why the file is rejected' }),
  document: z
    .object({
      number: z.string(),
      kind: z.string(),
      issuedOn: z.string(),
      dueOn: fact,
      currency: z.string(),
      net: z.string(),
      tax: z.string(),
      gross: z.string(),
      due: z.string(),
      profile: z.string(),
      seller: z.string(),
      buyer: z.string(),
      buyerSiren: fact,
      iban: fact,
      lines: z.number().int().nonnegative(),
      credits: fact.meta({ description: 'The number of the stored invoice that a credit note is linked to' }),
    })
    .nullable(),
  customer: namedCustomer.nullable(),
  candidates: z.array(namedCustomer).meta({ description: 'Customers of the buyer’s SIREN, where there are several' }),
  contradictions: z.array(contradictionSchema),
  findings: z.array(documentFindingSchema).meta({ description: 'What the document says that does not add up' }),
});
export type DocumentPlan = z.infer<typeof documentPlanSchema>;

export const documentQuery = z.strictObject({
  // Longer names are shortened, from the left.
  name: z.string().min(1).max(1000).meta({ description: 'The name of the file' }),
  customerId: z.uuid().meta({ description: 'The customer, where the SIREN does not tell' }).optional(),
  remember: z.literal('siren').meta({ description: 'Keep the buyer’s SIREN for this customer' }).optional(),
  replace: z.literal('document').meta({ description: 'Instead of the stored document, whose files stay' }).optional(),
});
export type DocumentQuery = z.infer<typeof documentQuery>;
export const applyDocumentQuery = documentQuery.extend({
  hash: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: '`hash` of the plan that was shown' }),
  accept: z.literal('contradictions').meta({ description: 'The contradictions of the plan were seen' }).optional(),
});
export type ApplyDocumentQuery = z.infer<typeof applyDocumentQuery>;

/** Applying a plan that was applied before changes nothing and is not an error. */
export const documentResultSchema = z.object({
  isStored: z.boolean().meta({ description: 'False where nothing had to be written' }),
  invoiceId: z.uuid().nullable().meta({ description: 'Null while a second person has to confirm the account' }),
  plan: documentPlanSchema,
});
export type DocumentResult = z.infer<typeof documentResultSchema>;
