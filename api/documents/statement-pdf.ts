import { documentCopy } from '#api/documents/copy/copy.ts';
import { company } from '#api/lib/company.ts';
import type { DocumentLanguage } from '#contract/languages.ts';
import type { Statement } from '#contract/statement.ts';
import { documentFormats } from './formats.ts';
import { colors, contentWidth, page, type Paragraph, Sheet } from './sheet.ts';
import { drawTable } from './table.ts';

export interface StatementPdfInput {
  statement: Statement;
  language: DocumentLanguage;
}

export async function drawStatement({ statement, language }: StatementPdfInput): Promise<Buffer> {
  const { statement: copy, locale, continued, buyer, siren } = documentCopy[language];
  const { amount, money, day, shortDay } = documentFormats(locale, statement.currency);
  const period = copy.period(day(statement.from), day(statement.to));
  const { customer } = statement;
  const sheet = new Sheet({
    title: `${copy.title}, ${customer.name}, ${period}`,
    language,
    on: statement.to,
    running: `${company.name} · ${copy.title} · ${customer.name} (${continued})`,
  });
  sheet.head(company.name, copy.title, period);
  sheet.paragraph('P', buyer, { size: 7.5, font: 'semibold', color: colors.muted });
  sheet.paragraph('P', customer.name, { size: 10, font: 'semibold' });
  for (const line of customer.address) sheet.paragraph('P', line);
  if (customer.siren !== null) sheet.paragraph('P', siren(customer.siren), { color: colors.muted });
  sheet.y += 16;

  const bold = (text: string): Paragraph[] => [{ text, font: 'semibold' }];
  const balanceRow = (label: string, on: string, balance: string): Paragraph[][] => [
    [{ text: shortDay(on) }],
    [],
    [],
    bold(label),
    [],
    [],
    bold(amount(balance)),
  ];
  drawTable(
    sheet,
    [
      { title: copy.columns.on, width: 66 },
      { title: copy.columns.kind, width: 60 },
      { title: copy.columns.number, width: 92 },
      { title: copy.columns.label, width: contentWidth - 422 },
      { title: copy.columns.debit, width: 68, align: 'right' },
      { title: copy.columns.credit, width: 68, align: 'right' },
      { title: copy.columns.balance, width: 68, align: 'right' },
    ],
    [
      balanceRow(copy.opening, statement.from, statement.openingBalance),
      ...statement.entries.map((entry): Paragraph[][] => [
        [{ text: shortDay(entry.on) }],
        [{ text: copy.kinds[entry.kind] }],
        [{ text: entry.number ?? '' }],
        [{ text: entry.kind === 'books' ? copy.byBooks : (entry.label ?? ''), color: colors.muted }],
        [{ text: entry.debit === null ? '' : amount(entry.debit) }],
        [{ text: entry.credit === null ? '' : amount(entry.credit) }],
        [{ text: amount(entry.balance) }],
      ]),
      balanceRow(copy.closing, statement.to, statement.closingBalance),
    ],
  );
  if (statement.entries.length === 0) {
    sheet.y += 8;
    sheet.paragraph('P', copy.empty, { color: colors.muted });
  }

  sheet.y += 20;
  sheet.reserve(130);
  const top = sheet.y;
  sheet.artifact(() => sheet.doc.rect(page.left, top, contentWidth, 32).fill(colors.ink));
  const total = sheet.element('P');
  sheet.tag('P', total, () => {
    sheet.line(copy.closing, page.left + 12, top + 7, { font: 'semibold', size: 12, color: '#ffffff' });
    const right = { align: 'right', width: contentWidth - 12, font: 'heading', size: 12, color: '#ffffff' } as const;
    sheet.line(money(statement.closingBalance), page.left, top + 7, right);
  });
  total.end();
  sheet.y = top + 48;
  sheet.paragraph('H2', copy.ageing, { font: 'heading', size: 11 });
  sheet.y += 2;
  const buckets = ['notDue', 'days0to30', 'days31to60', 'days61to90', 'over90'] as const;
  drawTable(
    sheet,
    buckets.map((bucket) => ({
      title: copy.buckets[bucket],
      width: contentWidth / buckets.length,
      align: 'right' as const,
    })),
    [buckets.map((bucket) => [{ text: amount(statement.ageing[bucket]) }])],
  );
  return sheet.finish();
}
