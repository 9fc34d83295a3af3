import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { InvoiceFileErrorCode } from '../../contract/invoice-import.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import { type ReadInvoice, readInvoiceXml } from './read-invoice.ts';
import { isPdf, readPdf } from './read-pdf.ts';

// In a thread, as PDFs and XML files may be hostile: one that takes long must not stop the server.

/** Its bytes, or where they are. */
export type InvoiceFile = Uint8Array | { path: string };

/** Its XML, where the file is a PDF. */
export type ThreadResult =
  | { invoice: ReadInvoice; xml: Uint8Array | null }
  | { code: InvoiceFileErrorCode; detail: string | null };

if (parentPort === null) throw new Error('Invoices are read in a thread.');
const parent = parentPort;
parent.on('message', (given: InvoiceFile) => {
  void read(given).then((result) => parent.postMessage(result));
});
parent.postMessage('ready');

async function read(given: InvoiceFile): Promise<ThreadResult> {
  const bytes = given instanceof Uint8Array ? given : await readFile(given.path);
  try {
    if (!isPdf(bytes)) return { invoice: readInvoiceXml(bytes), xml: null };
    // A copy: the library's buffer is larger than its content.
    const xml = new Uint8Array(await readPdf(bytes));
    return { invoice: readInvoiceXml(xml), xml };
  } catch (error) {
    if (error instanceof InvoiceFileError) return { code: error.code, detail: error.detail };
    throw error;
  }
}
