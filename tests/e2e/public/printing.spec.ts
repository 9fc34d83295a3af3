import { courses, legalPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

for (const { path, title, days, exam } of courses) {
  test(`${path} prints as a clean programme of at most two pages`, async ({ visit, page }) => {
    await visit(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Demander un devis' })).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);

    // Who offers it, what it is, how long it lasts, each of its days, and how it ends.
    await expect(page.getByRole('main').getByText('Rempart Azur, Quartier de l’Arénas')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(`${days} jours`, { exact: true }).first()).toBeVisible();
    for (let day = 1; day <= days; day += 1) {
      await expect(page.getByRole('heading', { level: 3, name: `Jour ${day}` })).toBeVisible();
    }
    await expect(page.getByText(`Durée : ${exam}, le jour ${days}`)).toBeVisible();

    const pages = pagesIn(await page.pdf({ format: 'A4', preferCSSPageSize: true }));
    expect(pages).toBeGreaterThanOrEqual(1);
    expect(pages).toBeLessThanOrEqual(2);
  });
}

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

for (const path of legalPages) {
  test(`${path} prints its text without the site around it`, async ({ visit, page }) => {
    await visit(path);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('article')).toBeVisible();
  });
}
