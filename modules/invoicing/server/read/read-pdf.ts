import {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { InvoiceFileError } from './invoice-file-error.ts';

/** Names of the XML by Factur-X, both ZUGFeRD and XRechnung, in lower case. */
const invoiceNames = new Set(['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml']);
/** All that a document inflates, its tables of objects included. */
const maxInflated = 64 * 1024 * 1024;
const maxAttachments = 1000;

export const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');

/** The XML of the invoice that is attached to the PDF. Throws InvoiceFileError. */
export async function readPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const inflation = limitInflation(maxInflated);
  try {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY });
    if (inflation.isExceeded()) throw new InvoiceFileError('takes_too_long');
    const [file, ...others] = [...attachedInvoices(pdf)];
    if (file === undefined) throw new InvoiceFileError('pdf_without_xml');
    const xml = decodePDFRawStream(file).decode();
    // One invoice under two names, as for readers of ZUGFeRD 1 and 2, is not ambiguous.
    for (const other of others)
      if (Buffer.compare(xml, decodePDFRawStream(other).decode()) !== 0)
        throw new InvoiceFileError('pdf_several_invoices');
    return xml;
  } catch (error) {
    if (error instanceof InvoiceFileError) throw error;
    if (error instanceof EncryptedPDFError) throw new InvoiceFileError('pdf_encrypted');
    // The library throws what it meets: damaged files have no error of their own.
    throw new InvoiceFileError(inflation.isExceeded() ? 'takes_too_long' : 'pdf_damaged');
  }
}

interface Decoder {
  ensureBuffer: (size: number) => Uint8Array;
  buffer: Uint8Array;
}

// Private to the library: it has no limit on what a stream inflates to, and 25 MB of zeros inflate to 25 GB. All of its decoders
// grow their buffer with the method of one prototype, which we wrap. If the library changes this, read-pdf.test.ts fails: its file
// would be read. The limits of the thread hold the heap, but not the buffers beside it.
const flate = PDFContext.create().obj({ Filter: 'FlateDecode' });
const decoders = Object.getPrototypeOf(
  Object.getPrototypeOf(decodePDFRawStream(PDFRawStream.of(flate, new Uint8Array([0x78, 0x9c])))),
) as Decoder;
const ensureBuffer = decoders.ensureBuffer;

/** Counts for one document: the thread reads one at a time. */
function limitInflation(limit: number) {
  let total = 0;
  decoders.ensureBuffer = function ensureWithinLimit(this: Decoder, size: number) {
    if (size <= this.buffer.byteLength) return this.buffer;
    // It doubles. The parser skips objects that throw: without adding up, it would try the next one.
    total += Math.max(size, 2 * this.buffer.byteLength) - this.buffer.byteLength;
    if (total > limit) throw new InvoiceFileError('takes_too_long');
    return ensureBuffer.call(this, size);
  };
  return { isExceeded: () => total > limit };
}

/** Streams with a name of an invoice: attached to the document, or among its files. Often both are the same. */
function attachedInvoices({ catalog }: PDFDocument): Set<PDFRawStream> {
  const names = catalog.lookup(PDFName.of('Names'));
  const tree = names instanceof PDFDict ? names.lookup(PDFName.of('EmbeddedFiles')) : undefined;
  const associated = catalog.lookup(PDFName.of('AF'));
  const files = [...(associated instanceof PDFArray ? entriesOf(associated) : []), ...leavesOf(tree)];
  const found = new Set<PDFRawStream>();
  for (const file of files) {
    if (!(file instanceof PDFDict)) continue;
    const isInvoice = ['UF', 'F'].some((key) => invoiceNames.has(textOf(file.lookup(PDFName.of(key))).toLowerCase()));
    const embedded = isInvoice ? file.lookup(PDFName.of('EF')) : undefined;
    if (!(embedded instanceof PDFDict)) continue;
    const stream = embedded.lookup(PDFName.of('F')) ?? embedded.lookup(PDFName.of('UF'));
    if (stream instanceof PDFRawStream) found.add(stream);
  }
  return found;
}

/** A tree of names: pairs of a name and a file, or further trees. A tree that contains itself ends at the limit. */
function leavesOf(tree: PDFObject | undefined): PDFObject[] {
  const open = tree === undefined ? [] : [tree];
  const seen = new Set<PDFObject>();
  const leaves: PDFObject[] = [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const pairs = node.lookup(PDFName.of('Names'));
    if (pairs instanceof PDFArray) leaves.push(...entriesOf(pairs).filter((_, at) => at % 2 === 1));
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) open.push(...entriesOf(kids));
    if (seen.size + leaves.length > maxAttachments) throw new InvoiceFileError('takes_too_long');
  }
  return leaves;
}

const entriesOf = (array: PDFArray): PDFObject[] =>
  Array.from({ length: Math.min(array.size(), 2 * maxAttachments) }, (_, at) => array.lookup(at)).filter(
    (one) => one !== undefined,
  );

const textOf = (value: PDFObject | undefined): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : '';
