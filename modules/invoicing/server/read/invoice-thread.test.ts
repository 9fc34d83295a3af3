import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { plain } from '#tests/fixtures/invoices/facts.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';
import { bundledFile, bundleServer } from '#tests/support/server.ts';

// Outside of the project: there is no node_modules beside it or above it.
const folder = mkdtempSync(join(tmpdir(), 'portal-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the bundle of the thread reads an invoice without node_modules', async () => {
  bundleServer();
  copyFileSync(bundledFile('invoice-thread.js'), join(folder, 'invoice-thread.mjs'));
  const worker = new Worker(join(folder, 'invoice-thread.mjs'));
  try {
    expect(await once(worker, 'message')).toEqual(['ready']);
    worker.postMessage(await pdfWith({ 'factur-x.xml': frenchCii(plain) }));
    const [result] = (await once(worker, 'message')) as unknown[];
    expect(result).toMatchObject({ invoice: { format: 'cii', document: { number: plain.number } } });
  } finally {
    await worker.terminate();
  }
});
