import { createLimitedThread } from '#api/lib/limited-thread.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import type { ThreadResult } from './invoice-thread.ts';
import type { ReadInvoice } from './read-invoice.ts';

// Beside this file in the sources, beside the bundle in a build.
const file = import.meta.url.endsWith('.ts')
  ? new URL('./invoice-thread.ts', import.meta.url)
  : new URL('./invoice-thread.js', import.meta.url);

/** An invoice of 10,000 lines takes a quarter of it on a busy machine. */
const maxCpuMs = 10_000;

export interface InvoiceReader {
  /** One file at a time. Throws InvoiceFileError. The XML is that of a PDF, null where the file is XML itself. */
  read: (bytes: Uint8Array) => Promise<{ invoice: ReadInvoice; xml: Uint8Array | null }>;
  close: () => Promise<void>;
}

export function createInvoiceReader({ cpuMs = maxCpuMs } = {}): InvoiceReader {
  const thread = createLimitedThread<Uint8Array, ThreadResult>({ file, cpuMs });
  return {
    read: async (bytes) => {
      const result = await thread.run(bytes, []);
      if (result === undefined) throw new InvoiceFileError('takes_too_long');
      if ('code' in result) throw new InvoiceFileError(result.code, result.detail);
      return result;
    },
    close: thread.close,
  };
}
