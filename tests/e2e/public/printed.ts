import type { Page } from '@playwright/test';
import type { courses } from './public-pages.ts';
import { expect } from './visitor.ts';

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** A page that is shown as on paper: the programme, clean, on at most two sheets. */
export async function printsItsProgramme(page: Page, { title, days, exam }: (typeof courses)[number]): Promise<void> {
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
}

/** The text without the site around it. */
export async function printsItsText(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('article')).toBeVisible();
}
