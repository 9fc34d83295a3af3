import type { Locator } from '@playwright/test';
import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  expect(box).not.toBeNull();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  return { left: x, top: y, right: x + width, bottom: y + height };
};

for (const [path, width] of [
  ['/formations/iso-27005-risk-manager', 1440],
  ['/formations/iso-27001-lead-auditor', 1024],
  ['/formations/iso-27032-lead-cybersecurity-manager', 1024],
  ['/formations/iso-27001-lead-auditor', 1180],
] as const) {
  test(`${path} at ${width} px: figures within the panel, number and days beside it @all`, async ({ visit, page }) => {
    await page.setViewportSize({ width, height: 900 });
    await visit(path);
    await page.evaluate(() => document.fonts.ready);
    const panel = page.locator('section[aria-labelledby="course-panel"]');
    const { right: innerEdge } = await boxOf(panel.locator('dl'));
    const ends = await panel.locator('dd').evaluateAll((all) =>
      all.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      }),
    );
    for (const end of ends) expect(end).toBeLessThanOrEqual(innerEdge + 0.5);
    const [{ left, bottom }, number, exam] = [
      await boxOf(panel),
      await boxOf(page.locator('.course-number-outline:visible')),
      await boxOf(page.locator('.course-number .fill-sun')),
    ];
    for (const part of [number, exam]) expect(part.right <= left || part.top >= bottom).toBe(true);
    expect(exam.right).toBeLessThanOrEqual(width);
  });
}

test('a course says beside its reasons what one leaves with, and the catalogue draws its days @all', async ({
  visit,
  page,
}) => {
  await visit('/formations/iso-27001-lead-auditor');
  const [why, objectives] = await Promise.all(
    [/^Pourquoi suivre/, /^Ce que vous saurez/].map(async (name) =>
      boxOf(page.getByRole('heading', { level: 2, name }).locator('..')),
    ),
  );
  expect(objectives?.left).toBeGreaterThan(why?.left ?? Infinity);
  expect(objectives?.top).toBeLessThan(why?.bottom ?? 0);
  await visit('/formations');
  const lengthOf = (name: RegExp) => page.getByRole('row', { name }).locator('.course-length');
  await expect(lengthOf(/ISO 27005 Risk Manager/)).toHaveCSS('width', '36px');
  await expect(lengthOf(/ISO 27001 Lead Auditor/)).toHaveCSS('width', '60px');
});

test('each unit of the rack says in bricks or in words what its sentence says @all', async ({ reader: page }) => {
  await page.goto('/services/infrastructure');
  const units = page.locator('.rack > li');
  await expect(units).toHaveCount(6);
  for (const unit of await units.all()) expect(await unit.locator('.rack-port').count()).toBeGreaterThan(1);
  const counted = [true, true, false, true, false, false];
  for (const [unit, hasBricks] of counted.entries())
    for (const port of await units.nth(unit).locator('.rack-port').all())
      await expect(port.locator('svg')).toHaveCount(hasBricks ? 1 : 0);
  // Forty of a hundred are saved.
  const paths = units.first().locator('.rack-port').nth(1).locator('path');
  const bricksOf = async (state: number) => ((await paths.nth(state).getAttribute('d')) ?? '').split('M').length - 1;
  expect([await bricksOf(0), await bricksOf(2)]).toEqual([6, 4]);
});

test('on a phone the bricks of a unit start on one line, and the breadcrumb has the name of the page @all', async ({
  reader: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/services/infrastructure');
  for (const unit of [0, 1, 3]) {
    const bricks = page.locator('.rack > li').nth(unit).locator('.rack-port svg');
    const lefts = await bricks.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    expect(lefts.length).toBeGreaterThan(1);
    expect(new Set(lefts).size, `unit ${unit + 1}`).toBe(1);
  }
  const name = page
    .getByRole('navigation', { name: 'Fil d’Ariane' })
    .getByText('Infrastructure et intégration', { exact: true });
  expect((await boxOf(name)).right).toBeGreaterThan(100);
});

test('the last sheet of the method ends with its wall @all', async ({ visit, page }) => {
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('/why-us');
    const step = page.getByRole('listitem').filter({ hasText: 'Dossier de preuves' });
    const [sheet, wall] = [await boxOf(step.locator('figure')), await boxOf(step.locator('svg'))];
    expect(sheet.right, `at ${width} px`).toBeCloseTo(wall.right, 0);
  }
});

