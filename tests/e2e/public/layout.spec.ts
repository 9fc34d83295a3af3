import { indexablePages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

/** Runs in the page: what in the header takes a second line, leaves the screen or overlaps its neighbour. */
function headerErrors(): string[] {
  const header = document.querySelector('header');
  const parts = [...(header?.querySelectorAll('a, button, summary') ?? [])]
    .map((element) => ({ text: element.textContent.trim(), box: element.getBoundingClientRect(), element }))
    .filter(({ box, element }) => box.width > 0 && element.checkVisibility({ visibilityProperty: true }))
    .toSorted((one, other) => one.box.left - other.box.left);
  return [
    ...parts.filter(({ box }) => box.height > 56).map(({ text }) => `${text} takes two lines`),
    ...parts.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ text }) => `${text} is cut`),
    ...parts.flatMap(({ text, box }, at) =>
      at > 0 && box.left < (parts[at - 1]?.box.right ?? 0) - 0.5 ? [`${text} overlaps ${parts[at - 1]?.text}`] : [],
    ),
    ...(parts.length < 2 ? ['the header has no entries'] : []),
  ];
}

test('the header is one line at every width, with its parts on one axis', async ({ visit, page }) => {
  await visit('/contact');
  await page.evaluate(() => document.fonts.ready);
  for (let width = 320; width <= 1600; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(headerErrors), `at ${width} px`).toEqual([]);
  }
  const centre = async (name: string) => {
    const box = await page.getByRole('banner').getByRole('link', { name, exact: false }).first().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await centre('Rempart Azur')) - (await centre('Pourquoi Nous')))).toBeLessThanOrEqual(1);
});

test('from a small tablet on, the header has the audit and the customer portal', async ({ visit, page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await visit('/why-us');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Audit Gratuit' }).first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Espace client' }).first()).toHaveAttribute('href', '/customer-portal');
});

test('on a phone, a course offers its quote, and a page with a form no bar', async ({ visit, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/formations/iso-27001-lead-auditor');
  await expect(page.locator('[data-action-bar]').getByText('Demander un devis')).toHaveAttribute(
    'href',
    '/contact?formation=iso-27001-lead-auditor',
  );
  await visit('/contact');
  await expect(page.locator('[data-action-bar]')).toHaveCount(0);
});

test('on a phone, calling and the audit stay at hand after the first screen', async ({ visit, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/');
  const call = page.getByRole('link', { name: 'Appeler', exact: true });
  await expect(call).toBeHidden();
  await page.mouse.wheel(0, 2000);
  await expect(call).toBeInViewport();
  await expect(call).toHaveAttribute('href', 'tel:+33465710006');
  await page.mouse.wheel(0, -4000);
  await expect(call).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.mouse.wheel(0, 2000);
  await expect(call).toBeHidden();
});

/** Runs in the page: places where a phrase that belongs together takes two lines. */
function brokenPhrases(): string[] {
  const phrase =
    /\+33[\s\d]{13,}|ISO(?:\/IEC)?\s\d{4,5}|Microsoft\s365|NIS\s2|Wi.Fi|\be.mails?\b|week.ends?|\d{1,2}h\d\d\s–\s\d{1,2}h\d\d|\d+\sh\s\d\d|\d+\s(?:h\b|heures?|minutes?|jours?|semaines?|ans?\b|%)|\d\s(?:à|ou)\s\d|\d\s€(?:\sHT)?|hors\staxes|\+\s\d/g;
  // A word of a title that is wider than its column.
  const word = /[\p{L}’]+/gu;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
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

for (const path of indexablePages) {
  test(`${path} breaks no standard, product, price, hour or word of a title over two lines`, async ({ reader }) => {
    await reader.goto(path);
    for (const width of [320, 390, 768, 1024, 1440]) {
      await reader.setViewportSize({ width, height: 900 });
      expect(await reader.evaluate(brokenPhrases), `${path} at ${width} px`).toEqual([]);
    }
  });
}

test('with forced colours, filled buttons keep their shape', async ({ visit, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of ['/', '/contact', '/microsoft-plans']) {
    await visit(path);
    const shapeless = await page
      .getByRole('main')
      .locator('a, button')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.className.includes('bg-azure') || control.className.includes('bg-danger'))
          .filter((control) => getComputedStyle(control).borderTopWidth === '0px')
          .map((control) => control.textContent),
      );
    expect(shapeless, path).toEqual([]);
  }
});

test('a page on a phone is never wider than the screen while it loads', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const measured = { width: 0 };
    Object.assign(globalThis, { measured });
    const measure = () => {
      // Before the viewport's meta element is read, phones assume 980 px.
      if (document.querySelector('main'))
        measured.width = Math.max(measured.width, innerWidth, document.documentElement.scrollWidth);
      requestAnimationFrame(measure);
    };
    measure();
  });
  for (const path of indexablePages) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
    expect(
      await page.evaluate(() => (globalThis as unknown as { measured: { width: number } }).measured.width),
      path,
    ).toBe(390);
  }
  await context.close();
});

test('phone lengths: the home page and the longest course stay under 9,000 px', async ({ visit, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of indexablePages.filter((one) => one === '/' || one.startsWith('/formations/'))) {
    await visit(path);
    await expect(page.locator('html')).toHaveAttribute('data-all-rendered', '');
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(9000);
  }
});

test('with reduced motion the partner strip shows its names in full, and nothing moves', async ({ visit, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/');
  await expect(page.locator('.partner-strip')).toHaveCSS('mask-image', 'none');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the hero draws its line once and ends with nine yellow bricks of 8,760', async ({ visit, page }) => {
  await visit('/');
  const wall = page.getByRole('img', { name: /8 760 briques/ });
  await expect(wall).toBeInViewport();
  await expect(wall.locator('rect')).toHaveCount(9);
});
