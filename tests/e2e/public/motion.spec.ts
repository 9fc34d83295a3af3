import type { Page } from '@playwright/test';
import { animationsToFinish, expectSameWithoutMotion } from '../motion.ts';
import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

/** Runs in the page: points on the visible part of a drawn path, 3 px apart, in pixels of the viewport. */
function pointsOn(path: SVGGeometryElement): { x: number; y: number }[] {
  const matrix = path.getScreenCTM() ?? new DOMMatrix();
  const scale = Math.max(matrix.a, matrix.d);
  const steps = Math.ceil((path.getTotalLength() * scale) / 3);
  // Not its ends, which lie on the border of the next section.
  return Array.from({ length: steps - 1 }, (_, step) =>
    path.getPointAtLength((path.getTotalLength() * (step + 1)) / steps).matrixTransform(matrix),
  )
    .map(({ x, y }) => ({ x: Math.floor(x), y: Math.floor(y) }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
}

/** Runs in an empty page, where no policy forbids the data URL: which of the points do not have the colour. */
async function pointsWithout(given: { png: string; points: { x: number; y: number }[]; colour: number[] }) {
  const image = new Image();
  image.src = `data:image/png;base64,${given.png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  const hasColour = (x: number, y: number) => {
    const pixel = context?.getImageData(x, y, 1, 1).data ?? [];
    return given.colour.every((value, channel) => Math.abs(value - (pixel[channel] ?? 0)) <= 40);
  };
  // A picture that begins at a part of a pixel is painted at the next whole one.
  return given.points.filter(({ x, y }) => ![0, 1, -1].some((offset) => hasColour(x, y + offset)));
}

const azure = [11, 99, 229];

async function gapsIn(page: Page, empty: Page, selector: string) {
  const points = await page.locator(selector).evaluate(pointsOn);
  expect(points.length).toBeGreaterThan(10);
  const png = (await page.screenshot()).toString('base64');
  return empty.evaluate(pointsWithout, { png, points, colour: azure });
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const) {
  test(`the bay line and the crest of the wall are whole once they are drawn, at ${width} px${[390, 1440].includes(width) ? '' : ' @all'}`, async ({
    visit,
    page,
    context,
  }) => {
    const empty = await context.newPage();
    await page.bringToFront();
    await page.setViewportSize({ width, height });
    await visit('/');
    await page.evaluate(animationsToFinish);
    for (const line of ['.bay-line path', '.year-wall-line']) expect(await gapsIn(page, empty, line), line).toEqual([]);
  });
}

test('the wall rises under its line, from the ground to the crest', async ({ visit, page }) => {
  await visit('/');
  const clips = await page.locator('.year-wall-bricks').evaluate((bricks) => {
    // Started again: it may have ended while the page loaded.
    Object.assign((bricks as SVGElement).style, { animation: 'none' });
    void getComputedStyle(bricks).animationName;
    (bricks as SVGElement).style.removeProperty('animation');
    const [animation] = bricks.getAnimations();
    const { delay = 0, duration = 0 } = animation?.effect?.getTiming() ?? {};
    animation?.pause();
    return [0.05, 0.2, 0.4, 0.6].map((part) => {
      if (animation) animation.currentTime = delay + Number(duration) * part;
      return getComputedStyle(bricks).clipPath;
    });
  });
  const hidden = clips.map((clip) => Number(/^inset\(([\d.]+)%/.exec(clip)?.[1] ?? Number.NaN));
  expect(hidden).toEqual(hidden.toSorted((one, other) => other - one));
  expect(new Set(hidden).size).toBe(clips.length);
  for (const part of hidden) expect(part).toBeGreaterThan(0);
});

/** One page of each kind of picture that moves. */
const common = ['/', '/services/cybersecurity', '/services/managed-services'];

for (const path of publicPages) {
  test(`${path} looks the same without motion, once everything has moved${common.includes(path) ? '' : ' @all'}`, async ({
    visit,
    page,
  }) => {
    // Pages that tell the time.
    await page.clock.setFixedTime(new Date('2026-11-18T10:00:00Z'));
    for (const width of [390, 1180, 1440]) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.setViewportSize({ width, height: 900 });
      await visit(path);
      await test.step(`at ${width} px`, () => expectSameWithoutMotion(page));
    }
  });
}

test('404: the fallen brick is a link that puts it back, also by keyboard', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  await visit('/nowhere');
  await page.evaluate(animationsToFinish);
  const link = page.getByRole('link', { name: 'Put the brick back' });
  const fallen = await link.locator('rect').boundingBox();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#brick$/);
  await page.evaluate(animationsToFinish);
  const back = await link.locator('rect').boundingBox();
  expect(back?.x).toBeLessThan(fallen?.x ?? 0);
  expect(back?.y).toBeLessThan(fallen?.y ?? 0);
});
