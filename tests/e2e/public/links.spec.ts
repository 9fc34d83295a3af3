import type { Page } from '@playwright/test';
import { courses, publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

type Link = { from: string; href: string; target: string; rel: string; words: string };

const outside = ['https://calendly.com/rempart-azur/30min', 'https://www.linkedin.com/company/rempart-azur'];
// Where the privacy and cookie policies tell a reader to complain.
const authority = 'https://www.cnil.fr/fr/plaintes';
const direct = ['tel:+33465710006', 'mailto:contact@rempart-azur.example', 'mailto:dpo@rempart-azur.example'];

const linksOf = (page: Page, from: string): Promise<Link[]> =>
  page.locator('a').evaluateAll(
    (anchors, path) =>
      anchors.map((anchor) => ({
        from: path,
        href: anchor.getAttribute('href') ?? '',
        target: anchor.getAttribute('target') ?? '',
        rel: anchor.getAttribute('rel') ?? '',
        words: anchor.textContent.trim() || (anchor.getAttribute('aria-label') ?? ''),
      })),
    from,
  );

const isInside = (href: string) => href.startsWith('/') || href.startsWith('#');

test.describe('on every page', () => {
  // Without JavaScript: quicker, and without-javascript.spec.ts holds the links of both to be the same.
  test.use({ javaScriptEnabled: false });

  test('every link leads somewhere; what leaves the site opens a new tab and says so', async ({ page, request }) => {
    const links: Link[] = [];
    const places = new Map<string, Set<string>>();
    for (const path of publicPages) {
      await page.goto(path);
      links.push(...(await linksOf(page, path)));
      places.set(path, new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))));
    }

    for (const { href, words, target, rel, from } of links) {
      expect(words, `words of ${href} on ${from}`).not.toBe('');
      if (target !== '') expect(words, `${href} on ${from}`).toContain('(nouvel onglet)');
      if (href.startsWith('http')) {
        const known = from.startsWith('/politique-') ? [...outside, authority] : outside;
        expect(known, `on ${from}`).toContain(href);
        expect({ from, target, rel }).toEqual({ from, target: '_blank', rel: 'noopener' });
      } else if (!isInside(href)) {
        expect(direct, `on ${from}`).toContain(href);
      }
    }

    const inside = links.filter(({ href }) => isInside(href));
    const addresses = inside.map(({ from, href }) => new URL(href, `http://site${from}`));
    for (const path of new Set(addresses.map(({ pathname }) => pathname))) {
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
    }
    for (const { pathname, hash } of addresses.filter((address) => address.hash !== '')) {
      expect(places.get(pathname), `${hash} of ${pathname}`).toContain(hash.slice(1));
    }

    // /resources is kept from search engines and not offered to visitors yet.
    const offered = new Set(inside.map(({ href }) => href));
    expect(publicPages.filter((path) => path !== '/resources' && !offered.has(path))).toEqual([]);
  });
});

test('each course opens from the catalogue and its back link returns there', async ({ visit, page }) => {
  await visit('/formations');
  for (const course of courses) {
    await page.getByRole('link', { name: `Voir le programme : ${course.title}`, exact: true }).click();
    await expect(page).toHaveURL(course.path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title);
    const back = page.getByRole('main').getByRole('link').and(page.locator('[href="/formations"]'));
    await back.last().click();
    await expect(page).toHaveURL('/formations');
  }
});

test('a link inside the site shows the page without loading the document again', async ({ visit, page }) => {
  await visit('/');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Formules Microsoft 365' }).click();
  await expect(page).toHaveURL('/microsoft-plans');
  await expect(page).toHaveTitle(/Microsoft 365/);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});
