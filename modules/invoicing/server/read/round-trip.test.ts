import { afterAll, expect, test } from 'vitest';
import { writeCii } from '#api/documents/cii.ts';
import { drawInvoice } from '#api/documents/pdf.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { exampleInvoices } from '#tests/support/invoices.ts';
import { createInvoiceReader } from './invoice-reader.ts';
import { readInvoiceXml } from './read-invoice.ts';

const reader = createInvoiceReader();
afterAll(() => reader.close());

/** Zeros at the end of a price say nothing, and are not read. */
const withoutZeros = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);
const normalised = (invoice: InvoiceDocument): InvoiceDocument => ({
  ...invoice,
  lines: invoice.lines.map((line) => ({ ...line, price: withoutZeros(line.price) })),
});

test.each(exampleInvoices)('an invoice that we write is read as it was written: $name', ({ invoice }) => {
  const { document, findings } = readInvoiceXml(Buffer.from(writeCii(invoice)));
  expect(document.totals).toEqual(invoice.totals);
  expect(findings).toEqual([]);
  expect(normalised(document)).toEqual(normalised(invoice));
});

test('so is the one in a PDF that we draw', async () => {
  const [first] = exampleInvoices;
  if (first === undefined) throw new Error('There is no example.');
  const pdf = await drawInvoice({ ...first, language: 'fr', fingerprint: null });
  const { invoice, xml } = await reader.read(pdf, { owner: 'test', size: pdf.length });
  expect(normalised(invoice.document)).toEqual(normalised(first.invoice));
  expect(Buffer.from(xml ?? []).toString()).toBe(writeCii(first.invoice));
});
