import { expect, test } from 'vitest';
import { findStructuredDataErrors } from './schema-org.ts';

const context = { '@context': 'https://schema.org' };
const course = { ...context, '@type': 'Course', name: 'ISO 27001', dateModified: '2026-01-31' };
const errorsOf = (...nodes: Record<string, unknown>[]) =>
  findStructuredDataErrors(nodes.map((node) => ({ ...context, ...node })));

test('types, inherited properties, literals, enumerations and references may be right', () => {
  const company = {
    '@type': 'ProfessionalService',
    '@id': 'https://www.example.com/#company',
    name: 'Example',
    url: 'https://www.example.com/',
    openingHoursSpecification: [
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday', 'Friday'], opens: '08:00', closes: '18:00' },
    ],
  };
  const service = {
    '@type': 'Service',
    provider: { '@id': 'https://www.example.com/#company' },
    offers: {
      '@type': 'Offer',
      priceSpecification: { '@type': 'UnitPriceSpecification', minPrice: 150, valueAddedTaxIncluded: false },
    },
  };
  expect(errorsOf(company, service, course)).toEqual([]);
});

test.each([
  [{ '@type': 'Curse' }, 'Curse is not a type of schema.org'],
  [{ '@type': 'Course', title: 'ISO 27001' }, 'Course.title: the property belongs to JobPosting'],
  [{ '@type': 'Course', nom: 'ISO 27001' }, 'Course.nom is not a property of schema.org'],
  [{ '@type': 'Course', dateModified: '31/01/2026' }, 'Course.dateModified is "31/01/2026", not Date, DateTime'],
  [{ '@type': 'Course', teaches: [] }, 'Course.teaches is empty'],
  [{ '@type': 'Course', url: '/formations' }, 'Course.url is "/formations", not URL'],
  [
    { '@type': 'Course', hasCourseInstance: { '@type': 'Course' } },
    'Course.hasCourseInstance is {"@type":"Course"}, not CourseInstance',
  ],
  [{ '@type': 'Service', provider: { '@id': '#company' } }, 'nothing defines {"@id":"#company"}'],
  [{ '@type': 'Service', produces: course }, 'Service.produces is superseded by serviceOutput'],
  [
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'lundi' },
    'OpeningHoursSpecification.dayOfWeek is "lundi", not DayOfWeek',
  ],
  [
    { '@type': 'UnitPriceSpecification', minPrice: '2 500€' },
    'UnitPriceSpecification.minPrice is "2 500€", not Number',
  ],
])('%j is reported', (node, error) => {
  expect(errorsOf(node)).toEqual([error]);
});

test('a block without the context is reported', () => {
  expect(findStructuredDataErrors([{ '@type': 'Course', name: 'ISO 27001' }])).toHaveLength(1);
});
