import type { Page } from '@playwright/test';
import { courses } from './public-pages.ts';
import { expect } from './visitor.ts';

type Data = Record<string, unknown> & { '@type': string | string[] };

const serviceTypes = ['BreadcrumbList', 'FAQPage', 'Service'];
const expectedTypes: Record<string, string[]> = {
  '/': ['LocalBusiness', 'Organization'],
  '/services': ['BreadcrumbList', 'LocalBusiness', 'Organization'],
  '/services/infrastructure': serviceTypes,
  '/services/managed-services': serviceTypes,
  '/services/cybersecurity': serviceTypes,
  '/services/microsoft-cloud': serviceTypes,
  '/formations': ['BreadcrumbList', 'FAQPage', 'ItemList'],
  ...Object.fromEntries(courses.map(({ path }) => [path, ['BreadcrumbList', 'Course']])),
  '/why-us': ['BreadcrumbList', 'LocalBusiness', 'Organization'],
  '/contact': ['BreadcrumbList', 'FAQPage', 'LocalBusiness', 'Organization'],
  '/free-audit': ['BreadcrumbList', 'FAQPage'],
  '/microsoft-plans': ['BreadcrumbList', 'FAQPage'],
  '/resources': [],
};

const plain = (text: unknown) => String(text).replaceAll(/\s+/g, ' ').trim();

/** JSON-LD that parses is not enough: it must say what the page says. */
export async function structuredDataFits(page: Page, path: string): Promise<void> {
  const sources = await page.locator('script[type="application/ld+json"]').allTextContents();
  const all = sources.map((source) => JSON.parse(source) as Data);
  expect(all.flatMap((data) => data['@type']).toSorted()).toEqual(expectedTypes[path] ?? ['BreadcrumbList']);
  const text = plain(await page.locator('body').textContent());
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  for (const data of all) {
    expect(data['@context']).toBe('https://schema.org');
    for (const type of [data['@type']].flat()) fits[type]?.(data, { text, canonical: canonical ?? '', path });
  }
}

type Shown = { text: string; canonical: string; path: string };

const fits: Record<string, (data: Data, shown: Shown) => void> = {
  LocalBusiness(data, { text }) {
    const address = data.address as Record<string, string>;
    for (const said of [data.name, data.telephone, data.email, address.streetAddress, address.postalCode]) {
      expect(text).toContain(plain(said));
    }
    expect(data.openingHours).toBe('Mo-Fr 08:00-18:00');
  },
  BreadcrumbList(data, { canonical }) {
    const crumbs = data.itemListElement as { position: number; item: string }[];
    expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, index) => index + 1));
    expect(new URL(crumbs[0]?.item ?? '').pathname).toBe('/');
    expect(crumbs.at(-1)?.item).toBe(canonical);
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
    const instances = data.hasCourseInstance as { courseMode: string; courseWorkload: string }[];
    expect(instances.map(({ courseMode }) => courseMode)).toEqual(['onsite', 'online']);
    expect(instances.map(({ courseWorkload }) => courseWorkload)).toEqual([`P${course?.days}D`, `P${course?.days}D`]);
    expect(text).toContain(plain(data.educationalCredentialAwarded));
  },
  ItemList(data) {
    const items = data.itemListElement as { url: string }[];
    expect(items.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(
      courses.map(({ path }) => path).toSorted(),
    );
  },
};
