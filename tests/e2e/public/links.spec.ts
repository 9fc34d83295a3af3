import { courses, publicPages } from './public-pages.ts';
import { expect, isReady, test } from './visitor.ts';
import type { ConsoleMessage } from '@playwright/test';

type Link = { from: string; href: string; target: string; rel: string; words: string };

const outside = ['https://calendly.com/rempart-azur/30min', 'https://www.linkedin.com/company/rempart-azur'];
// Where the privacy and cookie policies tell a reader to complain.
const authority = 'https://www.cnil.fr/fr/plaintes';
const direct = ['tel:+33465710006', 'mailto:contact@rempart-azur.example', 'mailto:dpo@rempart-azur.example'];

type Read = { links: Link[]; places: string[] };

/** In a page: all of them as they are served, without the time that it takes to show each. */
const readAll = (paths: string[]): Promise<Read[]> =>
  Promise.all(
    paths.map(async (path) => {
      const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
      const links = [...page.querySelectorAll('a')].map((anchor) => ({
        from: path,
        href: anchor.getAttribute('href') ?? '',
        target: anchor.getAttribute('target') ?? '',
        rel: anchor.getAttribute('rel') ?? '',
        words: anchor.textContent.trim() || (anchor.getAttribute('aria-label') ?? ''),
      }));
      return { links, places: [...page.querySelectorAll('[id]')].map(({ id }) => id) };
    }),
  );

const isInside = (href: string) => href.startsWith('/') || href.startsWith('#');

// From the served HTML; every-page.spec.ts checks that hydration does not change the links.
test('no link is broken; external links open a new tab and say so', async ({ reader, request }) => {
  await reader.goto('/');
  const read = await reader.evaluate(readAll, publicPages);
  const links = read.flatMap((page) => page.links);
  const places = new Map(publicPages.map((path, at) => [path, read[at]?.places ?? []]));
  expect(links.length).toBeGreaterThan(20 * publicPages.length);

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
  const urls = inside.map(({ from, href }) => new URL(href, `http://site${from}`));
  for (const path of new Set(urls.map(({ pathname }) => pathname))) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(200);
  }
  for (const { pathname, hash } of urls.filter((url) => url.hash !== '')) {
    expect(places.get(pathname), `${hash} of ${pathname}`).toContain(hash.slice(1));
  }

  // /resources is kept from search engines and not offered to visitors yet.
  const offered = new Set(inside.map(({ href }) => href));
  expect(publicPages.filter((path) => path !== '/resources' && !offered.has(path))).toEqual([]);
});

test('each course opens from the catalogue and its back link returns there @all', async ({ visit, page }) => {
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

const unknownPaths = [
  '/nowhere',
  '/formations/ebios-risk-manager',
  '/formations/xyz',
  '/services/infrastructure/plus',
  '/contact.html',
  '/%C3%A9t%C3%A9?question=1',
];

test('an unknown path gets status 404 and the 404 page', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  for (const path of unknownPaths) {
    const lines: string[] = [];
    const note = (message: ConsoleMessage) => lines.push(message.text());
    page.on('console', note);
    const response = await visit(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex,nofollow');
    // An unknown path has no canonical URL, not even its own.
    await expect(page.locator('link[rel="canonical"], meta[property="og:url"]')).toHaveCount(0);
    // The path as the browser has it, whatever it was written like.
    const { pathname } = new URL(page.url());
    await expect
      .poll(() => lines.filter((line) => line.startsWith('404: unknown route')))
      .toEqual([`404: unknown route ${pathname}`]);
    page.off('console', note);
  }
});

test('« Return to Home » leads home @all', async ({ visit, page, browserErrors }) => {
  browserErrors.expect(/404/);
  await visit('/nowhere');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404');
});

test('the 404 page works without JavaScript @all', async ({ reader: page, browserErrors }) => {
  browserErrors.expect(/404/);
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a trailing slash is removed with a 301 on every page', async ({ request }) => {
  for (const path of publicPages.filter((page) => page !== '/')) {
    const response = await request.get(`${path}/?duree=3`, { maxRedirects: 0 });
    expect(response.status(), path).toBe(301);
    expect(response.headers().location, path).toBe(`${path}?duree=3`);
  }
});

test('a URL with a trailing slash leads to the page', async ({ page }) => {
  await page.goto('/contact/');
  await isReady(page);
  await expect(page).toHaveURL('/contact');
});
