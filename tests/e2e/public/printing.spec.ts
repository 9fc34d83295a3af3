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

test('« Imprimer le programme » prints the whole programme and is hidden without JavaScript', async ({
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
