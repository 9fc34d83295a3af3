import { Worker } from 'node:worker_threads';
import type { DrawRequest, DrawResult } from './document-thread.ts';
import type { InvoicePdfInput } from './pdf.ts';
import type { StatementPdfInput } from './statement-pdf.ts';

// Beside this file in the sources, beside the bundle in a build.
const threadFile = import.meta.url.endsWith('.ts')
  ? new URL('./document-thread.ts', import.meta.url)
  : new URL('./document-thread.js', import.meta.url);

/** A document that needs more fails, and the server stays. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

export interface DocumentWriter {
  /** PDFs, one at a time, in a thread that starts with the first one. */
  invoice: (input: InvoicePdfInput) => Promise<Buffer>;
  statement: (input: StatementPdfInput) => Promise<Buffer>;
  close: () => Promise<void>;
}

export function createDocumentWriter(): DocumentWriter {
  let thread: Promise<Worker> | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function drawNext(request: DrawRequest): Promise<Buffer> {
    thread ??= startThread(() => {
      thread = undefined;
    });
    const worker = await thread;
    worker.ref();
    const result = await drawIn(worker, request);
    worker.unref();
    if ('error' in result) throw new Error(`The document was not drawn: ${result.error}`);
    return Buffer.from(result.pdf.buffer, result.pdf.byteOffset, result.pdf.byteLength);
  }

  function draw(request: DrawRequest): Promise<Buffer> {
    const drawing = queue.then(() => drawNext(request));
    queue = drawing.catch(() => undefined);
    return drawing;
  }

  return {
    invoice: (invoice) => draw({ invoice }),
    statement: (statement) => draw({ statement }),
    close: async () => {
      await queue;
      await (await thread)?.terminate();
    },
  };
}

function startThread(onExit: () => void): Promise<Worker> {
  const worker = new Worker(threadFile, { resourceLimits });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    // Also later: an error without a listener would end the server.
    worker.on('error', reject);
    worker.once('exit', () => {
      onExit();
      reject(new Error('The thread that draws documents did not start.'));
    });
  });
}

async function drawIn(worker: Worker, request: DrawRequest): Promise<DrawResult> {
  const { promise, resolve } = Promise.withResolvers<DrawResult>();
  const giveUp = () => resolve({ error: 'The thread ended, perhaps out of memory.' });
  worker.once('message', resolve).once('exit', giveUp);
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    worker.off('message', resolve).off('exit', giveUp);
  }
}