test('no line of a title begins with a dash @all', async ({ visit, page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('/formations/rgpd-data-protection-officer');
    const starts = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      const lines = new Map<number, string>();
      const range = document.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const [at, sign] of (node.textContent ?? '').split('').entries()) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { bottom, width: signWidth } = range.getBoundingClientRect();
          const line = Math.round(bottom / 10);
          if (signWidth > 0 && !lines.has(line)) lines.set(line, sign);
        }
      }
      return [...lines.values()];
    });
    expect(starts).not.toContain('–');
    expect(starts[0]).toBe('R');
  }
});

test('the lead and the buttons of the home page start on the same line @all', async ({ visit, page }) => {
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    await visit('/');
    const lead = await boxOf(page.getByText(/^De la Côte d’Azur/));
    const button = await boxOf(page.getByRole('main').getByRole('link', { name: 'Demander un audit gratuit' }).first());
    expect(Math.abs(lead.top - button.top)).toBeLessThanOrEqual(8);
  }
});

test('the services panel opens under its button @all', async ({ visit, page }) => {
  for (const width of [1180, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('/contact');
    const button = page.getByRole('button', { name: 'Services' });
    await button.hover();
    const panel = page.locator('#services-panel');
    await expect(panel).toBeVisible();
    expect((await boxOf(panel)).left).toBeCloseTo((await boxOf(button)).left, 0);
    expect((await boxOf(panel)).right).toBeLessThanOrEqual(width);
  }
});

test('the names on the map stay in its frame and clear of its lines @all', async ({ visit, page }) => {
  await visit('/why-us');
  const map = page.locator('svg[role="img"]').filter({ hasText: 'Maghreb' });
  const crossed = await map.evaluate((svg: SVGSVGElement) => {
    const frame = svg.viewBox.baseVal;
    // The routes are straight lines from one place.
    const routes = [...svg.querySelectorAll<SVGPathElement>('path')].find((path) =>
      /^(?:M\d+ \d+L\d+ \d+){2,}$/.test(path.getAttribute('d') ?? ''),
    );
    const lines = (routes?.getAttribute('d') ?? '')
      .split('M')
      .filter(Boolean)
      .map((line) => line.split(/[L ]/).map(Number));
    const isCrossed = ({ x, y, width, height }: DOMRect) =>
      lines.some(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) =>
        Array.from({ length: 400 }, (_, step) => step / 399).some((part) => {
          const [px, py] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
          return px > x - 2 && px < x + width + 2 && py > y + height * 0.2 && py < y + height * 0.85;
        }),
      );
    const names = [...svg.querySelectorAll('text')].flatMap((text) => {
      const parts = text.querySelectorAll('tspan');
      // One box per line: the box of the text would include the space beside the shorter one.
      return parts.length === 0
        ? [{ name: text.textContent, box: text.getBBox() }]
        : [...parts].map((part, line) => {
            const { height } = text.getBBox();
            const start = part.getStartPositionOfChar(0);
            const lineHeight = height - (parts.length - 1) * 22;
            return {
              name: part.textContent,
              box: new DOMRect(start.x, text.getBBox().y + line * 22, part.getComputedTextLength(), lineHeight),
            };
          });
    });
    return {
      lines: lines.length,
      errors: names
        .filter(({ box }) => box.x < 4 || box.x + box.width > frame.width - 8 || isCrossed(box))
        .map(({ name }) => name),
    };
  });
  expect(crossed).toEqual({ lines: 5, errors: [] });
});

