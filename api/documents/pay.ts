import { encode } from 'uqr';
import { documentCopy } from '#api/documents/copy/copy.ts';
import { compare } from '#contract/decimal.ts';
import { epcText } from '#contract/epc-code.ts';
import { documentKinds, type InvoiceDocument } from '#contract/invoice-document.ts';
import type { DocumentLanguage } from '#contract/languages.ts';
import type { DocumentFormats } from './formats.ts';
import { colors, contentWidth, page, type Sheet } from './sheet.ts';

/** How to pay: the account with its fingerprint, the reference, and a code for banking apps. */
export function drawPayment(
  sheet: Sheet,
  invoice: InvoiceDocument,
  language: DocumentLanguage,
  { day }: DocumentFormats,
  fingerprint: string | null,
): void {
  const copy = documentCopy[language];
  if (invoice.kind === documentKinds.creditNote) {
    sheet.paragraph('P', copy.nothingToPay, {});
    sheet.y += 10;
    return;
  }
  const { iban, bic, holder, reference, terms } = invoice.payment;
  if (iban === null || compare(invoice.totals.due, '0') <= 0) return;
  const code = epcText({ iban, bic, holder, reference, currency: invoice.currency, amount: invoice.totals.due });
  const facts = (
    [
      [copy.pay.holder, holder],
      [copy.pay.iban, iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0')],
      [copy.pay.bic, bic],
      [copy.pay.reference, reference],
      [copy.pay.fingerprint, fingerprint],
    ] as const
  ).filter((fact): fact is [string, string] => fact[1] !== null);
  const how = [invoice.dueOn === null ? copy.pay.transfer : copy.pay.until(day(invoice.dueOn)), terms].filter(Boolean);
  const height = Math.max(
    34 + how.length * 13 + facts.length * 15 + (fingerprint === null ? 0 : 14),
    code === null ? 0 : 132,
  );
  sheet.reserve(height);
  const top = sheet.y;
  const section = sheet.element('Sect');
  sheet.artifact(() => sheet.doc.rect(page.left, top, contentWidth, height).lineWidth(0.7).stroke(colors.line));
  sheet.y = top + 10;
  const x = page.left + 12;
  const width = contentWidth - (code === null ? 24 : 140);
  sheet.paragraph('H2', copy.pay.title, { font: 'heading', size: 11, x, width, parent: section });
  for (const text of how)
    sheet.paragraph('P', text ?? '', { size: 8.5, color: colors.muted, x, width, parent: section });
  sheet.y += 4;
  for (const [label, value] of facts) {
    const element = sheet.element('P', section);
    sheet.tag('P', element, () => {
      sheet.line(label, x, sheet.y, { size: 8.5, color: colors.muted });
      sheet.line(value, x + 112, sheet.y, { size: 9, font: 'semibold' });
    });
    element.end();
    sheet.y += 15;
  }
  if (fingerprint !== null)
    sheet.paragraph('P', copy.pay.fingerprintHint, { size: 7.5, color: colors.muted, x, width, parent: section });
  if (code !== null)
    drawCode(sheet, code, copy.pay.code, { x: page.right - 112, y: top + 12, side: 88, parent: section });
  section.end();
  sheet.y = top + height + 16;
}

function drawCode(
  sheet: Sheet,
  text: string,
  label: string,
  { x, y, side, parent }: { x: number; y: number; side: number; parent: ReturnType<Sheet['element']> },
): void {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = side / size;
  const figure = sheet.element('Figure', parent, { alt: label });
  sheet.tag('Figure', figure, () => {
    data.forEach((row, top) => {
      for (let start = 0; start < size; start += 1) {
        if (!row[start] || row[start - 1]) continue;
        let end = start;
        while (row[end]) end += 1;
        sheet.doc.rect(x + start * unit, y + top * unit, (end - start) * unit, unit + 0.02);
      }
    });
    sheet.doc.fill(colors.ink);
  });
  figure.end();
  const before = sheet.y;
  sheet.y = y + side + 9;
  sheet.paragraph('Caption', label, { size: 6.5, color: colors.muted, x: x - 12, width: 116, parent });
  sheet.y = before;
}

/** What the law asks for, and remarks. How platforms treat the invoice (BAR) is for them only. */
export function drawMentions(sheet: Sheet, { notes, taxPoint }: InvoiceDocument, language: DocumentLanguage): void {
  const copy = documentCopy[language];
  const texts = [
    ...notes.filter(({ code }) => code === null),
    ...notes.filter(({ code }) => code !== null && code !== 'BAR'),
  ].map(({ text }) => text);
  const style = { size: 7.5, color: colors.muted };
  const all = [...texts, ...(taxPoint === '5' ? [copy.onDebits] : [])];
  // Together, if they fit on one page.
  sheet.reserve(
    Math.min(
      sheet.height(
        all.map((text) => ({ ...style, text })),
        contentWidth,
      ),
      400,
    ),
  );
  for (const text of all) sheet.paragraph('P', text, style);
}
