import { createLimitedThread } from '#api/lib/limited-thread.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import type { InvoiceFile, ThreadResult } from './invoice-thread.ts';
import type { ReadInvoice } from './read-invoice.ts';

// Beside this file in the sources, beside the bundle in a build.
const file = import.meta.url.endsWith('.ts')
  ? new URL('./invoice-thread.ts', import.meta.url)
  : new URL('./invoice-thread.js', import.meta.url);

/** Measured: 2.1 to 2.5 s of CPU time for 10,000 lines of CII (10 MB, the most that is accepted), 1.4 s for as many of UBL. */
const maxCpuMs = 10_000;

export interface InvoiceReader {
  /**
   * One file at a time, by its bytes or its path: files that wait for their turn should not wait in memory. Throws
   * InvoiceFileError. The XML is that of a PDF, null where the file is XML itself.
   */
  read: (file: InvoiceFile) => Promise<{ invoice: ReadInvoice; xml: Uint8Array | null }>;
  close: () => Promise<void>;
}

export function createInvoiceReader({ cpuMs = maxCpuMs } = {}): InvoiceReader {
  const thread = createLimitedThread<InvoiceFile, ThreadResult>({ file, cpuMs });
  return {
    read: async (given) => {
      const result = await thread.run(given, []);
      if (result === undefined) throw new InvoiceFileError('takes_too_long');
      if ('code' in result) throw new InvoiceFileError(result.code, result.detail);
      return result;
    },
    close: thread.close,
  };
}
