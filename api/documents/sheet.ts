import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { documentCopy } from '#api/documents/copy/copy.ts';
import { company, office, publisher, sellerFacts } from '#api/lib/company.ts';
import type { DocumentLanguage } from '#contract/languages.ts';

// What invoices, statements and the checklist (scripts/build/checklist/) share: an A4 page with our fonts, tags for screen readers,
// tables over several pages with a repeated head, and a footer with the legal mentions and the page number. PDF/A-3b: fonts and the colour profile are embedded. pdfkit reads
// the profile from `data/` beside the bundle, where scripts/build/build-api.ts copies it.

export const colors = {
  ink: '#0b1b33',
  muted: '#4a5872',
  line: '#d5dae2',
  tint: '#eaf2fd',
  azure: '#0b63e5',
  sea: '#0fa3b1',
  sun: '#f2a93b',
};
export const page = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 774 };
export const contentWidth = page.right - page.left;

// Beside this file in the sources, beside the bundle in a build.
const fontFile = (name: string) => readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
type FontName = 'regular' | 'semibold' | 'heading';
let fonts: Record<FontName, Buffer> | undefined;
/** Bytes at first, then what pdfkit made of them: it accepts both, and reading the tables of a font takes longer than a page. */
const fontsOnce = () =>
  (fonts ??= { regular: fontFile('inter-400'), semibold: fontFile('inter-600'), heading: fontFile('bricolage-700') });

export interface TextStyle {
  font?: FontName;
  size?: number;
  color?: string;
}
export type Structure = PDFKit.PDFStructureElement;
/** Lines that are drawn under each other. */
export type Paragraph = TextStyle & { text: string };

/** The fonts have no no-break hyphen: it is drawn as a hyphen, and so it is found by a search. */
const drawn = (text: string) => text.replaceAll('\u2011', '-');

const leading = 1.38;
export const lineHeight = ({ size = 9 }: TextStyle) => size * leading;
/** The metadata of pdfkit is XML that it does not escape, and must equal the plain information of the file. */
const plain = (text: string) => text.replaceAll('&', '+').replaceAll(/[<>]/g, '');

export interface SheetOptions {
  title: string;
  language: DocumentLanguage;
  /** The day of the document: the same document is always the same bytes. */
  on: string;
  /** On top of every page but the first. */
  running: string;
  /** At the foot of every page, instead of the legal mentions. */
  footer?: string[];
}