test('beside a tall picture, the void under the buttons of a hero is at most as high as the one above its title @all', async ({
  visit,
  page,
}) => {
  for (const [path, width] of [
    ['/why-us', 1440],
    ['/partners', 1440],
    ['/services/cybersecurity', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await visit(path);
    const title = page.getByRole('heading', { level: 1 });
    const text = title.locator('..');
    const columns = await boxOf(text.locator('..'));
    const { top, bottom } = await boxOf(text);
    expect(columns.bottom - bottom, path).toBeLessThanOrEqual(top - columns.top + 1);
    expect(columns.bottom - bottom, path).toBeLessThanOrEqual(130);
  }
});

test('the sheet beside the audit form ends with it, and the conditions below have no hole @all', async ({
  visit,
  page,
}) => {
  await visit('/free-audit');
  const form = await boxOf(page.locator('#formulaire'));
  const sheet = await boxOf(page.getByText(/^Exemple de première page/));
  expect(form.bottom - sheet.bottom).toBeLessThanOrEqual(120);
  const conditions = page.getByRole('heading', { name: /éligible/ }).locator('xpath=following-sibling::ul/li');
  const tops = await conditions.evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('the map beside the contact form ends with it, and shows the office and Nice @all', async ({ visit, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/contact');
  const form = await boxOf(page.locator('#formulaire'));
  const map = page.getByRole('img', { name: /^Plan de la baie des Anges/ });
  const frame = await boxOf(map);
  expect(Math.abs(form.bottom - frame.bottom)).toBeLessThanOrEqual(2);
  for (const name of ['Nice', 'Notre bureau']) {
    const text = await boxOf(map.getByText(name, { exact: true }));
    expect(text.top, name).toBeGreaterThanOrEqual(frame.top);
    expect(text.bottom, name).toBeLessThanOrEqual(frame.bottom);
  }
});

test('the days of a case study are outlined before the reader reaches them @all', async ({ visit, page }) => {
  await visit('/');
  const picture = page.locator('svg:has(.case-week)');
  await expect(picture.locator('path[stroke-dasharray]')).toHaveCSS('clip-path', 'none');
  const [outlines, bricks] = await Promise.all([
    boxOf(picture.locator('path[stroke-dasharray]')),
    boxOf(picture.locator('.case-week').first()),
  ]);
  expect(outlines.left).toBeLessThanOrEqual(bricks.left + 2);
});

test('until the reader reaches them, the pictures of the case studies show their end', async ({ visit, page }) => {
  await visit('/');
  for (const week of await page.locator('.case-week').all()) await expect(week).toHaveCSS('clip-path', 'none');
  await expect(page.locator('.case-cost')).toHaveCSS('transform', 'none');
  await expect(page.locator('.case-ring')).toHaveCSS('stroke-dashoffset', '0px');
});

test('with forced colours, the caption of the wall keeps its yellow brick @all', async ({ visit, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit('/');
  await expect(page.locator('figcaption .bg-sun')).toHaveCSS('background-color', 'rgb(242, 169, 59)');
});

test('the wall of the footer starts with merlons at every width, never with a stub before a tower @all', async ({
  visit,
  page,
}) => {
  for (const width of [320, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await visit('/contact');
    const wall = page.locator('.rampart-wall');
    expect((await boxOf(wall.locator('path').first())).left).toBeCloseTo((await boxOf(wall)).left, 0);
  }
});

test('printed pages are white, with the mark, the wall and the heading font @all', async ({ visit, page }) => {
  for (const path of ['/formations/iso-27001-lead-auditor', '/politique-cookies']) {
    await visit(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    const head = page.getByText('06200 Nice, +33 4 65 71 00 06');
    await expect(head).toBeVisible();
    await expect(head.locator('xpath=ancestor::div[2]').locator('svg')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Bricolage Grotesque/);
    await page.emulateMedia({ media: 'screen' });
    await expect(head).toBeHidden();
  }
});

test('the marker pen is used at most once per page', async ({ reader: page }) => {
  for (const path of publicPages) {
    await page.goto(path);
    expect(await page.locator('main .highlight').count(), path).toBeLessThanOrEqual(1);
  }
});
