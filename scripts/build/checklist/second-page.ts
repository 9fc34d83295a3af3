import { company } from '#api/lib/company.ts';
import { colors, contentWidth, lineHeight, page, type Paragraph, type Sheet } from '#api/documents/sheet.ts';
import { drawTable } from '#api/documents/table.ts';
import { contactPage } from '#content/pages/contact.ts';
import { homePage } from '#content/pages/home.ts';
import type { ChecklistDocument } from '#content/schema/documents.ts';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { keepTogether } from '../no-breaks.ts';
import { drawText, gapOf, heightOf, main, side, styles, whole } from './layout.ts';

const betweenSections = 19;
// Where the third column of both tables begins.
const third = 350;

/** What to do next, what to do in an attack, whom to call, and how to reach us. */
export function drawSecondPage(sheet: Sheet, { plan, calls }: ChecklistDocument): void {
  drawForm(sheet, plan, [40, third - 40, 86, contentWidth - third - 86], emptyRows(plan));
  sheet.y += betweenSections;
  drawReflexes(sheet);
  sheet.y += betweenSections;
  const rows = calls.rows.map(({ who, why, reach }): Paragraph[][] => [
    [{ text: keepTogether(who), font: 'semibold', size: 8.5 }],
    [{ text: keepTogether(why), ...styles.text }],
    [{ text: reach ?? '', ...styles.text }],
  ]);
  drawForm(sheet, calls, [main.x - page.left, third - main.x + page.left, contentWidth - third], rows);
  drawContact(sheet);
}

/** As high as handwriting. */
const emptyRows = ({ rows, columns }: ChecklistDocument['plan']): Paragraph[][][] =>
  Array.from({ length: rows }, () => columns.map(() => [{ text: '', size: 10.5 }]));

type Heading = { title: string; lead?: string | undefined };

function drawHeading(sheet: Sheet, { title, lead = '' }: Heading): void {
  sheet.y = drawText(sheet, 'H2', { text: title, ...styles.section }, { ...whole, y: sheet.y });
  sheet.y = drawText(sheet, 'P', { text: lead, ...styles.text }, { ...whole, y: sheet.y + 1 });
}

function drawForm(sheet: Sheet, form: Heading & { columns: string[] }, widths: number[], rows: Paragraph[][][]): void {
  drawHeading(sheet, form);
  sheet.y += 3;
  drawTable(
    sheet,
    form.columns.map((title, index) => ({ title, width: widths[index] ?? 0 })),
    rows,
  );
}

/** On a ground over the whole width: it must be found first in the first hour. */
function drawReflexes(sheet: Sheet): void {
  const { reflexes, note, ...heading } = cybersecurity.emergency;
  const padding = 11;
  const [afterHeading, between, beforeNote] = [6, 4, 3];
  const bodies = reflexes.map(({ text }): Paragraph => ({ text, ...styles.text }));
  const noted: Paragraph = { text: note, ...styles.muted, size: 8 };
  const height =
    lineHeight(styles.section) +
    heightOf(sheet, { text: heading.lead ?? '', ...styles.text }, whole.width) +
    1 +
    afterHeading +
    bodies.reduce((sum, body) => sum + heightOf(sheet, body, main.width) + between, 0) +
    beforeNote +
    heightOf(sheet, noted, whole.width);
  sheet.artifact(() => sheet.doc.rect(0, sheet.y, page.width, height + 2 * padding).fill(colors.tint));
  sheet.y += padding;
  drawHeading(sheet, heading);
  sheet.y += afterHeading;
  const list = sheet.element('L');
  reflexes.forEach(({ title }, index) => {
    // The title is larger than its text, and both have one baseline.
    const y = sheet.y - (lineHeight(styles.strong) - lineHeight(styles.text)) / 2;
    const item = sheet.element('LI', list);
    const label = sheet.element('Lbl', item);
    sheet.tag('Lbl', label, () => sheet.line(String(index + 1), side.x, y, { ...styles.strong, color: colors.azure }));
    label.end();
    const body = sheet.element('LBody', item);
    const besideNumber = { x: side.x + 14, width: side.width - 14 };
    drawText(sheet, 'P', { text: title, ...styles.strong }, { ...besideNumber, y, parent: body });
    const text = bodies[index] as Paragraph;
    sheet.y = drawText(sheet, 'P', text, { ...main, y: sheet.y, parent: body }) + between;
    body.end();
    item.end();
  });
  list.end();
  sheet.y = drawText(sheet, 'P', noted, { ...whole, y: sheet.y + beforeNote }) + padding;
}

/** At the foot of the page. */
function drawContact(sheet: Sheet): void {
  const { title, text } = homePage.closing;
  const { phoneLabel, emailLabel } = contactPage.office;
  const facts = [
    { label: phoneLabel, value: company.phone, x: main.x },
    { label: emailLabel, value: company.email, x: main.x + 110 },
  ];
  const body = { text, ...styles.text };
  const height = 10 + heightOf(sheet, body, main.width) + 5 + lineHeight(styles.label) + lineHeight(styles.text);
  const top = page.bottom - height;
  gapOf('page 2', top - sheet.y, 1, betweenSections);
  sheet.artifact(() => sheet.rule(top, { color: colors.ink }));
  const section = sheet.element('Sect');
  drawText(sheet, 'H2', { text: title, ...styles.section }, { ...side, y: top + 7, parent: section });
  const y = drawText(sheet, 'P', body, { ...main, y: top + 10, parent: section }) + 5;
  for (const { label, value, x } of facts) {
    const element = sheet.element('P', section);
    sheet.tag('P', element, () => {
      sheet.line(`${label} `, x, y, styles.label);
      sheet.line(keepTogether(value), x, y + lineHeight(styles.label), styles.text);
    });
    element.end();
  }
  section.end();
  sheet.y = page.bottom;
}
