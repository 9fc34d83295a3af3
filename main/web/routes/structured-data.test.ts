import type { CourseLeaf, ServiceLeaf } from 'schema-dts';
import { expect, test } from 'vitest';
import { availableCourses } from '#content/courses/catalogue.ts';
import { plansPage } from '#content/pages/plans.ts';
import { serviceCards } from '#content/pages/services.ts';
import { site } from '#content/site.ts';
import { findStructuredDataErrors } from '#tests/support/schema-org.ts';
import { company, courseData, plansService, service, startingPrice, website } from './structured-data.ts';

const errorsOf = (...nodes: object[]) =>
  findStructuredDataErrors(nodes.map((node) => ({ '@context': 'https://schema.org', ...node })));

test('every service, every course, the plans and the company fit the vocabulary, each on a page of its own', () => {
  for (const card of serviceCards) expect(errorsOf(service(card)), card.name).toEqual([]);
  for (const course of availableCourses) expect(errorsOf(courseData(course)), course.title).toEqual([]);
  expect(errorsOf(plansService('Formules', plansPage, '/microsoft-plans'))).toEqual([]);
  expect(errorsOf(website(), company())).toEqual([]);
});

test('a misspelt property, a value of the wrong type and an unknown type fail the type check', () => {
  // @ts-expect-error: it is spelt courseSchedule.
  const misspelt: CourseLeaf = { '@type': 'Course', hasCourseInstance: { '@type': 'CourseInstance', schedule: 5 } };
  // @ts-expect-error: a course has no price of its own.
  const wrongValue: CourseLeaf = { '@type': 'Course', offers: 2500 };
  // @ts-expect-error: the type is Organization.
  const unknownType: ServiceLeaf = { '@type': 'Service', provider: { '@type': 'Company', name: 'Example' } };
  for (const data of [misspelt, wrongValue, unknownType]) expect(errorsOf(data)).not.toEqual([]);
});

test('offers have the starting prices of product §9, in euros and without VAT', () => {
  const offers = serviceCards.map((card) => service(card).offers);
  const starting = (minPrice: number, unitText: string) => ({
    '@type': 'Offer',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      minPrice,
      priceCurrency: 'EUR',
      unitText,
      valueAddedTaxIncluded: false,
    },
  });
  expect(offers).toEqual([
    starting(2500, 'mois'),
    starting(150, 'utilisateur/mois'),
    starting(500, 'mois'),
    { '@type': 'Offer', description: expect.stringMatching(/^Tarif éditeur \+ 15\s%$/) },
  ]);
  expect(company().priceRange).toBe('À partir de 150€/utilisateur/mois HT');
});

test('an amount that cannot be read stops the build', () => {
  expect(startingPrice('Sur devis')).toBeUndefined();
  expect(() => startingPrice('500 € par mois')).toThrow('is not recognised');
});

test('the opening hours for search engines are those that the site shows', () => {
  const shown = (time: string) => time.replace(/^0/, '').replace(':', 'h');
  for (const { opens, closes } of site.openingHours) {
    expect(site.office.hours).toContain(`${shown(opens)} – ${shown(closes)}`);
  }
});
