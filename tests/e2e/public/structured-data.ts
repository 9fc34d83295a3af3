import type { Page } from '@playwright/test';
import { findStructuredDataErrors } from '#tests/support/schema-org.ts';
import { courses } from './public-pages.ts';
import { expect } from './visitor.ts';

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
