import type { Page } from '@playwright/test';
import { expectNoViolation } from '../axe.ts';
import { printsItsProgramme, printsItsText } from './printed.ts';
import { courses, legalPages, publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

// 720, 640 and 384 are what 1440, 1280 and 768 become at 200 % zoom.
const widths = [320, 384, 390, 640, 720, 768, 1024, 1440, 2560];

/** The text of a page's main part, without its noscript content. */
const wordsOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const notice of copy.querySelectorAll('noscript')) notice.remove();
    return copy.textContent.split(/\s+/).filter(Boolean);
  });

const linksOf = (page: Page) =>
  page.locator('a').evaluateAll((links) => links.map((link) => `${link.getAttribute('href')} ${link.textContent}`));

/** Drawings that say nothing and are not marked as decoration. */
const mutePicturesOf = (page: Page) =>
  page.locator('svg, img').evaluateAll((pictures) =>
    pictures
      .filter((picture) => !picture.closest('[aria-hidden="true"]'))
      .filter((picture) =>
        picture.tagName === 'IMG'
          ? !picture.hasAttribute('alt')
          : picture.getAttribute('role') !== 'img' || !picture.getAttribute('aria-label')?.trim(),
      )
      .map((picture) => picture.outerHTML.slice(0, 120)),
  );

async function neverScrollsSideways(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth > clientWidth ? { scrollWidth, clientWidth } : undefined;
    });
    expect(tooWide, `at ${width} px`).toBeUndefined();
  }
}

async function fitsEveryScreenAndReader(page: Page, path: string): Promise<void> {
  for (const details of await page.locator('main details').all()) {
    await details.evaluate((element) => element.setAttribute('open', ''));
  }
  await test.step('never scrolls sideways', () => neverScrollsSideways(page));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await test.step('axe finds nothing', () => expectNoViolation(page, path));
}

// Loading is slower than the checks, so each page is loaded once with JavaScript and once without.
for (const path of publicPages) {
  test(`${path} is complete without JavaScript, the same after hydration, and accessible`, async ({
    reader,
    visit,
    page,
    context,
  }) => {
    await reader.goto(path);
    const words = await wordsOf(reader);
    const links = await linksOf(reader);
    expect(words.length).toBeGreaterThan(250);
    expect(await mutePicturesOf(reader)).toEqual([]);
    expect(await reader.context().cookies()).toEqual([]);

    await visit(path);
    expect((await wordsOf(page)).join(' ')).toBe(words.join(' '));
    expect(await linksOf(page)).toEqual(links);
    expect(await mutePicturesOf(page)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    const course = courses.find((entry) => entry.path === path);
    await page.emulateMedia({ media: 'print' });
    if (course !== undefined) await test.step('prints as a clean programme', () => printsItsProgramme(page, course));
    if (legalPages.includes(path)) await test.step('prints its text', () => printsItsText(page));
    await page.emulateMedia({ media: null });

    await fitsEveryScreenAndReader(page, path);
  });
}

test('an unknown page is accessible', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  await visit('/nowhere');
  await fitsEveryScreenAndReader(page, '/nowhere');
});
