import { expect, test } from './visitor.ts';

test('the header stays on top while the page scrolls @all', async ({ visit, page }) => {
  await visit('/');
  const header = page.getByRole('banner');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await expect(header.getByRole('link', { name: 'Audit Gratuit' }).first()).toBeInViewport();
});

test('it offers the pages and the two buttons, in the order of docs/product.md', async ({ visit, page }) => {
  await visit('/why-us');
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' });
  const entries = navigation.locator(':scope > ul > li > :is(a, button)');
  await expect(entries).toHaveText(['Accueil', 'Services', 'Pourquoi Nous', 'Partenaires', 'Contact']);
  await expect(navigation.getByRole('link', { name: 'Pourquoi Nous' })).toHaveAttribute('aria-current', 'page');
  await expect(navigation.getByRole('link', { name: 'Accueil' })).not.toHaveAttribute('aria-current');

  const header = page.getByRole('banner');
  const appointment = header.getByRole('link', { name: 'Prendre un RDV' });
  await expect(appointment).toHaveAttribute('href', 'https://calendly.com/rempart-azur/30min');
  await expect(appointment).toHaveAttribute('target', '_blank');
  await header.getByRole('link', { name: 'Audit Gratuit' }).click();
  await expect(page).toHaveURL('/free-audit');
  await header.getByRole('link', { name: 'Rempart Azur' }).click();
  await expect(page).toHaveURL('/');
});

test('the skip link is the first stop of the keyboard and leads to the content @all', async ({ visit, page }) => {
  await visit('/services');
  const skip = page.getByRole('link', { name: 'Aller au contenu principal' });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('the focused element is never hidden under the header @all', async ({ visit, page }) => {
  await visit('/services');
  const header = await page.getByRole('banner').boundingBox();
  const bottom = (header?.y ?? 0) + (header?.height ?? 0);
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  const back = page.getByRole('main').getByRole('link');
  for (let stop = await back.count(); stop > 0; stop -= 1) {
    await back.nth(stop - 1).focus();
    const box = await back.nth(stop - 1).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(bottom);
  }
});

test('the footer has the postal address and lists services, company and legal pages @all', async ({ visit, page }) => {
  await visit('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('06200 Nice, France');
  await expect(footer.getByRole('link', { name: '+33 4 65 71 00 06' })).toHaveAttribute('href', 'tel:+33465710006');
  await expect(footer.getByRole('link', { name: 'contact@rempart-azur.example' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/company/rempart-azur',
  );
  await expect(footer.getByRole('navigation', { name: 'Services' }).getByRole('link')).toHaveCount(7);
  await expect(footer.getByRole('navigation', { name: 'Entreprise' }).getByRole('link')).toHaveCount(7);
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Rempart Azur`);
  const legal = {
    'Politique de confidentialité': '/politique-confidentialite',
    'Conditions d’utilisation': '/conditions-utilisation',
    'Politique de cookies': '/politique-cookies',
    'Mentions légales': '/mentions-legales',
  };
  for (const [name, path] of Object.entries(legal)) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});

test('nothing shows through the header @all', async ({ visit, page }) => {
  await visit('/');
  const { backgroundColor, backdropFilter } = await page.getByRole('banner').evaluate((header) => {
    const style = getComputedStyle(header);
    return { backgroundColor: style.backgroundColor, backdropFilter: style.backdropFilter };
  });
  expect(backgroundColor).toMatch(/^rgb\(/);
  expect(backdropFilter).toBe('none');
});

test('the company name, headings and figures use the heading font once the page is painted @all', async ({
  visit,
  page,
}) => {
  await visit('/');
  for (const text of [page.getByRole('banner').getByText('Rempart Azur').first(), page.getByRole('heading').first()])
    await expect(text).toHaveCSS('font-family', /^"?Bricolage Grotesque/);
});
