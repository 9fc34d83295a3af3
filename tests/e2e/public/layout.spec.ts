import { indexablePages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

/** Runs in the page: what in the header takes a second line, leaves the screen or overlaps its neighbour. */
function headerErrors(): string[] {
  const header = document.querySelector('header');
  const linesOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const bottoms = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom);
    return Math.max(...bottoms) - Math.min(...bottoms) > 12 ? 2 : 1;
  };
  const parts = [...(header?.querySelectorAll('a, button, summary') ?? [])]
    .map((element) => ({ text: element.textContent.trim(), box: element.getBoundingClientRect(), element }))
    .filter(({ box, element }) => box.width > 0 && element.checkVisibility({ visibilityProperty: true }))
    .toSorted((one, other) => one.box.left - other.box.left);
  return [
    ...parts.filter(({ element }) => linesOf(element) > 1).map(({ text }) => `${text} takes two lines`),
    ...parts.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ text }) => `${text} is cut`),
    ...parts.flatMap(({ text, box }, at) =>
      at > 0 && box.left < (parts[at - 1]?.box.right ?? 0) - 0.5 ? [`${text} overlaps ${parts[at - 1]?.text}`] : [],
    ),
    ...(parts.length < 2 ? ['the header has no entries'] : []),
  ];
}

const widthStep = process.env.TESTS === 'all' ? 8 : 32;

test('the header is one line at every width, with its parts on one axis @all', async ({ visit, page }) => {
  await visit('/contact');
  await page.evaluate(() => document.fonts.ready);
  for (let width = 320; width <= 1600; width += widthStep) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(headerErrors), `at ${width} px`).toEqual([]);
  }
  const centre = async (name: string) => {
    const box = await page.getByRole('banner').getByRole('link', { name, exact: false }).first().boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await centre('Rempart Azur')) - (await centre('Pourquoi Nous')))).toBeLessThanOrEqual(1);
});

test('from a small tablet on, the header has the audit and the customer portal @all', async ({ visit, page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await visit('/why-us');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Audit Gratuit' }).first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Espace client' }).first()).toHaveAttribute('href', '/customer-portal');
});

test('on a phone, a course offers its quote, and a page with a form no bar @all', async ({ visit, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/formations/iso-27001-lead-auditor');
  await expect(page.locator('[data-action-bar]').getByText('Demander un devis')).toHaveAttribute(
    'href',
    '/contact?formation=iso-27001-lead-auditor',
  );
  await visit('/contact');
  await expect(page.locator('[data-action-bar]')).toHaveCount(0);
});

test('on a phone, calling and the audit stay at hand after the first screen @all', async ({ visit, page }) => {
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

test('with forced colours, filled buttons keep their shape @all', async ({ visit, page }) => {
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

test('beside a picture, the breadcrumb stands at the same height on every page @all', async ({ visit, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const tops = new Set<number>();
  for (const path of ['/services/infrastructure', '/services/managed-services', '/why-us', '/partners']) {
    await visit(path);
    const box = await page.getByRole('navigation', { name: 'Fil d’Ariane' }).boundingBox();
    tops.add(Math.round(box?.y ?? 0));
  }
  expect([...tops]).toHaveLength(1);
});

const phoneHeights: [path: RegExp, pixels: number][] = [
  [/^\/$|^\/formations\//, 9000],
  [/^\/services\/infrastructure$/, 8000],
  [/^\/microsoft-plans$/, 7500],
  [/^\/services\/managed-services$/, 9500],
];

test('a page on a phone is never wider than the screen while it loads, nor longer than it may be @all', async ({
  browser,
  baseURL,
}) => {
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
    const longest = phoneHeights.find(([pattern]) => pattern.test(path))?.[1] ?? Infinity;
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(longest);
  }
  await context.close();
});

test('with reduced motion the partner strip shows its names in full, and nothing moves @all', async ({
  visit,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit('/');
  await expect(page.locator('.partner-strip')).toHaveCSS('mask-image', 'none');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('the hero draws its line once and ends with nine yellow bricks of 8,760', async ({ visit, page }) => {
  await visit('/');
  const wall = page.getByRole('img', { name: /les briques sont le temps d’une année/ });
  await expect(wall).toBeInViewport();
  await expect(wall.locator('rect')).toHaveCount(9);
});

// WCAG 2.2, 1.4.12: what a reader may set.
const wideText =
  '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }';

test('nothing leaves the screen where the reader sets wider text @all', async ({ visit, page }) => {
  for (const path of ['/', '/formations', '/contact']) {
    await visit(path);
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, wideText);
    for (const width of [390, 640, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
