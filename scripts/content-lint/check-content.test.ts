import { expect, test } from 'vitest';
import { homePage } from '../../content/pages/home.ts';
import { type ContentRecord, legalTexts, registry } from './registry.ts';
import { checkContent } from './check-content.ts';

// Each case breaks one record of its own shape, in ways that its type forbids.
// oxlint-disable-next-line typescript/no-explicit-any
type Draft = any;

const change = (file: string, mutate: (data: Draft) => void): ContentRecord[] =>
  registry.map((record) => {
    if (record.file !== file) return record;
    const data = structuredClone(record.data);
    mutate(data);
    return { ...record, data };
  });

const course = 'content/courses/iso-27005-risk-manager.ts';

test('the content has no errors', () => {
  expect(checkContent()).toEqual([]);
});

test.each<[string, string, (data: Draft) => void, string]>([
  [
    'an over-long title',
    'content/pages/home.ts',
    (data) => (data.seo.title = 'x'.repeat(61)),
    'content/pages/home.ts: seo.title: Too big',
  ],
  [
    'markup in copy',
    'content/pages/home.ts',
    (data) => (data.hero.lead = '<b>Nous</b>'),
    'content/pages/home.ts: hero.lead: holds markup',
  ],
  [
    'a missing programme day',
    course,
    (data) => data.programme.pop(),
    `${course}: programme: has 2 days but the course lasts 3`,
  ],
  ['a missing field', course, (data) => delete data.exam, `${course}: exam: Invalid input`],
  [
    'options out of order',
    'content/pages/contact.ts',
    (data) => (data.form.fields.service.options = data.form.fields.service.options.toReversed()),
    'content/pages/contact.ts: form.fields.service.options: must follow the order of product §3',
  ],
  [
    'a dead link',
    'content/pages/home.ts',
    (data) => (data.training.action.to = '/formation'),
    'content/pages/home.ts: training.action.to: leads to /formation, which is not a page of main/web/routes.ts',
  ],
  [
    'a dead anchor',
    'content/pages/contact.ts',
    (data) => (data.incident.link.to = '/free-audit#demande'),
    'content/pages/contact.ts: incident.link.to: leads to #demande, which is not an anchor of /free-audit',
  ],
  [
    'a related course without a page',
    course,
    (data) => (data.related[1] = 'ebios-risk-manager'),
    `${course}: related[1]: leads to /formations/ebios-risk-manager, which is not a page of main/web/routes.ts`,
  ],
  [
    'a course related to itself',
    course,
    (data) => (data.related[0] = data.slug),
    `${course}: related[0]: is the course itself`,
  ],
  [
    'a title used twice',
    'content/pages/why-us.ts',
    (data) => (data.seo.title = homePage.seo.title),
    'content/pages/why-us.ts: seo.title: repeats content/pages/home.ts: seo.title',
  ],
  [
    'a duration that docs/product.md contradicts',
    'content/courses/ebios-risk-manager.ts',
    (data) => (data.durationDays = 5),
    'content/courses/ebios-risk-manager.ts: durationDays: product §9 has 3 days',
  ],
  [
    'exam hours that docs/product.md contradicts',
    course,
    (data) => (data.exam.hours = 3),
    `${course}: exam.hours: product §9 has 2.5 hours`,
  ],
  [
    'an exam on another day',
    course,
    (data) => (data.programme = data.programme.toReversed()),
    `${course}: programme[2].afternoon: product §9 puts the exam, a multiple-choice one, on the last day`,
  ],
  [
    'a quoted label',
    'content/pages/course.ts',
    (data) => (data.delivery = 'Présentiel ou distanciel'),
    'content/pages/course.ts: delivery: product §2 has "Présentiel / Distanciel", not "Présentiel ou distanciel"',
  ],
  [
    'a claim left out',
    'content/pages/why-us.ts',
    (data) => (data.statistics.items[1].figure = 'Partout'),
    'content/pages/why-us.ts: says nowhere what product §9 asks',
  ],
])('%s is reported with its file and field', (_, file, mutate, line) => {
  expect(checkContent(change(file, mutate))).toContainEqual(expect.stringContaining(line));
});

test('courses out of the order of docs/product.md are reported', () => {
  const swapped = registry.toSorted((a, b) => a.file.localeCompare(b.file));
  expect(checkContent(swapped)).toContainEqual(
    expect.stringContaining('content/courses/catalogue.ts: courses: product §9 has'),
  );
});

test('a file that the registry forgot is reported', () => {
  const forgotten = registry.filter(({ file }) => file !== 'content/pages/partners.ts');
  expect(checkContent(forgotten)).toEqual([
    'content/pages/partners.ts: is missing from scripts/content-lint/registry.ts',
  ]);
});

test('a dead link and a lost section of a legal text are reported with the line', () => {
  const texts = legalTexts.map((text) => ({
    ...text,
    markdown: text.markdown.replace('(/free-audit)', '(/audit)').replace('## 9. ', '### 9. '),
  }));
  expect(checkContent(registry, texts)).toEqual([
    expect.stringMatching(
      /^content\/legal\/terms\.md: line \d+: leads to \/audit, which is not a page of main\/web\/routes\.ts$/,
    ),
    'content/legal/terms.md: has 8 sections; product §2 counts 9',
  ]);
});
