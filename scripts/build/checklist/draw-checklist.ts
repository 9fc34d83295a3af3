import { company, office } from '#api/lib/company.ts';
import { colors, lineHeight, page, type Paragraph, Sheet, type Structure } from '#api/documents/sheet.ts';
import { frenchDate } from '#app/lib/french.ts';
import { cybersecurityChecklist } from '#content/documents/cybersecurity-checklist.ts';
import { homePage } from '#content/pages/home.ts';
import type { ChecklistDocument } from '#content/schema/documents.ts';
import { drawText, gapOf, heightOf, main, side, styles, whole } from './layout.ts';
import { drawSecondPage } from './second-page.ts';

const { title, lead, sheet: checklist } = homePage.checklist;

/** « La checklist de cybersécurité » as a PDF: the checks of the home page, and a page for what follows from them. The same content is always the same bytes. */
export async function drawChecklist(copy: ChecklistDocument = cybersecurityChecklist): Promise<Buffer> {
  const sheet = new Sheet({
    title: `${title}, ${company.name}`,
    language: 'fr',
    on: copy.updated,
    running: `${company.name} · ${title}`,
    footer: [
      `${title}. ${copy.edition} ${frenchDate(copy.updated)}.`,
      `${company.name} · ${office.address}, ${office.postal} ${office.city} · ${company.phone} · ${company.email}`,
    ],
  });
  drawTop(sheet);
  drawBlanks(sheet, copy);
  drawThemes(sheet, copy);
  sheet.reserve(page.height);
  drawSecondPage(sheet, copy);
  return sheet.finish();
}

/** Company and title over the bay that turns into the rampart. */
function drawTop(sheet: Sheet): void {
  const { doc } = sheet;
  sheet.brand(company.name, page.left);
  const note = { text: checklist.annotation, size: 9 };
  const width = sheet.style(note).doc.widthOfString(note.text);
  const left = page.right - width - 8;
  sheet.artifact(() => doc.rect(left, page.top + 3, width + 8, 16).fill(colors.sun));
  drawText(sheet, 'P', note, { x: left + 4, width: width + 1, y: page.top + 4.8 });
  let y = drawText(sheet, 'H1', { text: title, ...styles.title }, { ...whole, y: page.top + 30 });
  y = drawText(sheet, 'P', { text: lead ?? '', size: 11 }, { ...whole, y: y + 1 });
  const ground = y + 20;
  // The rampart ends at the margin, beside the lead.
  const bay = page.right - 110;
  sheet.artifact(() => {
    doc.lineWidth(2.6).lineJoin('round').lineCap('round');
    doc.path(`M-4 ${ground - 16}C80 ${ground + 6} 220 ${ground + 8} ${bay} ${ground}`).stroke(colors.sea);
    doc.path(`M${bay} ${ground}v-20h22v10h22v-10h22v10h22v-10h22v20H${page.width + 4}`).stroke(colors.azure);
  });
  sheet.y = ground + 15;
}

/** Company, name and day to write, and the number of boxes that are ticked. */
function drawBlanks(sheet: Sheet, { blanks, introduction }: ChecklistDocument): void {
  const count = checklist.parts.flatMap(({ checks }) => checks).length;
  const score = page.right - 76;
  const fields = [
    { label: blanks.company, x: side.x, to: side.x + side.width },
    { label: blanks.checker, x: main.x, to: main.x + 150 },
    { label: blanks.day, x: main.x + 168, to: score - 18 },
    { label: blanks.score, x: score, to: page.right, end: `/ ${count}` },
  ];
  const line = sheet.y + 29;
  for (const { label, x, to, end } of fields) {
    const element = sheet.element('P');
    sheet.tag('P', element, () => {
      sheet.line(`${label} `, x, sheet.y, styles.label);
      if (end !== undefined) sheet.line(end, x, line - 14, { size: 9, align: 'right', width: to - x });
    });
    element.end();
    sheet.artifact(() => sheet.rule(line, { x, to, color: colors.ink }));
  }
  sheet.y = drawText(sheet, 'P', { text: introduction, size: 9 }, { ...whole, y: line + 9 });
}

const box = 10.5;
const texts = { x: main.x + 36, width: main.width - 36 };
const betweenChecks = 5;

/** The themes share what is left of the page. */
function drawThemes(sheet: Sheet, { themes, why, box: alt }: ChecklistDocument): void {
  const parts = checklist.parts.map((part, index) => {
    const theme = themes[index];
    if (theme?.title !== part.title)
      throw new Error(`content/documents/cybersecurity-checklist.ts: theme ${index + 1} must be ${part.title}`);
    const items = part.checks.map((check, at) => {
      const lines: Paragraph[] = [
        { text: check, ...styles.strong },
        { text: theme.how[at] ?? '', ...styles.muted },
      ];
      return { lines, height: lines.reduce((sum, one) => sum + heightOf(sheet, one, texts.width), 0) };
    });
    return { theme, items, height: items.reduce((sum, one) => sum + one.height + betweenChecks, -betweenChecks) };
  });
  const used = parts.reduce((sum, { height }) => sum + height, 0);
  const gap = gapOf('the checks', page.bottom - sheet.y - used, parts.length, 16);
  let number = 0;
  for (const { theme, items, height } of parts) {
    sheet.y += gap / 2;
    sheet.artifact(() => sheet.rule(sheet.y, { color: colors.ink }));
    const top = sheet.y + gap / 2;
    const section = sheet.element('Sect');
    const inSide = { ...side, parent: section };
    let y = drawText(sheet, 'H2', { text: theme.title, ...styles.section }, { ...inSide, y: top - 3 });
    y = drawText(sheet, 'P', { text: why, ...styles.label }, { ...inSide, y: y + 3 });
    y = drawText(sheet, 'P', { text: theme.why, ...styles.muted }, { ...inSide, y });
    gapOf(`why of ${theme.title}`, top + height - y, 1, 0);
    const list = sheet.element('L', section);
    y = top;
    for (const { lines, height: itemHeight } of items) {
      number += 1;
      drawCheck(sheet, { number, lines, y, alt, list });
      y += itemHeight + betweenChecks;
    }
    list.end();
    section.end();
    sheet.y = top + height;
  }
}

interface Check {
  number: number;
  lines: Paragraph[];
  y: number;
  alt: string;
  list: Structure;
}

function drawCheck(sheet: Sheet, { number, lines, y, alt, list }: Check): void {
  const item = sheet.element('LI', list);
  const label = sheet.element('Lbl', item);
  const lineTop = y + (lineHeight(styles.strong) - lineHeight(styles.label)) / 2;
  sheet.tag('Lbl', label, () =>
    sheet.line(String(number), main.x, lineTop, { ...styles.label, align: 'right', width: 10 }),
  );
  const [x, top] = [main.x + 18, y + (lineHeight(styles.strong) - box) / 2];
  const figure = sheet.element('Figure', label, { alt, bbox: [x, top, x + box, top + box] });
  sheet.tag('Figure', figure, () => {
    sheet.doc.lineJoin('miter').lineWidth(1.1).rect(x, top, box, box).stroke(colors.ink);
  });
  figure.end();
  label.end();
  const body = sheet.element('LBody', item);
  let at = y;
  for (const line of lines) at = drawText(sheet, 'P', line, { ...texts, y: at, parent: body });
  body.end();
  item.end();
}
