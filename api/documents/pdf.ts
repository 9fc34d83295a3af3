import { documentCopy } from '#api/documents/copy/copy.ts';
import { compare } from '#contract/decimal.ts';
import { documentKinds, type InvoiceDocument, type InvoiceParty } from '#contract/invoice-document.ts';
import type { DocumentLanguage } from '#contract/languages.ts';
import { writeCii } from './cii.ts';
import { documentFormats, type DocumentFormats } from './formats.ts';
import { drawMentions, drawPayment } from './pay.ts';
import { colors, contentWidth, page, type Paragraph, Sheet } from './sheet.ts';
import { drawTable } from './table.ts';

export interface InvoicePdfInput {
  invoice: InvoiceDocument;
  language: DocumentLanguage;
  /** Four words that say which bank account is ours. */
  fingerprint: string | null;
}

/** The invoice as Factur-X: a PDF/A-3 for people with the XML of `writeCii` for programs. */
export async function drawInvoice({ invoice, language, fingerprint }: InvoicePdfInput): Promise<Buffer> {
  const copy = documentCopy[language];
  const kind = kindOf(invoice, language);
  const sheet = new Sheet({
    title: `${kind} ${invoice.number}`,
    language,
    on: invoice.issuedOn,
    running: `${invoice.seller.name} · ${kind} ${invoice.number} (${copy.continued})`,
  });
  embedXml(sheet, writeCii(invoice), invoice.issuedOn);
  const formats = documentFormats(copy.locale, invoice.currency);
  sheet.head(invoice.seller.name, kind, invoice.number);
  drawParties(sheet, invoice, language);
  drawFacts(sheet, invoice, language, formats);
  drawLines(sheet, invoice, language, formats);
  drawSums(sheet, invoice, language, formats);
  drawPayment(sheet, invoice, language, formats, fingerprint);
  drawMentions(sheet, invoice, language);
  return sheet.finish();
}

function kindOf({ kind }: InvoiceDocument, language: DocumentLanguage): string {
  const { kinds } = documentCopy[language];
  if (kind === documentKinds.invoice) return kinds.invoice;
  return kind === documentKinds.creditNote ? kinds.creditNote : kinds.other(kind);
}

