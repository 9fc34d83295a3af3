import { afterAll, expect, test } from 'vitest';
import { smallCiiDocuments } from '#tests/fixtures/invoices/declared-cii.ts';
import { largeCiiDocuments } from '#tests/fixtures/invoices/declared-cii-large.ts';
import { ublDocuments } from '#tests/fixtures/invoices/declared-ubl.ts';
import type { DeclaredDocument } from '#tests/fixtures/invoices/declared.ts';
import { pdfShapes } from '#tests/fixtures/invoices/pdf-shapes.ts';
import { createInvoiceReader } from './invoice-reader.ts';
import { readInvoiceXml, type ReadInvoice } from './read-invoice.ts';

const reader = createInvoiceReader();
afterAll(() => reader.close());
const documents = [...smallCiiDocuments, ...largeCiiDocuments, ...ublDocuments];

function expectDeclared({ document, findings }: ReadInvoice, declared: DeclaredDocument) {
  expect(document.totals).toEqual({ paid: '0.00', rounding: '0.00', ...declared.totals });
  expect(document).toMatchObject({
    number: declared.number,
    kind: declared.kind ?? '380',
    profile: declared.profile,
    currency: declared.currency ?? 'EUR',
    buyer: { siren: declared.buyerSiren },
    taxInEuros: declared.taxInEuros ?? null,
  });
  expect(document.taxes.map(({ category, rate, base, amount }) => [category, rate, base, amount])).toEqual(
    declared.taxes,
  );
  expect(document.lines.map(({ net }) => net)).toEqual(declared.lines);
  expect(document.adjustments.map(({ amount }) => amount)).toEqual(declared.adjustments ?? []);
  expect(document.payment.iban).toBe(declared.iban);
  expect(findings.map(({ code }) => code)).toEqual(declared.findings ?? []);
}

test.each(documents)('$name: read as it was declared, in each encoding', (declared) => {
  const { xml } = declared;
  const withoutDeclaration = xml.replace(/^<\?xml[^?]*\?>/, '');
  const utf16 = Buffer.from(`\uFEFF${withoutDeclaration}`, 'utf16le');
  for (const file of [
    Buffer.from(xml),
    Buffer.from(`\uFEFF${xml}`),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(
      `<?xml version="1.0" encoding="windows-1252"?>${withoutDeclaration.replaceAll('’', '&#8217;')}`,
      'latin1',
    ),
  ])
    expectDeclared(readInvoiceXml(file), declared);
});

test.each(Object.entries(pdfShapes))('PDF, %s: the invoice is found and read as it was declared', async (_, write) => {
  for (const declared of documents) {
    const file = write(declared.xml);
    const { invoice, xml } = await reader.read(file, { owner: 'test', size: file.length });
    expect(Buffer.from(xml ?? []).toString()).toBe(declared.xml);
    expectDeclared(invoice, declared);
  }
});
