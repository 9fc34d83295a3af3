import { structuredDataFits } from './structured-data.ts';
import { indexablePages, publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

for (const path of publicPages) {
  test(`${path} has metadata for search engines and shared links`, async ({ reader: page, request }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);

    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    const title = await page.title();
    const description = (await content('description')) ?? '';
    expect(title).toMatch(/^.{10,60}$/);
    expect(description).toMatch(/^.{50,155}$/);

    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    expect(new URL(canonical ?? '').origin).toBe(new URL(page.url()).origin);
    expect(await content('og:url')).toBe(canonical);
    expect(await content('og:title')).toBe(title);
    expect(await content('og:description')).toBe(description);
    expect(await content('og:locale')).toBe('fr_FR');
    expect(await content('twitter:card')).toBe('summary_large_image');

    const address = new URL((await content('og:image')) ?? '');
    expect(address.origin).toBe(new URL(canonical ?? '').origin);
    const picture = await request.get(address.pathname);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/png');
    const bytes = await picture.body();
    // Width and height stand at fixed places in every PNG.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);

    await structuredDataFits(page, path);
  });
}

test('no two pages share a title, a description or a picture', async ({ request }) => {
  const pages = await Promise.all(publicPages.map(async (path) => (await request.get(path)).text()));
  for (const part of [/<title>[^<]+/, /name="description" content="[^"]+/, /property="og:image" content="[^"]+/]) {
    expect(new Set(pages.map((html) => part.exec(html)?.[0])).size, String(part)).toBe(publicPages.length);
  }
});

test('only /resources is noindex', async ({ reader: page, request }) => {
  for (const path of indexablePages) {
    const html = await (await request.get(path)).text();
    expect(html, path).not.toContain('name="robots"');
  }
  const response = await page.goto('/resources');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex,nofollow');
  expect(response?.headers()['x-robots-tag']).toBe('noindex, nofollow');
});

test('the sitemap lists exactly the indexable pages, and robots.txt links to it', async ({ request }) => {
  const robots = await request.get('/robots.txt');
  expect(robots.status()).toBe(200);
  const sitemapAddress = /^Sitemap: (\S+)$/m.exec(await robots.text())?.[1] ?? '';
  const sitemap = await request.get(new URL(sitemapAddress).pathname);
  expect(sitemap.status()).toBe(200);
  expect(sitemap.headers()['content-type']).toContain('xml');
  const listed = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? ''),
  );
  expect(listed.map(({ pathname }) => pathname).toSorted()).toEqual(indexablePages.toSorted());
  expect(new Set(listed.map(({ origin }) => origin))).toEqual(new Set([new URL(sitemapAddress).origin]));
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