/** Factur-X 1.0: the attachment, and the metadata that says what it is, in a schema that PDF/A asks to describe. */
function embedXml({ doc }: Sheet, xml: string, issuedOn: string): void {
  const on = new Date(`${issuedOn}T00:00:00Z`);
  doc.file(Buffer.from(xml), {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    creationDate: on,
    modifiedDate: on,
    relationship: 'Alternative',
  } as PDFKit.Mixins.PDFAttachmentOptions);
  const properties = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'].map(
    (name) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${name} of the embedded invoice</pdfaProperty:description></rdf:li>`,
  );
  const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
  const { appendXML } = doc as unknown as { appendXML: (this: unknown, text: string) => void };
  appendXML.call(
    doc,
    `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${properties.join('\n')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`,
  );
}

function addressLines({ lines, postCode, city, country }: InvoiceParty['address'], locale: string): string[] {
  const place = [postCode, city].filter(Boolean).join(' ');
  const name = country === null || country === 'FR' ? null : countryName(country, locale);
  return [...lines, place, name].filter((line): line is string => line !== null && line !== '');
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function drawParties(sheet: Sheet, { seller, buyer, deliveredTo }: InvoiceDocument, language: DocumentLanguage): void {
  const copy = documentCopy[language];
  const block = (title: string, party: InvoiceParty): Paragraph[] => [
    { text: title, size: 7.5, font: 'semibold', color: colors.muted },
    { text: party.name, size: 10, font: 'semibold' },
    ...addressLines(party.address, copy.locale).map((text) => ({ text })),
    ...(party.siren === null ? [] : [{ text: copy.siren(party.siren), color: colors.muted }]),
    ...(party.vatId === null ? [] : [{ text: copy.vatId(party.vatId), color: colors.muted }]),
  ];
  const to = deliveredTo === null ? [] : addressLines(deliveredTo, copy.locale);
  const blocks = [
    block(copy.seller, seller),
    block(copy.buyer, buyer),
    ...(to.length === 0
      ? []
      : [
          [
            { text: copy.deliveredTo, size: 7.5, font: 'semibold', color: colors.muted } as Paragraph,
            ...to.map((text) => ({ text })),
          ],
        ]),
  ];
  const width = contentWidth / Math.max(blocks.length, 2) - 16;
  const top = sheet.y;
  let bottom = top;
  blocks.forEach((paragraphs, index) => {
    sheet.y = top;
    const section = sheet.element('Sect');
    const x = page.left + (index * contentWidth) / Math.max(blocks.length, 2);
    for (const { text, ...style } of paragraphs) sheet.paragraph('P', text, { ...style, x, width, parent: section });
    section.end();
    bottom = Math.max(bottom, sheet.y);
  });
  sheet.y = bottom + 18;
}

/** Dates and references, in a strip of up to four columns. */
function drawFacts(sheet: Sheet, invoice: InvoiceDocument, language: DocumentLanguage, { day }: DocumentFormats): void {
  const copy = documentCopy[language];
  const nature = copy.natures[invoice.process?.slice(0, 1) ?? ''];
  const facts = (
    [
      [copy.issuedOn, day(invoice.issuedOn)],
      [copy.dueOn, invoice.dueOn && day(invoice.dueOn)],
      [copy.deliveredOn, invoice.deliveredOn && day(invoice.deliveredOn)],
      [copy.nature, nature],
      [copy.orderNumber, invoice.orderNumber],
      [copy.contractNumber, invoice.contractNumber],
    ] as [string, string | null | undefined][]
  ).filter((fact): fact is [string, string] => Boolean(fact[1]));
  const columns = 4;
  const width = contentWidth / columns;
  for (let start = 0; start < facts.length; start += columns) {
    const row = facts.slice(start, start + columns).map(([label, value]): Paragraph[] => [
      { text: label, size: 7.5, font: 'semibold', color: colors.muted },
      { text: value, size: 9 },
    ]);
    const height = Math.max(...row.map((cell) => sheet.height(cell, width - 20))) + 14;
    const top = sheet.y;
    sheet.artifact(() => sheet.doc.rect(page.left, top, contentWidth, height).fill(colors.tint));
    row.forEach((cell, index) => {
      sheet.y = top + 7;
      for (const { text, ...style } of cell)
        sheet.paragraph('P', text, { ...style, x: page.left + 10 + index * width, width: width - 20 });
    });
    sheet.y = top + height;
  }
  sheet.y += 12;
  for (const { number, issuedOn } of invoice.corrects)
    sheet.paragraph('P', copy.corrects(number, issuedOn && day(issuedOn)), { font: 'semibold' });
  sheet.y += invoice.corrects.length === 0 ? 0 : 8;
}

function drawLines(sheet: Sheet, invoice: InvoiceDocument, language: DocumentLanguage, formats: DocumentFormats): void {
  const copy = documentCopy[language];
  const { amount, price, quantity, percent } = formats;
  const taxOf = (category: string, rate: string) =>
    category === 'S' ? percent(rate) : (copy.taxes.categories[category] ?? category);
  const small = { size: 8, color: colors.muted };
  const reasonOf = (given: { amount: string; reason: string | null }) =>
    given.reason ?? (compare(given.amount, '0') < 0 ? copy.lines.discount : copy.lines.charge);
  const rows = invoice.lines.map((line): Paragraph[][] => [
    [
      { text: line.name },
      ...(line.description === null ? [] : [{ ...small, text: line.description }]),
      ...line.adjustments.map((given) => ({
        ...small,
        text: copy.lines.adjustment(reasonOf(given), amount(given.amount)),
      })),
    ],
    [{ text: [quantity(line.quantity), copy.units[line.unit] ?? line.unit].filter(Boolean).join('\u00a0') }],
    [{ text: price(line.price, line.priceQuantity) }],
    [{ text: taxOf(line.taxCategory, line.taxRate) }],
    [{ text: amount(line.net) }],
  ]);
  const adjusted = invoice.adjustments.map((given): Paragraph[][] => [
    [{ text: reasonOf(given) }],
    [],
    [],
    [{ text: taxOf(given.taxCategory, given.taxRate) }],
    [{ text: amount(given.amount) }],
  ]);
  drawTable(
    sheet,
    [
      { title: copy.lines.name, width: contentWidth - 282 },
      { title: copy.lines.quantity, width: 66, align: 'right' },
      { title: copy.lines.price, width: 76, align: 'right' },
      { title: copy.lines.taxRate, width: 66, align: 'right' },
      { title: copy.lines.net, width: 74, align: 'right' },
    ],
    [...rows, ...adjusted],
  );
  sheet.y += 18;
}

/** VAT by rate on the left, totals on the right, never on two pages. */
function drawSums(sheet: Sheet, invoice: InvoiceDocument, language: DocumentLanguage, formats: DocumentFormats): void {
  const copy = documentCopy[language];
  const { amount, money, percent } = formats;
  const { totals, taxes } = invoice;
  const isZero = (value: string) => compare(value, '0') === 0;
  const isCreditNote = invoice.kind === documentKinds.creditNote;
  const sums: [string, string][] = [
    ...(invoice.adjustments.length === 0 ? [] : [[copy.totals.lines, money(totals.lines)] as [string, string]]),
    [copy.totals.net, money(totals.net)],
    [copy.totals.tax, money(totals.tax)],
    [copy.totals.gross, money(totals.gross)],
    ...(isZero(totals.paid) ? [] : [[copy.totals.paid, money(totals.paid)] as [string, string]]),
    ...(isZero(totals.rounding) ? [] : [[copy.totals.rounding, money(totals.rounding)] as [string, string]]),
  ];
  sheet.reserve(Math.max(30 + taxes.length * 46, 24 + sums.length * 17 + 34));
  const top = sheet.y;
  drawTable(
    sheet,
    [
      { title: copy.taxes.title, width: 116 },
      { title: copy.taxes.base, width: 76, align: 'right' },
      { title: copy.taxes.amount, width: 66, align: 'right' },
    ],
    taxes.map((tax) => [
      [
        { text: tax.category === 'S' ? percent(tax.rate) : (copy.taxes.categories[tax.category] ?? tax.category) },
        ...(tax.exemption === null ? [] : [{ text: tax.exemption, size: 7, color: colors.muted }]),
      ],
      [{ text: amount(tax.base) }],
      [{ text: amount(tax.amount) }],
    ]),
  );
  if (invoice.taxInEuros !== null) {
    sheet.y += 4;
    const text = `${copy.taxes.inEuros} ${documentFormats(copy.locale, 'EUR').money(invoice.taxInEuros)}`;
    sheet.paragraph('P', text, { size: 8, color: colors.muted, width: 258 });
  }
  const taxBottom = sheet.y;
  sheet.y = top;
  const left = page.left + 290;
  const width = page.right - left;
  const list = sheet.element('Sect');
  const row = (
    label: string,
    value: string,
    style: { font?: 'semibold' | 'heading'; size?: number; color?: string } = {},
  ) => {
    const element = sheet.element('P', list);
    sheet.tag('P', element, () => {
      sheet.line(label, left + 10, sheet.y, {
        ...style,
        font: style.font === 'heading' ? 'semibold' : (style.font ?? 'regular'),
      });
      sheet.line(value, left, sheet.y, { ...style, align: 'right', width: width - 10 });
    });
    element.end();
  };
  for (const [label, value] of sums) {
    row(label, value);
    sheet.y += 17;
  }
  sheet.artifact(() => sheet.doc.rect(left, sheet.y + 2, width, 30).fill(colors.ink));
  sheet.y += 8;
  row(isCreditNote ? copy.totals.due.creditNote : copy.totals.due.invoice, money(totals.due), {
    font: 'heading',
    size: 12,
    color: '#ffffff',
  });
  list.end();
  sheet.y = Math.max(taxBottom, sheet.y + 24) + 20;
}
