import type { Page } from '@playwright/test';
import { courses, legalPages, publicPages } from './public-pages.ts';
import { expect, readStorage, test } from './visitor.ts';
import { expectNoViolation } from '../axe.ts';
import { expectStill, watchShifts } from '../layout-shift.ts';
import { saysWhatItShould } from './page-checks.ts';

test.use({ ownContext: false });

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** A page that is shown as on paper: the programme, clean, on at most two sheets. */
export async function printsItsProgramme(page: Page, { title, days, exam }: (typeof courses)[number]): Promise<void> {
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Demander un devis' })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);

  // Who offers it, what it is, how long it lasts, each of its days, and how it ends.
  await expect(page.getByText('Quartier de l’Arénas, 06200 Nice, +33 4 65 71 00 06')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText(`${days} jours`, { exact: true }).first()).toBeVisible();
  for (let day = 1; day <= days; day += 1) {
    await expect(page.getByRole('heading', { level: 3, name: `Jour ${day}` })).toBeVisible();
  }
  await expect(page.getByText(`Durée : ${exam}, le jour ${days}`)).toBeVisible();

  const pages = pagesIn(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
  expect(pages).toBeGreaterThanOrEqual(1);
  expect(pages).toBeLessThanOrEqual(2);
}

/** The text without the site around it. */
export async function printsItsText(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('article')).toBeVisible();
}

/** Runs in the page: places where a phrase that belongs together takes two lines. */
function brokenPhrases(): string[] {
  const phrase =
    /\+33[\s\d]{13,}|ISO(?:\/IEC)?\s\d{4,5}|Microsoft\s365|NIS\s2|Wi.Fi|\be.mails?\b|week.ends?|\d{1,2}h\d\d\s–\s\d{1,2}h\d\d|\d+\sh\s\d\d|\d+\s(?:h\b|heures?|minutes?|jours?|semaines?|ans?\b|%)|\d\s(?:à|ou)\s\d|\d\s€(?:\sHT)?|hors\staxes|\+\s\d|ISO\/IEC\s\d+.\d\b|\b(?:[Nn]on|[Ss]ous|[Pp]roc.s|[Aa]pr.s|[Dd]emi|ci)[-\u2011]\p{L}+|Alpes.Maritimes|jours\souvr.s\)|dpo@[\w.-]+\w/gu;
  // A word of a title that is wider than its column.
  const word = /[\p{L}’]+/gu;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement?.closest('script, style, svg, select')) continue;
    const patterns = node.parentElement?.closest('h1, h2, h3') ? [phrase, word] : [phrase];
    for (const match of patterns.flatMap((pattern) => [...(node.textContent ?? '').matchAll(pattern)])) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(match[0]);
    }
  }
  return broken;
}

const commonWidths = [320, 390, 768, 1024, 1440];
// 720, 640 and 384 are what 1440, 1280 and 768 become at 200 % zoom.
const widths = process.env.TESTS === 'all' ? [...commonWidths, 384, 640, 720, 2560] : commonWidths;

/** Runs in the page: what a reader gets from its HTML, or from what scripts made of it. */
function readPage(html: string | undefined) {
  // As a browser without scripts parses it.
  const source = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
  const main = source.querySelector('main')?.cloneNode(true) as HTMLElement;
  // What only a script can know: the state of a form, the hour in Nice.
  for (const part of main.querySelectorAll('noscript, .script-notice, [data-office-hour]')) part.remove();
  return {
    words: main.textContent.split(/\s+/).filter(Boolean).join(' '),
    links: [...source.querySelectorAll('a')].map((link) => `${link.getAttribute('href')} ${link.textContent}`),
    // Drawings that say nothing and are not marked as decoration.
    mutePictures: [...source.querySelectorAll('svg, img')]
      .filter((picture) => !picture.closest('[aria-hidden="true"]'))
      .filter((picture) =>
        picture.tagName === 'IMG'
          ? !picture.hasAttribute('alt')
          : picture.getAttribute('role') !== 'img' || !picture.getAttribute('aria-label')?.trim(),
      )
      .map((picture) => picture.outerHTML.slice(0, 120)),
  };
}

