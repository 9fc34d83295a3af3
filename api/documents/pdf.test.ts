import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Statement } from '#contract/statement.ts';
import { exampleDraft, exampleInvoices, exampleLine, manyLines } from '#tests/support/invoices.ts';
import { bundledFile, bundleServer } from '#tests/support/server.ts';
import { calculateInvoice } from '#modules/invoicing/server/write/calculate.ts';
import { writeCii } from './cii.ts';
import { createDocumentWriter } from './document-writer.ts';
import { drawInvoice } from './pdf.ts';

const fingerprint = 'olive · phare · marée · granit';
const writer = createDocumentWriter();
afterAll(() => writer.close());

/** What a stream of the file says, by the text that stands before it. */
function streamAfter(pdf: Buffer, text: string): string {
  const start = pdf.indexOf('stream\n', pdf.indexOf(text)) + 'stream\n'.length;
  const bytes = pdf.subarray(start, pdf.indexOf('\nendstream', start));
  return (bytes[0] === 0x78 ? inflateSync(bytes) : bytes).toString();
}
const pagesOf = (pdf: Buffer) => Number(/\/Type \/Pages\n\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);

const statement: Statement = {
  customer: { name: 'Atlas Distribution & <Fils>', siren: '000000208', address: ['13002 Marseille'] },
  from: '2026-01-01',
  to: '2026-10-31',
  currency: 'EUR',
  openingBalance: '0.00',
  entries: [
    {
      on: '2026-02-01',
      kind: 'invoice',
      number: 'FA-1',
      label: null,
      debit: '100.00',
      credit: null,
      balance: '100.00',
    },
    {
      on: '2026-03-01',
      kind: 'payment',
      number: null,
      label: 'Virement',
      debit: null,
      credit: '40.00',
      balance: '60.00',
    },
  ],
  closingBalance: '60.00',
  ageing: { notDue: '0.00', days0to30: '0.00', days31to60: '0.00', days61to90: '0.00', over90: '60.00' },
};

describe('drawInvoice', () => {
  it('embeds the XML, byte for byte, and says what it is', async () => {
    const { invoice } = exampleInvoices[0] as (typeof exampleInvoices)[number];
    const pdf = await drawInvoice({ invoice, language: 'fr', fingerprint });
    expect(streamAfter(pdf, '/Type /EmbeddedFile')).toBe(writeCii(invoice));
    const metadata = streamAfter(pdf, '/Subtype /XML');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    const text = pdf.toString('latin1');
    for (const part of ['/AFRelationship /Alternative', '/S /GTS_PDFA1', '/Marked true', '/Lang (fr-FR)', '/S /Table'])
      expect(text).toContain(part);
  });

  it('draws all examples in both languages', async () => {
    for (const { invoice } of exampleInvoices)
      for (const language of ['fr', 'en'] as const)
        expect((await drawInvoice({ invoice, language, fingerprint })).subarray(0, 8).toString()).toBe('%PDF-1.7');
  });

  it('gives the same bytes for the same document', async () => {
    const { invoice } = exampleInvoices[0] as (typeof exampleInvoices)[number];
    const draw = () => drawInvoice({ invoice, language: 'en', fingerprint: null });
    expect((await draw()).equals(await draw())).toBe(true);
  });

  it.each([
    ['one line', [exampleLine()], 1],
    ['105 lines', manyLines(105), 5],
    ['a description longer than a page', [exampleLine({ description: 'Mot '.repeat(1000) })], 3],
    ['a word longer than a line', [exampleLine({ name: 'm'.repeat(1000) })], 2],
  ])('needs pages for %s', async (_, lines, pages) => {
    const invoice = calculateInvoice(exampleDraft({ lines }));
    expect(pagesOf(await drawInvoice({ invoice, language: 'fr', fingerprint }))).toBe(pages);
  });
});

describe('createDocumentWriter', () => {
  it('draws several at once, as drawn without a thread', async () => {
    const some = exampleInvoices.slice(0, 5).map(({ invoice }) => ({ invoice, language: 'fr' as const, fingerprint }));
    const drawn = await Promise.all(some.map((one) => writer.invoice(one)));
    for (const [index, one] of some.entries()) expect(drawn[index]?.equals(await drawInvoice(one))).toBe(true);
  });

  it('reports a document that cannot be drawn, and draws the next one', async () => {
    const { invoice } = exampleInvoices[0] as (typeof exampleInvoices)[number];
    const broken = { ...invoice, issuedOn: 'never' };
    await expect(writer.invoice({ invoice: broken, language: 'fr', fingerprint })).rejects.toThrow('not drawn');
    await expect(writer.statement({ statement, language: 'fr' })).resolves.toBeInstanceOf(Buffer);
  });

  it('draws statements in both languages, also empty and long ones', async () => {
    const entry = statement.entries[0] as Statement['entries'][number];
    const long = { ...statement, entries: Array.from({ length: 300 }, () => entry) };
    for (const language of ['fr', 'en'] as const) {
      expect(pagesOf(await writer.statement({ statement, language }))).toBe(1);
      expect(pagesOf(await writer.statement({ statement: { ...statement, entries: [] }, language }))).toBe(1);
      expect(pagesOf(await writer.statement({ statement: long, language }))).toBeGreaterThan(5);
    }
  });
});

describe('the build', () => {
  it('draws without node_modules', async () => {
    bundleServer();
    // Outside of the project, with what is beside it in the bundle.
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    copyFileSync(bundledFile('document-thread.js'), join(folder, 'document-thread.mjs'));
    for (const name of ['data', 'fonts']) cpSync(bundledFile(name), join(folder, name), { recursive: true });
    const thread = new Worker(join(folder, 'document-thread.mjs'));
    try {
      await once(thread, 'message');
      thread.postMessage({ statement: { statement, language: 'fr' } });
      const [{ error, pdf }] = await once(thread, 'message');
      expect(error).toBeUndefined();
      expect(Buffer.from(pdf).subarray(0, 8).toString()).toBe('%PDF-1.7');
    } finally {
      await thread.terminate();
      rmSync(folder, { recursive: true });
    }
  });
});
