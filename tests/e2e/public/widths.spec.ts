import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

// 720, 640 and 384 are what 1440, 1280 and 768 become at 200 % zoom.
const widths = [320, 384, 390, 640, 720, 768, 1024, 1440, 2560];

for (const path of [...publicPages, '/nowhere']) {
  test(`${path} never scrolls sideways`, async ({ visit, page, complaints }) => {
    if (path === '/nowhere') complaints.expect(/404/);
    await visit(path);
    for (const details of await page.locator('main details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''));
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth ? { scrollWidth, clientWidth } : undefined;
      });
      expect(tooWide, `at ${width} px`).toBeUndefined();
    }
  });
}

test('the open menu of a phone stays within the screen and scrolls on its own', async ({ visit, page }) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await visit('/');
  await page.getByRole('banner').locator('summary').click();
  const menu = page.getByRole('navigation', { name: 'Navigation mobile' });
  const box = await menu.boundingBox();
  expect(box?.x).toBe(0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(480);
  const last = menu.getByRole('link', { name: 'Audit Gratuit' });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
});
