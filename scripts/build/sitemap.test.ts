import { expect, test } from 'vitest';
import { availableCourses } from '#content/courses/catalogue.ts';
import { robots, sitemap } from './sitemap.ts';

test('a course has the date that its page shows, and a page without a date has none', () => {
  const [course] = availableCourses;
  const lines = sitemap('https://www.example.com', ['/', `/formations/${course?.slug}`]).split('\n');
  expect(lines).toContain('  <url><loc>https://www.example.com/</loc></url>');
  expect(lines).toContain(
    `  <url><loc>https://www.example.com/formations/${course?.slug}</loc><lastmod>${course?.updated}</lastmod></url>`,
  );
});

test('robots may read the pages of the portal, which are noindex, but not the API', () => {
  expect(robots('https://www.example.com').match(/^Disallow: .*$/gm)).toEqual(['Disallow: /api/']);
});