/** It never scrolls sideways, and breaks no standard, product, price, hour or word of a title over two lines. */
async function fitsWidths(page: Page, given: number[]): Promise<void> {
  for (const width of given) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? { scrollWidth, clientWidth } : undefined;
    });
    expect(tooWide, `at ${width} px`).toBeUndefined();
    expect(await page.evaluate(brokenPhrases), `at ${width} px`).toEqual([]);
  }
}

async function fitsEveryScreenAndReader(page: Page, path: string): Promise<void> {
  for (const details of await page.locator('main details').all()) {
    await details.evaluate((element) => element.setAttribute('open', ''));
  }
  await test.step('fits every width', () => fitsWidths(page, widths));
  // The menu of a phone covers the page.
  await page.locator('header details').evaluateAll((menus) => menus.forEach((menu) => menu.removeAttribute('open')));
  await test.step('axe finds nothing', () => expectNoViolation(page, path));
}

// One page of each kind; the others have the same components, and are checked as closely by `npm run test:all`.
const oneOfEachKind = ['/', '/services/cybersecurity', courses[0]?.path, '/contact', legalPages[0]];

// Loading is slower than the checks, so each page is loaded once, with all its checks.
for (const path of publicPages) {
  test(`${path} says what it should, without JavaScript and after hydration, and stands still`, async ({
    visit,
    page,
    context,
  }) => {
    await watchShifts(page);
    const response = await visit(path);
    expect(response?.status()).toBe(200);
    await expectStill(page);
    const sent = await page.evaluate(readPage, await response?.text());
    expect(sent.words.split(' ').length).toBeGreaterThan(250);
    expect(sent.mutePictures).toEqual([]);
    expect(await page.evaluate(readPage, undefined)).toEqual(sent);
    expect(await context.cookies()).toEqual([]);
    expect(Object.values(await readStorage(page)).flat()).toEqual([]);
    await test.step('says what it should', () => saysWhatItShould(page, path));
    if (!oneOfEachKind.includes(path) && process.env.TESTS !== 'all') {
      await test.step('fits a phone', () => fitsWidths(page, [390]));
      return;
    }

    const course = courses.find((entry) => entry.path === path);
    await page.emulateMedia({ media: 'print' });
    if (course !== undefined) await test.step('prints as a clean programme', () => printsItsProgramme(page, course));
    if (legalPages.includes(path)) await test.step('prints its text', () => printsItsText(page));
    await page.emulateMedia({ media: null });
    await fitsEveryScreenAndReader(page, path);
    await test.step('stands still on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(path);
      await expectStill(page);
    });
  });
}

test('an unknown page is accessible @all', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  await visit('/nowhere');
  await fitsEveryScreenAndReader(page, '/nowhere');
});

test('a course prints dark on light whatever the theme', async ({ visit, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(courses[0]?.path ?? '');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const { color, background } = await page.evaluate(() => ({
    color: getComputedStyle(document.querySelector('h1') as Element).color,
    background: getComputedStyle(document.documentElement).backgroundColor,
  }));
  const light = (rgb: string) => (rgb.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  expect(light(color)).toBeLessThan(200);
  expect(light(background)).toBeGreaterThan(700);
});

test('« Imprimer le programme » prints the whole programme and is hidden without JavaScript @all', async ({
  visit,
  page,
  reader,
}) => {
  const [course] = courses;
  await page.addInitScript(() => {
    const counter = { prints: 0 };
    Object.assign(window, { counter, print: () => (counter.prints += 1) });
  });
  await visit(course?.path ?? '');
  const button = page.getByRole('button', { name: 'Imprimer le programme' });
  await button.click();
  expect(await page.evaluate(() => (window as unknown as { counter: { prints: number } }).counter.prints)).toBe(1);
  const points = await page.locator('#programme li li').allTextContents();
  expect(points.length).toBeGreaterThan(20);
  await page.emulateMedia({ media: 'print' });
  await expect(button).toBeHidden();
  for (const point of await page.locator('#programme li li').all()) await expect(point).toBeVisible();
  await reader.goto(course?.path ?? '');
  await expect(reader.getByText('Imprimer le programme')).toBeHidden();
});

test('a course opened on a phone prints all its days @all', async ({ visit, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(courses[0]?.path ?? '');
  const points = page.locator('#programme li li');
  await expect(points.last()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const point of await points.all()) await expect(point).toBeVisible();
});
