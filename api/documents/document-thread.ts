import { parentPort } from 'node:worker_threads';
import { drawInvoice, type InvoicePdfInput } from './pdf.ts';
import { drawStatement, type StatementPdfInput } from './statement-pdf.ts';

// In a thread, as a page takes 25 ms and a long document a second: the server would serve no other request meanwhile.

export type DrawRequest = { invoice: InvoicePdfInput } | { statement: StatementPdfInput };
export type DrawResult = { pdf: Uint8Array } | { error: string };

if (parentPort === null) throw new Error('Documents are drawn in a thread.');
const parent = parentPort;

async function draw(request: DrawRequest): Promise<DrawResult> {
  try {
    return { pdf: await ('invoice' in request ? drawInvoice(request.invoice) : drawStatement(request.statement)) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parent.on('message', (request: DrawRequest) => {
  void draw(request).then((result) => parent.postMessage(result));
});
parent.postMessage('ready');
