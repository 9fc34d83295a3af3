import { PDFArray, PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { page } from '#api/documents/sheet.ts';
import { cybersecurityChecklist as copy } from '#content/documents/cybersecurity-checklist.ts';
import { homePage } from '#content/pages/home.ts';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { company } from '#content/site.ts';
import { elementsOf, readPdfText, type TextRun } from '#tests/support/read-pdf-text.ts';
import { drawChecklist } from './draw-checklist.ts';
import { main } from './layout.ts';

const bytes = await drawChecklist();
const { pdf, runs, tree, untagged } = await readPdfText(bytes);
const { title, sheet } = homePage.checklist;
const checks = sheet.parts.flatMap((part) => part.checks);
const hows = copy.themes.flatMap(({ how }) => how);
/** The build keeps words together with other spaces and hyphens. */
const plain = (text: string) => text.replaceAll('\u2011', '-').replaceAll(/\s+/g, ' ');
const said = plain(tree.text);

test('it is two pages of A4, tagged, in French, and shows its title', () => {
  expect(pdf.getPages().map((one) => one.getSize())).toEqual([
    { width: 595.28, height: 841.89 },
    { width: 595.28, height: 841.89 },
  ]);
  const text = bytes.toString('latin1');
  for (const part of ['/Marked true', '/Lang (fr-FR)', '/DisplayDocTitle true']) expect(text).toContain(part);
  expect(pdf.getTitle()).toBe(`${title}, ${company.name}`);
});

test('it has what the home page says: its title, five themes and fifteen checks on one page', () => {
  expect(sheet.annotation).toBe('Quinze vérifications, une page');
  expect(checks).toHaveLength(15);
  expect(elementsOf(tree, 'H1').map(({ text }) => text)).toEqual([title]);
  expect(copy.themes.map((theme) => theme.title)).toEqual(sheet.parts.map((part) => part.title));
  const first = plain(
    runs
      .filter((run) => run.page === 0)
      .map(({ text }) => text)
      .join(' '),
  );
  for (const check of checks) expect(first).toContain(plain(check));
});

test('each check is there once, in order, after its number and a box', () => {
  const items = elementsOf(tree, 'LI').slice(0, checks.length);
  expect(items.map(({ text }) => plain(text))).toEqual(
    checks.map((check, index) => plain(`${index + 1} ${check} ${hows[index]}`)),
  );
  for (const check of checks) expect(said.split(plain(check))).toHaveLength(2);
  for (const item of items) expect(elementsOf(item, 'Figure').map(({ alt }) => alt)).toEqual([copy.box]);
});

test('headings, reasons, reflexes, calls and contact follow in reading order', () => {
  const { emergency } = cybersecurity;
  const { closing } = homePage;
  expect(elementsOf(tree, 'H2').map(({ text }) => plain(text))).toEqual(
    [...sheet.parts.map((part) => part.title), copy.plan.title, emergency.title, copy.calls.title, closing.title].map(
      plain,
    ),
  );
  const parts = [
    ...copy.themes.map(({ why }) => why),
    ...emergency.reflexes.map((reflex) => `${reflex.title} ${reflex.text}`),
    emergency.note,
    ...copy.calls.rows.map(({ who, why, reach }) => [who, why, reach].filter(Boolean).join(' ')),
    closing.text,
    company.phone,
    company.email,
  ].map(plain);
  const places = parts.map((part, index) =>
    said.indexOf(part, index < parts.length - 2 ? 0 : said.indexOf(plain(closing.text))),
  );
  expect(parts.filter((_, index) => places[index] === -1)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('all text is in the structure or decoration, and no character is missing', () => {
  expect(untagged).toEqual([]);
  expect(runs.filter(({ text }) => text.includes('\uFFFD') || text.includes('\0'))).toEqual([]);
  const decoration = runs.filter(({ mark }) => mark === null).map((run) => run.text);
  for (const check of checks) expect(decoration).not.toContain(check);
});

const boxOf = ({ left, right, baseline, size }: TextRun) => ({
  left,
  right,
  top: baseline - size * 0.72,
  bottom: baseline + size * 0.2,
});

test('no text leaves its margins or its column, or touches another', () => {
  const drawn = runs.filter(({ text }) => text.trim() !== '');
  expect(drawn.filter(({ left, right }) => left < page.left - 0.1 || right > page.right + 0.1)).toEqual([]);
  const content = drawn.filter(({ mark }) => mark !== null);
  expect(content.filter((run) => boxOf(run).bottom > page.bottom || boxOf(run).top < page.top - 2)).toEqual([]);
  // Reasons, titles of reflexes and names: what is beside them begins with the second column.
  const isSecond = ({ left }: TextRun) => left >= main.x && left <= main.x + 36;
  const beside = (run: TextRun) =>
    content.some((one) => one.page === run.page && Math.abs(one.baseline - run.baseline) < 4 && isSecond(one));
  const sides = content.filter((run) => run.left < main.x && beside(run));
  expect(sides.length).toBeGreaterThan(20);
  expect(sides.filter(({ right }) => right > main.x - 8)).toEqual([]);
  const touching = drawn.flatMap((one, index) =>
    drawn.slice(index + 1).flatMap((other) => {
      const [a, b] = [boxOf(one), boxOf(other)];
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return one.page !== other.page || isApart ? [] : [`${one.text} / ${other.text}`];
    }),
  );
  expect(touching).toEqual([]);
});

test('boxes are alike and stand under each other', () => {
  const layouts = [...bytes.toString('latin1').matchAll(/\/BBox \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/g)].map(
    (found) => found.slice(1).map(Number),
  );
  expect(layouts).toHaveLength(checks.length);
  expect(new Set(layouts.map(([left]) => left)).size).toBe(1);
  for (const [left = 0, bottom = 0, right = 0, top = 0] of layouts) {
    expect(right - left).toBeCloseTo(10.5, 3);
    expect(top - bottom).toBeCloseTo(10.5, 3);
  }
});

test('its fonts are embedded, and it is smaller than 150 KB', () => {
  const fonts = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter(
      (object): object is PDFDict => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Font'),
    );
  const composite = fonts.filter((font) => font.has(PDFName.of('DescendantFonts')));
  const described = composite.map((font) => font.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict));
  const names = described.map((font) => font.lookup(PDFName.of('BaseFont'), PDFName).decodeText().split('+')[1]);
  expect(names.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(['bricolage700', 'inter400', 'inter600']);
  expect(fonts).toHaveLength(composite.length + described.length);
  for (const font of described)
    expect(font.lookup(PDFName.of('FontDescriptor'), PDFDict).lookup(PDFName.of('FontFile2'))).toBeInstanceOf(
      PDFRawStream,
    );
  expect(bytes.length).toBeLessThan(150 * 1024);
});

test('the same content gives the same bytes', async () => {
  expect((await drawChecklist()).equals(bytes)).toBe(true);
  expect((await drawChecklist({ ...copy, updated: '2026-11-19' })).equals(bytes)).toBe(false);
});

test('content that does not fit on paper, or is not that of the home page, stops the build', async () => {
  const [first, ...others] = copy.themes;
  if (first === undefined) throw new Error('there are no themes');
  const withTheme = (change: Partial<typeof first>) => ({ ...copy, themes: [{ ...first, ...change }, ...others] });
  const long = 'mot '.repeat(120);
  await expect(drawChecklist(withTheme({ why: long }))).rejects.toThrow(
    'does not fit on paper: shorten why of Comptes',
  );
  await expect(drawChecklist(withTheme({ how: [long, long, long] }))).rejects.toThrow('shorten the checks');
  await expect(drawChecklist({ ...copy, plan: { ...copy.plan, rows: 8 } })).rejects.toThrow('shorten page 2');
  await expect(drawChecklist(withTheme({ title: 'Accès' }))).rejects.toThrow('theme 1 must be Comptes');
});
