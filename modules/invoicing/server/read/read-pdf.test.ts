import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { plain } from '#tests/fixtures/invoices/facts.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';
import { peppolUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { createInvoiceReader } from './invoice-reader.ts';

const reader = createInvoiceReader();
afterAll(() => reader.close());
const xml = frenchCii(plain);
const read = (bytes: Uint8Array | string) => {
  const content = Buffer.from(bytes);
  return reader.read(content, { owner: 'test', size: content.length });
};
const expectRead = async (bytes: Uint8Array) => {
  const { invoice, xml: found } = await read(bytes);
  expect(invoice.document).toMatchObject({ number: plain.number, totals: plain.totals });
  expect(Buffer.from(found ?? []).toString()).toBe(xml);
};

test.each(['factur-x.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml', 'xrechnung.xml'])(
  '%s is found',
  async (name) => {
    await expectRead(await pdfWith({ [name]: xml }));
    await expectRead(await pdfWith({ [name]: xml }, { useObjectStreams: false }));
  },
);

test('other attachments are left alone', async () => {
  await expectRead(
    await pdfWith({ 'a.xml': '<a/>', 'factur-x.xml': xml, 'photo.png': new Uint8Array(9), 'z.xml': xml }),
  );
});

test('XML is read without a PDF around it', async () => {
  const { invoice, xml: found } = await read(peppolUbl(plain));
  expect(invoice).toMatchObject({ format: 'ubl', document: { number: plain.number } });
  expect(found).toBeNull();
});

test('the attachment is found in a tree of names, and where only the document refers to it', async () => {
  const pdf = await PDFDocument.load(await pdfWith({ 'factur-x.xml': xml }));
  const names = pdf.catalog.lookup(PDFName.of('Names'));
  const tree = (names as typeof pdf.catalog).lookup(PDFName.of('EmbeddedFiles')) as typeof pdf.catalog;
  const leaf = pdf.context.register(pdf.context.obj({ Names: tree.get(PDFName.of('Names')) ?? null }));
  tree.delete(PDFName.of('Names'));
  // It contains itself, too.
  tree.set(PDFName.of('Kids'), pdf.context.obj([pdf.context.register(tree), leaf]));
  await expectRead(await pdf.save());
  pdf.catalog.delete(PDFName.of('Names'));
  await expectRead(await pdf.save());
});

test('a PDF of two different invoices is ambiguous', async () => {
  const two = await pdfWith({ 'factur-x.xml': xml, 'xrechnung.xml': peppolUbl(plain) });
  await expect(read(two)).rejects.toThrow('pdf_several_invoices');
});

test('an encrypted PDF is rejected', async () => {
  const pdf = await PDFDocument.load(await pdfWith({ 'factur-x.xml': xml }));
  pdf.encrypt({ userPassword: 'secret', ownerPassword: 'other' });
  await expect(read(await pdf.save())).rejects.toThrow('pdf_encrypted');
});

test('a PDF without an invoice, or with one that is not XML, is rejected', async () => {
  await expect(read(await pdfWith({}))).rejects.toThrow('pdf_without_xml');
  await expect(read(await pdfWith({ 'other.xml': xml }))).rejects.toThrow('pdf_without_xml');
  await expect(read(await pdfWith({ 'factur-x.xml': 'Facture' }))).rejects.toThrow('xml_malformed');
  await expect(read(await pdfWith({ 'factur-x.xml': '' }))).rejects.toThrow('xml_malformed');
});

test('a PDF that is cut off or damaged never reads as another invoice', async () => {
  const whole = await pdfWith({ 'factur-x.xml': xml });
  for (const share of [0.1, 0.5, 0.9]) {
    const cut = whole.slice(0, Math.floor(whole.length * share));
    await expect(read(cut)).rejects.toThrow(/pdf_damaged|pdf_without_xml|xml_malformed/);
  }
  for (let at = 20; at < whole.length; at += 97) {
    const damaged = Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 0x55 : byte));
    const result = await read(damaged).catch((error: unknown) => error);
    const totals =
      result instanceof Error ? result.name : (result as Awaited<ReturnType<typeof read>>).invoice.document.totals;
    expect(['InvoiceFileError', { ...plain.totals, paid: '0.00', rounding: '0.00' }]).toContainEqual(totals);
  }
});

/** A PDF whose object stream, or attachment, inflates to twice the limit or more. */
function bombs() {
  const zeros = deflateSync(Buffer.alloc(128 * 1024 * 1024, 0x20), { level: 9 });
  const stream = (dict: string, content: Buffer) =>
    Buffer.concat([Buffer.from(`<<${dict}/Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')]);
  const object = (id: number, content: Buffer | string) =>
    Buffer.concat([Buffer.from(`${id} 0 obj\n`), Buffer.from(content), Buffer.from('\nendobj\n')]);
  const file = (...objects: Buffer[]) =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), ...objects, Buffer.from('trailer<</Root 1 0 R>>\n%%EOF\n')]);
  const flate = '/Filter/FlateDecode';
  const catalog = object(1, '<</Type/Catalog/AF[2 0 R]>>');
  const spec = object(2, '<</Type/Filespec/F(factur-x.xml)/EF<</F 3 0 R>>>>');
  const tables = [4, 5, 6, 7].map((id) => object(id, stream(`/Type/ObjStm/N 1/First 4${flate}`, zeros)));
  return {
    'an attachment': file(catalog, spec, object(3, stream(flate, zeros))),
    'an attachment, deflated twice': file(
      catalog,
      spec,
      object(3, stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(zeros))),
    ),
    'tables of objects': file(catalog, ...tables),
    'a table of references': file(catalog, object(8, stream(`/Type/XRef/Size 1/W[1 2 1]${flate}`, zeros))),
    'a table of a billion references': file(
      catalog,
      object(8, stream(`/Type/XRef/Size 1000000000/W[0 0 0]${flate}`, deflateSync('x'))),
    ),
    'arrays in arrays': file(object(1, `<</Type/Catalog/AF ${'['.repeat(1_000_000)}`)),
  };
}

test.each(Object.entries(bombs()))('%s that explodes is rejected, and the next file is read', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(/takes_too_long|pdf_damaged|pdf_without_xml/);
  await expectRead(await pdfWith({ 'factur-x.xml': xml }));
});

test('memory stays bounded while half a gigabyte would be inflated', async () => {
  const { 'tables of objects': tables } = bombs();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 5);
  await expect(read(tables)).rejects.toThrow('takes_too_long');
  clearInterval(timer);
  // The limit of 64 MB, doubled by the buffer that is copied, and what the runtime keeps.
  expect(peak - before).toBeLessThan(300 * 1024 * 1024);
});

test('names in other notations are read', async () => {
  const pdf = await PDFDocument.load(await pdfWith({ 'other.xml': xml }));
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    const dict = object as typeof pdf.catalog;
    if (typeof dict.get === 'function' && dict.get(PDFName.of('EF')))
      dict.set(PDFName.of('F'), PDFString.of('FACTUR-X.XML'));
  }
  await expectRead(await pdf.save());
});
