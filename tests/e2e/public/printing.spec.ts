import { courses } from './public-pages.ts';
import { expect, test } from './visitor.ts';

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
