import { createLimitedThread } from '#api/lib/limited-thread.ts';
import { InvoiceFileError } from './invoice-file-error.ts';
import type { InvoiceFile, ThreadResult } from './invoice-thread.ts';
import type { ReadInvoice } from './read-invoice.ts';

// Beside this file in the sources, beside the bundle in a build.
const file = import.meta.url.endsWith('.ts')
  ? new URL('./invoice-thread.ts', import.meta.url)
  : new URL('./invoice-thread.js', import.meta.url);

/** Measured: 2.1 to 2.5 s of CPU time for 10,000 lines of CII (10 MB, the most XML that is accepted), 1.4 s for as many of UBL. */
const maxCpuMs = 10_000;
/** A PDF of 300 kB may hold the largest XML, which has a budget of its own (read-xml.ts). */
const baseCpuMs = 5_000;
const cpuMsPerMegabyte = 600;

/** CPU time for a file of this size. */
const cpuMsFor = (bytes: number) => Math.min(maxCpuMs, baseCpuMs + (bytes / 1_000_000) * cpuMsPerMegabyte);

export interface InvoiceReader {
  /**
   * One file at a time, by its bytes or its path: files that wait for their turn should not wait in memory. Throws
   * InvoiceFileError. The XML is that of a PDF, null where the file is XML itself. Each owner, a user or an API key, has one place in
   * the queue.
   */
  read: (
    file: InvoiceFile,
    from: { owner: string; size: number },
  ) => Promise<{ invoice: ReadInvoice; xml: Uint8Array | null }>;
  close: () => Promise<void>;
}

export function createInvoiceReader(): InvoiceReader {
  const thread = createLimitedThread<InvoiceFile, ThreadResult>({ file, cpuMs: maxCpuMs });
  return {
    read: async (given, { owner, size }) => {
      const result = await thread.run(given, [], { owner, cpuMs: cpuMsFor(size) });
      if (result === undefined) throw new InvoiceFileError('takes_too_long');
      if ('code' in result) throw new InvoiceFileError(result.code, result.detail);
      return result;
    },
    close: thread.close,
  };
}
