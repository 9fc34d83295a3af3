import { expect, test } from 'vitest';
import { availableCourses } from '#content/courses/catalogue.ts';
import { serviceCards } from '#content/pages/services.ts';
import { site } from '#content/site.ts';
import { llmsTxt } from './llms-txt.ts';

const text = llmsTxt('https://www.example.com');
const items = text.split('\n').filter((line) => line.startsWith('- '));

test('it has the shape of an llms.txt: a title, a summary, and lists of links with notes', () => {
  expect(text).toMatch(new RegExp(`^# ${site.company.name}\n\n> .+\n\n`));
  const links = items.filter((line) => line.startsWith('- ['));
  for (const line of links) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/www\.example\.com\/[a-z0-9/-]+\): \S.*\.$/);
  expect(items.length - links.length).toBe(1);
  expect(items.find((line) => !line.startsWith('- ['))).toContain('EBIOS');
});

test('services have their prices without VAT, courses their days and exam, the company its contact', () => {
  for (const { slug, price } of serviceCards) {
    expect(items.find((line) => line.includes(`/services/${slug})`))).toContain(`${price} (HT)`);
  }
  expect(availableCourses).toHaveLength(9);
  for (const { slug, durationDays } of availableCourses) {
    expect(items.find((line) => line.includes(`/formations/${slug})`))).toMatch(
      new RegExp(`${durationDays} jours, PECB .*, examen de (2|3|2\u00a0h\u00a030)`),
    );
  }
  for (const fact of [site.company.phone, site.company.email, site.office.postal]) expect(text).toContain(fact);
});
