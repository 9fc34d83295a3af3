import { type InvoiceDocument, invoiceDocumentSchema } from '#contract/invoice-document.ts';
import type { DocumentFinding } from '../../contract/invoice-import.ts';
import { checkDocument } from './check-document.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import { isCii, readCii } from './read-cii.ts';
import { isUbl, readUbl } from './read-ubl.ts';
import { readXml } from './read-xml.ts';
import { createReading } from './reading.ts';

export interface ReadInvoice {
  format: 'cii' | 'ubl';
  document: InvoiceDocument;
  /** Every account that it asks to pay to; the document has the first IBAN only. */
  accounts: string[];
  findings: DocumentFinding[];
}

/** The XML of an invoice. Throws InvoiceFileError; what merely contradicts itself is a finding. */
export function readInvoiceXml(bytes: Uint8Array): ReadInvoice {
  const root = readXml(bytes);
  const format = isCii(root) ? 'cii' : isUbl(root) ? 'ubl' : undefined;
  if (format === undefined) throw new InvoiceFileError('not_an_invoice');
  const reading = createReading();
  const read = format === 'cii' ? readCii(root, reading) : readUbl(root, reading);
  const { success, data, error } = invoiceDocumentSchema.safeParse(read);
  if (!success) {
    const at = error.issues[0]?.path.join('.') ?? null;
    throw new InvoiceFileError(at === 'issuedOn' ? 'value_missing' : 'value_invalid', at);
  }
  checkDocument(data, reading);
  return { format, document: data, accounts: [...reading.accounts], findings: reading.findings };
}
