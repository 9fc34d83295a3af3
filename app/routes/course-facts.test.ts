import { expect, test } from 'vitest';
import { availableCourses } from '#content/courses/catalogue.ts';
import { courseFacts } from './course-facts.ts';

const course = (slug: string) => {
  const found = availableCourses.find((entry) => entry.slug === slug);
  if (!found) throw new Error(`No course ${slug}`);
  return found;
};
const spaces = (text = '') => text.replaceAll('\u00a0', ' ');

test('the page says where the hours are to be found, as the company has not filled them in', () => {
  const { hours, daysAndHours } = courseFacts(course('iso-31000-risk-manager'));
  expect(hours).toBe('');
  expect(spaces(daysAndHours)).toBe('3 jours. La durée en heures figure au devis et dans la convention.');
});

test('the exam is a figure with its unit, or hours and minutes', () => {
  expect(courseFacts(course('iso-31000-risk-manager')).exam).toEqual({ figure: '2', unit: 'heures' });
  expect(courseFacts(course('iso-27005-risk-manager')).exam).toEqual({ figure: '2\u00a0h\u00a030', unit: undefined });
});
