import type { Page } from '@playwright/test';
import { findStructuredDataErrors } from '#tests/support/schema-org.ts';
import { courses, indexablePages, legalPages, publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

type Data = Record<string, unknown> & { '@type': string | string[] };

const serviceTypes = ['BreadcrumbList', 'FAQPage', 'Service'];
const expectedTypes: Record<string, string[]> = {
  '/': ['ProfessionalService', 'WebSite'],
  '/services': ['BreadcrumbList', 'ProfessionalService'],
  '/services/infrastructure': serviceTypes,
  '/services/managed-services': serviceTypes,
  '/services/cybersecurity': serviceTypes,
  '/services/microsoft-cloud': serviceTypes,
  '/formations': ['BreadcrumbList', 'FAQPage', 'ItemList'],
  ...Object.fromEntries(courses.map(({ path }) => [path, ['BreadcrumbList', 'Course']])),
  '/why-us': ['BreadcrumbList', 'ProfessionalService'],
  '/verifier': ['BreadcrumbList', 'ProfessionalService'],
  '/contact': ['BreadcrumbList', 'FAQPage', 'ProfessionalService'],
  '/free-audit': ['BreadcrumbList', 'FAQPage'],
  '/microsoft-plans': serviceTypes,
};

const plain = (text: unknown) => String(text).replaceAll(/\s+/g, ' ').replaceAll('\u2011', '-').trim();

/** JSON-LD that parses is not enough: it must say what the page says. */
export async function structuredDataFits(page: Page, path: string): Promise<void> {
  const sources = await page.locator('script[type="application/ld+json"]').allTextContents();
  const all = sources.map((source) => JSON.parse(source) as Data);
  expect(findStructuredDataErrors(all)).toEqual([]);
  expect(all.flatMap((data) => data['@type']).toSorted()).toEqual(expectedTypes[path] ?? ['BreadcrumbList']);
  const text = plain(await page.locator('body').textContent());
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  const breadcrumb = await page
    .getByRole('navigation', { name: 'Fil d’Ariane' })
    .getByRole('listitem')
    .allTextContents();
  for (const data of all) {
    for (const type of [data['@type']].flat())
      fits[type]?.(data, { text, canonical: canonical ?? '', path, breadcrumb: breadcrumb.map(plain) });
  }
}

type Shown = { text: string; canonical: string; path: string; breadcrumb: string[] };

const fits: Record<string, (data: Data, shown: Shown) => void> = {
  ProfessionalService(data, { text }) {
    const postalAddress = data.address as Record<string, string>;
    for (const said of [data.name, data.telephone, data.email, postalAddress.streetAddress, postalAddress.postalCode]) {
      expect(text).toContain(plain(said));
    }
    expect(data.openingHoursSpecification).toEqual([
      expect.objectContaining({
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '08:00',
        closes: '18:00',
      }),
    ]);
  },
  BreadcrumbList(data, { canonical, breadcrumb }) {
    const crumbs = data.itemListElement as { position: number; name: string; item: string }[];
    expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, index) => index + 1));
    expect(new URL(crumbs[0]?.item ?? '').pathname).toBe('/');
    expect(crumbs.at(-1)?.item).toBe(canonical);
    expect(crumbs.map(({ name }) => plain(name))).toEqual(breadcrumb);
  },
  FAQPage(data, { text }) {
    const questions = data.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
    expect(questions.length).toBeGreaterThan(0);
    for (const { name, acceptedAnswer } of questions) {
      expect(text).toContain(plain(name));
      expect(text).toContain(plain(acceptedAnswer.text));
    }
  },
  Service(data, { canonical, text }) {
    expect(data.url).toBe(canonical);
    expect(text).toContain(plain(data.name));
  },
  Course(data, { canonical, path, text }) {
    const course = courses.find((entry) => entry.path === path);
    expect(data).toMatchObject({ name: course?.title, url: canonical, inLanguage: 'fr' });
    const courseSchedule = { '@type': 'Schedule', repeatFrequency: 'Daily', repeatCount: course?.days };
    expect(data.hasCourseInstance).toMatchObject(
      ['onsite', 'online'].map((courseMode) => ({ '@type': 'CourseInstance', courseMode, courseSchedule })),
    );
    expect(text).toContain(plain(data.educationalCredentialAwarded));
  },
  ItemList(data) {
    const items = data.itemListElement as { url: string }[];
    expect(items.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(
      courses.map(({ path }) => path).toSorted(),
    );
  },
};

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
    expect(title + description).not.toMatch(/[\u00A0\u2011]/);

    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    expect(new URL(canonical ?? '').origin).toBe(new URL(page.url()).origin);
    expect(await content('og:url')).toBe(canonical);
    expect(await content('og:title')).toBe(title);
    expect(await content('og:description')).toBe(description);
    expect(await content('og:locale')).toBe('fr_FR');
    expect(await content('twitter:card')).toBe('summary_large_image');

    const imageUrl = new URL((await content('og:image')) ?? '');
    expect(imageUrl.origin).toBe(new URL(canonical ?? '').origin);
    const picture = await request.get(imageUrl.pathname);
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
