import { expect, test } from 'vitest';
import { type CatalogueEntry, filterCourses, groupByDomain } from './catalogue.tsx';

const course = (slug: string, domain: string, durationDays: number): CatalogueEntry => ({
  slug,
  domain,
  durationDays,
  title: slug,
  standard: '27001',
  certification: slug,
  description: slug,
  isAvailable: true,
});
const courses = [course('a', 'Risques', 3), course('b', 'Risques', 5), course('c', 'Continuité', 5)];
const slugs = (filter: { domain: string; days: string }) => filterCourses(courses, filter).map(({ slug }) => slug);

test('no filter keeps the whole list in order', () => expect(slugs({ domain: '', days: '' })).toEqual(['a', 'b', 'c']));
test('domain and duration are combined', () => expect(slugs({ domain: 'Risques', days: '5' })).toEqual(['b']));
test('a combination may be empty', () => expect(slugs({ domain: 'Continuité', days: '3' })).toEqual([]));
test('an unknown value filters nothing', () =>
  expect(slugs({ domain: '<script>', days: '99' })).toEqual(['a', 'b', 'c']));
test('courses are grouped by domain in the order of the list', () =>
  expect([...groupByDomain(courses)].map(([domain, group]) => [domain, group.length])).toEqual([
    ['Risques', 2],
    ['Continuité', 1],
  ]));
