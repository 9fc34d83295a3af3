import { courses, indexablePages, legalPages, publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

// Of one page alone: page-checks.ts.
const plain = (text: unknown) => String(text).replaceAll(/\s+/g, ' ').replaceAll('\u2011', '-').trim();

test('no two pages share a title, a description or a picture', async ({ request }) => {
  const pages = await Promise.all(publicPages.map(async (path) => (await request.get(path)).text()));
  for (const part of [/<title>[^<]+/, /name="description" content="[^"]+/, /property="og:image" content="[^"]+/]) {
    expect(new Set(pages.map((html) => part.exec(html)?.[0])).size, String(part)).toBe(publicPages.length);
  }
});

test('only /resources is noindex', async ({ reader: page, request }) => {
  for (const path of indexablePages) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<meta name="robots" content="max-image-preview:large"');
  }
  const response = await page.goto('/resources');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex,nofollow');
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow');
});

test('the sitemap lists exactly the indexable pages, and robots.txt links to it', async ({ request }) => {
  const robots = await request.get('/robots.txt');
  expect(robots.status()).toBe(200);
  const sitemapUrl = /^Sitemap: (\S+)$/m.exec(await robots.text())?.[1] ?? '';
  const sitemap = await request.get(new URL(sitemapUrl).pathname);
  expect(sitemap.status()).toBe(200);
  expect(sitemap.headers()['content-type']).toContain('xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? ''));
  expect(listed.map(({ pathname }) => pathname).toSorted()).toEqual(indexablePages.toSorted());
  expect(new Set(listed.map(({ origin }) => origin))).toEqual(new Set([new URL(sitemapUrl).origin]));
});

test('a page that shows when it was updated has that date in its head and in the sitemap', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const dated = [...sitemap.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)];
  expect(dated.map(([, url]) => new URL(url ?? '').pathname).toSorted()).toEqual(
    [...courses.map(({ path }) => path), ...legalPages].toSorted(),
  );
  for (const [, url = '', date = ''] of dated) {
    const html = await (await request.get(new URL(url).pathname)).text();
    expect(html, url).toContain(`property="article:modified_time" content="${date}"`);
    const shown = new Date(date).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
    expect(plain(html), url).toContain(shown);
  }
});

test('llms.txt is plain text whose links lead to pages', async ({ request }) => {
  const response = await request.get('/llms.txt');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const paths = [...(await response.text()).matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => new URL(url ?? '').pathname);
  expect(paths.toSorted()).toEqual(indexablePages.filter((path) => path !== '/').toSorted());
});

test('security.txt names the URL that it is read from', async ({ request, baseURL }) => {
  const path = '/.well-known/security.txt';
  expect(await (await request.get(path)).text()).toContain(`\nCanonical: ${baseURL}${path}\n`);
});

test('the 404 page has no canonical URL', async ({ request }) => {
  const response = await request.get('/nulle-part');
  expect(response.status()).toBe(404);
  const html = await response.text();
  expect(html).not.toMatch(/rel="canonical"|property="og:url"/);
  expect(html).toContain('<meta name="robots" content="noindex,nofollow"');
});

test('icons and the web manifest exist', async ({ reader: page, request }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('link[rel~="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.length).toBeGreaterThanOrEqual(4);
  for (const href of hrefs) expect((await request.get(href)).status(), href).toBe(200);
  const manifest = (await (await request.get('/site.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});
