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
