import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** Text as one operator draws it, in points from the top left corner of its page. */
export interface TextRun {
  page: number;
  text: string;
  left: number;
  /** Without spaces at the end. */
  right: number;
  baseline: number;
  size: number;
  /** The marked content it belongs to; null for an artifact. */
  mark: number | null;
}

/** An element of the structure tree. */
export interface PdfElement {
  type: string;
  alt: string | undefined;
  /** What it and the elements in it say, in reading order. */
  text: string;
  children: PdfElement[];
}

interface Font {
  characters: string[];
  widths: number[];
}

const name = (key: string) => PDFName.of(key);
const decode = (stream: PDFObject | undefined) =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
const plain = (value: PDFObject | undefined) =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;

/** Reads what pdfkit writes: embedded fonts with two bytes per glyph, one content stream per page. */
export async function readPdfText(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const pages = pdf.getPages();
  const runs = pages.flatMap(({ node }, page) => {
    const { height } = pages[page]?.getSize() ?? { height: 0 };
    return readRuns(decode(node.Contents()), readFonts(node.Resources()), height).map((run) => ({ ...run, page }));
  });
  const pageOf = new Map(pages.map(({ ref }, index) => [ref.toString(), index]));
  const root = pdf.catalog.lookup(name('StructTreeRoot'), PDFDict);
  const marked = (page: number, mark: number) => runs.filter((run) => run.page === page && run.mark === mark);
  const used = new Set<TextRun>();
  const readElement = (element: PDFDict): PdfElement => {
    const type = element.lookup(name('S'), PDFName).decodeText();
    const children: PdfElement[] = [];
    const texts: string[] = [];
    for (const kid of kidsOf(element)) {
      if (kid instanceof PDFDict && kid.has(name('S'))) {
        const child = readElement(kid);
        children.push(child);
        texts.push(child.text);
        continue;
      }
      const reference = kid instanceof PDFDict ? kid : element;
      const page = pageOf.get(String(reference.get(name('Pg')) ?? element.get(name('Pg')))) ?? -1;
      const mark = kid instanceof PDFNumber ? kid.asNumber() : reference.lookup(name('MCID'), PDFNumber).asNumber();
      const content = marked(page, mark);
      for (const run of content) used.add(run);
      // As screen readers do: a space between two lines must be in the content.
      texts.push(content.map((run) => run.text).join(''));
    }
    return { type, alt: plain(element.lookup(name('Alt'))), text: texts.filter(Boolean).join(' '), children };
  };
  const document = kidsOf(root).find((kid) => kid instanceof PDFDict);
  if (document === undefined) throw new Error('the PDF has no structure');
  const tree = readElement(document);
  return { pdf, runs, tree, untagged: runs.filter((run) => run.mark !== null && !used.has(run)) };
}

/** All elements of a type, in reading order. */
export const elementsOf = (element: PdfElement, type: string): PdfElement[] =>
  element.children.flatMap((child) => [...(child.type === type ? [child] : []), ...elementsOf(child, type)]);

function kidsOf(element: PDFDict): PDFObject[] {
  const kids = element.lookup(name('K'));
  if (kids === undefined) return [];
  return kids instanceof PDFArray ? kids.asArray().map((kid) => resolve(element, kid)) : [kids];
}
const resolve = ({ context }: PDFDict, object: PDFObject) =>
  (object instanceof PDFRef ? context.lookup(object) : object) as PDFObject;

/** Fonts of a page by the name that its content uses. */
function readFonts(resources: PDFDict | undefined): Map<string, Font> {
  const fonts = resources?.lookup(name('Font'), PDFDict);
  return new Map(
    (fonts?.keys() ?? []).map((key) => {
      const font = fonts?.lookup(key, PDFDict);
      const described = font?.lookup(name('DescendantFonts'), PDFArray).lookup(0, PDFDict);
      const widths = described?.lookup(name('W'), PDFArray).lookup(1, PDFArray);
      const codes = /\[(.*)\]\nendbfrange/s.exec(decode(font?.lookup(name('ToUnicode'))))?.[1] ?? '';
      const characters = [...codes.matchAll(/<([^>]+)>/g)].map(([, hex = '']) =>
        hex.replaceAll(/\s|(.{4})/g, (_, code?: string) =>
          code === undefined ? '' : String.fromCharCode(parseInt(code, 16)),
        ),
      );
      return [key.toString(), { characters, widths: widths?.asArray().map((one) => Number(one.toString())) ?? [] }];
    }),
  );
}

const tokens = /<<[\s\S]*?>>|<[\da-f]*>|[[\]]|\/[^\s<>[\]]+|-?[\d.]+|[A-Za-z*]+/g;

function readRuns(content: string, fonts: Map<string, Font>, height: number): Omit<TextRun, 'page'>[] {
  const runs: Omit<TextRun, 'page'>[] = [];
  let operands: string[] = [];
  let mark: number | null = null;
  let font: Font = { characters: [], widths: [] };
  let [x, y, size] = [0, 0, 0];
  for (const [token] of content.matchAll(tokens)) {
    if (!/^[A-Za-z*]/.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'BDC') mark = Number(/\/MCID (\d+)/.exec(operands.at(-1) ?? '')?.[1] ?? Number.NaN);
    if (token === 'BDC' && Number.isNaN(mark)) mark = null;
    if (token === 'Tm') [x, y] = [Number(operands.at(-2)), height - Number(operands.at(-1))];
    if (token === 'Tf') {
      font = fonts.get(operands.at(-2) ?? '') ?? { characters: [], widths: [] };
      size = Number(operands.at(-1));
    }
    if (token === 'TJ') {
      let [width, visible] = [0, 0];
      let text = '';
      for (const part of operands) {
        if (part.startsWith('<')) {
          for (const [code] of part.matchAll(/[\da-f]{4}/g)) {
            text += font.characters[parseInt(code, 16)] ?? '\uFFFD';
            width += font.widths[parseInt(code, 16)] ?? 0;
            if (!text.endsWith(' ')) visible = width;
          }
        } else if (part !== '[' && part !== ']') width -= Number(part);
      }
      runs.push({ text, left: x, right: x + (visible * size) / 1000, baseline: y, size, mark });
    }
    operands = [];
  }
  return runs;
}
