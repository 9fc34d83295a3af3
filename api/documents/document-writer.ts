import { createLimitedThread } from '#api/lib/limited-thread.ts';
import type { DrawRequest, DrawResult } from './document-thread.ts';
import type { InvoicePdfInput } from './pdf.ts';
import type { StatementPdfInput } from './statement-pdf.ts';

// Beside this file in the sources, beside the bundle in a build.
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./document-thread.ts', import.meta.url)
  : new URL('./document-thread.js', import.meta.url);

export interface DocumentWriter {
  /** PDFs, one at a time, in a thread that starts with the first one. */
  invoice: (input: InvoicePdfInput) => Promise<Buffer>;
  statement: (input: StatementPdfInput) => Promise<Buffer>;
  close: () => Promise<void>;
}

export function createDocumentWriter(): DocumentWriter {
  const thread = createLimitedThread<DrawRequest, DrawResult>({
    file: threadFile,
    cpuMs: 60_000,
    maxHeapMegabytes: 384,
  });

  async function draw(request: DrawRequest): Promise<Buffer> {
    const result = await thread.run(request, []);
    if (result === undefined) throw new Error('The document was not drawn: it takes too much time or memory.');
    if ('error' in result) throw new Error(`The document was not drawn: ${result.error}`);
    return Buffer.from(result.pdf.buffer, result.pdf.byteOffset, result.pdf.byteLength);
  }

  return {
    invoice: (invoice) => draw({ invoice }),
    statement: (statement) => draw({ statement }),
    close: thread.close,
  };
}
