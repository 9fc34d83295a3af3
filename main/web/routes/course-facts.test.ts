import { expect, test } from 'vitest';
import { availableCourses } from '#content/courses/catalogue.ts';
import { coursePage } from '#content/pages/course.ts';
import { courseFacts } from './course-facts.ts';

const course = (slug: string) => {
  const found = availableCourses.find((entry) => entry.slug === slug);
  if (!found) throw new Error(`No course ${slug}`);
  return found;
};

test('the page says where the hours are to be found, as the company has not filled them in', () => {
  const { days, hours } = courseFacts(course('iso-31000-risk-manager'));
  expect(days).toBe('3\u00a0jours');
  expect(hours).toBe('');
  expect(coursePage.duration.text).toMatch(/^La durée en heures figure au devis et dans la convention\. /);
});

test('the exam is a figure with its unit, or hours and minutes', () => {
  expect(courseFacts(course('iso-31000-risk-manager')).exam).toEqual({ figure: '2', unit: 'heures' });
  expect(courseFacts(course('iso-27005-risk-manager')).exam).toEqual({ figure: '2\u00a0h\u00a030', unit: undefined });
});
