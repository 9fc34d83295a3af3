import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { plain } from '#tests/fixtures/invoices/facts.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';

// Outside of the project: there is no node_modules beside it or above it.
const folder = mkdtempSync(join(tmpdir(), 'portal-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the bundle of the thread reads an invoice without node_modules', async () => {
  execFileSync(process.execPath, ['scripts/build/build-api.ts', join(folder, 'api')]);
  const worker = new Worker(join(folder, 'api', 'invoice-thread.js'));
  try {
    expect(await once(worker, 'message')).toEqual(['ready']);
    worker.postMessage(await pdfWith({ 'factur-x.xml': frenchCii(plain) }));
    const [result] = (await once(worker, 'message')) as unknown[];
    expect(result).toMatchObject({ invoice: { format: 'cii', document: { number: plain.number } } });
  } finally {
    await worker.terminate();
  }
}, 60_000);