export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly #options: SheetOptions;
  readonly #root: Structure;
  y = page.top;

  constructor(options: SheetOptions) {
    this.#options = options;
    const on = new Date(`${options.on}T00:00:00Z`);
    const producer = plain(company.name);
    this.doc = new PDFDocument({
      size: 'A4',
      // pdfkit would begin pages by itself at its margins.
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3b',
      tagged: true,
      displayTitle: true,
      bufferPages: true,
      lang: documentCopy[options.language].locale,
      info: {
        Title: plain(options.title),
        Author: producer,
        Creator: producer,
        Producer: producer,
        CreationDate: on,
        ModDate: on,
      },
      font: fontsOnce().regular as unknown as string,
    });
    for (const name of ['regular', 'semibold', 'heading'] as const) {
      this.doc.registerFont(name, fontsOnce()[name]);
      // A private member; without it, fonts are read again for each document.
      const { _font: read } = this.doc.font(name) as unknown as { _font?: { font?: Buffer } };
      if (read?.font !== undefined) fontsOnce()[name] = read.font;
    }
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  element(
    type: string,
    parent: Structure = this.#root,
    options: { alt?: string; bbox?: [number, number, number, number]; scope?: 'Column' | 'Row' } = {},
  ): Structure {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  /** What `draw` draws belongs to the element. */
  tag(type: string, element: Structure, draw: () => void): void {
    const content = this.doc.markStructureContent(type);
    draw();
    this.doc.endMarkedContent();
    element.add(content);
  }

  /** Decoration, and what repeats: screen readers skip it. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  style({ font = 'regular', size = 9, color = colors.ink }: TextStyle): this {
    this.doc.font(font).fontSize(size).fillColor(color);
    return this;
  }

  /** Lines no wider than the width; a word that is wider is broken. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    this.style(style);
    const fits = (line: string) => this.doc.widthOfString(drawn(line)) <= width;
    const broken = text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
      if (fits(paragraph)) return [paragraph];
      const lines = [''];
      for (const word of paragraph.split(/(?<=[ \t-])/)) {
        const last = lines.at(-1) ?? '';
        if (fits((last + word).trimEnd())) lines[lines.length - 1] = last + word;
        else if (fits(word.trimEnd())) lines.push(word);
        else lines.push(...breakWord(word, fits));
      }
      return lines.map((line) => line.trimEnd()).filter((line, index) => index > 0 || line !== '');
    });
    return broken.map(drawn);
  }

  line(
    given: string,
    x: number,
    y: number,
    style: TextStyle & { align?: 'right' | undefined; width?: number } = {},
  ): void {
    this.style(style);
    const text = drawn(given);
    const { size = 9, align, width = 0 } = style;
    const left = align === 'right' ? x + width - this.doc.widthOfString(text) : x;
    this.doc.text(text, left, y + (lineHeight(style) - size) / 2 - size * 0.1, { lineBreak: false });
  }

  /** An element of wrapped text at the current position; `y` moves below it. */
  paragraph(
    type: string,
    text: string,
    style: TextStyle & { x?: number; width?: number; parent?: Structure } = {},
  ): void {
    const { x = page.left, width = contentWidth, parent } = style;
    const element = this.element(type, parent);
    for (const line of this.wrap(text, width, style)) {
      this.reserve(lineHeight(style));
      this.tag(type, element, () => this.line(line, x, this.y, style));
      this.y += lineHeight(style);
    }
    element.end();
  }

  /** The company with its mark. */
  brand(name: string, x: number): void {
    const { doc } = this;
    this.artifact(() => {
      doc
        .save()
        .translate(x, page.top - 2)
        .scale(0.62);
      doc.lineWidth(4.5).lineJoin('round').lineCap('round');
      doc.path('M4 10v15a16 16 0 0 0 32 0').stroke(colors.sea);
      doc.path('M36 25V4h-8v9h-8V4h-8v9').stroke(colors.azure);
      doc.restore();
    });
    const owner = this.element('P');
    this.tag('P', owner, () => this.line(name, x + 33, page.top, { font: 'heading', size: 16 }));
    owner.end();
  }

  /** The company on the left, what the document is on the right. */
  head(name: string, title: string, subtitle: string): void {
    this.brand(name, page.left);
    const half = contentWidth / 2;
    const heading = this.element('H1');
    this.tag('H1', heading, () => {
      const right = { align: 'right', width: half } as const;
      this.line(title, page.left + half, page.top - 6, { ...right, font: 'heading', size: 22 });
      this.line(subtitle, page.left + half, page.top + 24, { ...right, size: 10, color: colors.muted });
    });
    heading.end();
    this.y = page.top + 62;
  }

  height = (paragraphs: Paragraph[], width: number) =>
    paragraphs.reduce((sum, one) => sum + this.wrap(one.text, width, one).length * lineHeight(one), 0);

  /** Begins a page if less than this height is left. */
  reserve(height: number): boolean {
    if (this.y + height <= page.bottom) return false;
    this.doc.addPage();
    this.y = page.top;
    this.artifact(() => {
      this.line(this.#options.running, page.left, this.y, { size: 8, color: colors.muted });
      this.rule(this.y + 16);
    });
    this.y += 30;
    return true;
  }

  rule(y: number, { x = page.left, to = page.right, color = colors.line, width = 0.7 } = {}): void {
    this.doc.moveTo(x, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke();
  }

  /** The document, after page numbers and legal mentions were written on every page. */
  async finish(): Promise<Buffer> {
    const copy = documentCopy[this.#options.language];
    const { start, count } = this.doc.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      this.doc.switchToPage(index);
      this.artifact(() => {
        this.rule(page.bottom + 14);
        const style = { size: 7, color: colors.muted };
        const { footer = legalLines(this.#options.language) } = this.#options;
        const lines = footer.flatMap((text) => this.wrap(text, contentWidth - 50, style));
        lines.forEach((text, at) => this.line(text, page.left, page.bottom + 20 + at * lineHeight(style), style));
        const number = copy.page(index - start + 1, count);
        this.line(number, page.left, page.bottom + 20, { ...style, size: 8, align: 'right', width: contentWidth });
      });
    }
    this.#root.end();
    this.doc.end();
    return buffer(this.doc);
  }
}

/** The company's facts that content/site.ts has. */
function legalLines(language: DocumentLanguage): string[] {
  const { legal } = documentCopy[language];
  const { legalForm, capital, registration } = publisher;
  const { siret, vatNumber } = sellerFacts;
  const identity = [
    [company.name, legalForm, capital && legal.capital(capital)].filter(Boolean).join(', '),
    registration,
    siret && legal.siret(siret),
    vatNumber && legal.vat(vatNumber),
  ];
  const contact = [`${office.address}, ${office.postal} ${office.city}, ${office.country}`, office.phone, office.email];
  return [identity, contact].map((parts) => parts.filter(Boolean).join(' · '));
}

function breakWord(word: string, fits: (text: string) => boolean): string[] {
  const lines = [''];
  for (const character of word) {
    const last = lines.at(-1) ?? '';
    if (last === '' || fits(last + character)) lines[lines.length - 1] = last + character;
    else lines.push(character);
  }
  return lines;
}
