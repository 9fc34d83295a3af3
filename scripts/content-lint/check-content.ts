/** Checks content/ against its schemas, the routes and docs/product.md. `npm run build` runs it first. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import nestedRoutes from '#main/web/routes.ts';
import type { Course } from '#content/schema/course.ts';
import { courseFacts, specMentions, specValues } from './product-facts.ts';
import {
  type ContentRecord,
  type Copy,
  copyOfLegalText,
  copyOfRecord,
  joinPath,
  type LegalText,
  legalTexts,
  registry,
} from './registry.ts';

const root = join(import.meta.dirname, '../..');

type ContentError = { file: string; path?: string; message: string };

const findSchemaErrors = (records: ContentRecord[]): ContentError[] =>
  records.flatMap(({ file, schema, data }) => {
    const { error } = schema.safeParse(data);
    return (error?.issues ?? []).map(({ path, message }) => ({ file, path: joinPath(path), message }));
  });

// Modules without copy.
const notRecords = ['content/courses/catalogue.ts', 'content/legal/fill.ts'];

/** A file that is not in the registry would not be checked. */
const findUnregisteredFiles = (registered: string[]): ContentError[] =>
  globSync('content/{courses,documents,legal,pages,services}/*.{ts,md}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && ![...notRecords, ...registered].includes(file))
    .map((file) => ({ file, message: 'is missing from scripts/content-lint/registry.ts' }));

/** A page of the route table, and the source that contains its anchors. */
type Page = { path: string; source: string };

const listPages = (): Page[] =>
  nestedRoutes
    .flatMap((route) => route.children ?? [route])
    .flatMap(({ path, file }) =>
      path === undefined || path === '*' ? [] : [{ path, source: readFileSync(join(root, 'main/web', file), 'utf8') }],
    );

const deadLink = (target: string, pages: Page[]): string | undefined => {
  const [path = '', anchor] = target.split('#');
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) return `leads to ${path}, which is not a page of main/web/routes.ts`;
  if (anchor && !page.source.includes(`id="${anchor}"`))
    return `leads to #${anchor}, which is not an anchor of ${path}`;
  return undefined;
};

/** The strings at these keys, anywhere in a record. */
const findStrings = (value: unknown, keys: string[], path: PropertyKey[] = []): { path: string; text: string }[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, entry]) =>
    typeof entry === 'string' && keys.includes(String(key))
      ? [{ path: joinPath([...path, key]), text: entry }]
      : findStrings(entry, keys, [...path, key]),
  );
};

// Names of links in content/site.ts that leave the site.
const external = ['schedule', 'network'];

/** The links of portal and desk are in their code. */
const isPublic = ({ file }: ContentRecord) => !/^content\/(?:desk|portal)\//.test(file);

const findDeadLinks = (records: ContentRecord[], pages: Page[]): ContentError[] =>
  records.filter(isPublic).flatMap(({ file, data }) => {
    const { slug, related = [] } = data as { slug?: string; related?: string[] };
    const links = findStrings(data, ['to']).filter(({ text }) => !external.includes(text));
    return [
      ...links.map(({ path, text }) => ({ file, path, message: deadLink(text, pages) })),
      ...related.map((other, index) => ({
        file,
        path: `related[${index}]`,
        message: other === slug ? 'is the course itself' : deadLink(`/formations/${other}`, pages),
      })),
    ].filter((found) => found.message !== undefined);
  }) as ContentError[];

const findDeadLegalLinks = (texts: LegalText[], pages: Page[]): ContentError[] =>
  texts.flatMap(({ file, markdown }) =>
    markdown.split('\n').flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)]*)\)/g)].flatMap(([, target = '']) => {
        const message = target.startsWith('https://') ? undefined : deadLink(target, pages);
        return message ? [{ file, path: `line ${index + 1}`, message }] : [];
      }),
    ),
  );

/** Two pages that look alike in a list of results hide each other. */
const findDuplicateSeo = (records: ContentRecord[]): ContentError[] => {
  const firsts = new Map<string, string>();
  return records
    .flatMap(({ file, data }) => findStrings(data, ['title', 'description']).map((entry) => ({ file, ...entry })))
    .filter(({ path }) => /(?:^|\.)seo\.\w+$/.test(path))
    .flatMap(({ file, path, text }) => {
      const first = firsts.get(text);
      if (first === undefined) firsts.set(text, `${file}: ${path}`);
      return first === undefined ? [] : [{ file, path, message: `repeats ${first}` }];
    });
};

const findCourseErrors = (courses: Course[]): ContentError[] => {
  const expected = courseFacts.map(({ slug }) => slug).join(', ');
  const found = courses.map(({ slug }) => slug).join(', ');
  const errors: ContentError[] = [];
  if (found !== expected)
    errors.push({
      file: 'content/courses/catalogue.ts',
      path: 'courses',
      message: `product §9 has ${expected}, not ${found}`,
    });
  for (const course of courses) {
    const facts = courseFacts.find(({ slug }) => slug === course.slug);
    if (facts === undefined) continue;
    const report = (path: string, message: string) =>
      errors.push({ file: `content/courses/${course.slug}.ts`, path, message: `product §9 ${message}` });
    if (course.durationDays !== facts.days) report('durationDays', `has ${facts.days} days`);
    if ((course.status === 'in-preparation') !== (facts.exam === undefined))
      report('status', 'has an exam for the courses that are available');
    if (course.status === 'in-preparation' || facts.exam === undefined) continue;
    if (course.exam.hours !== facts.examHours) report('exam.hours', `has ${facts.examHours} hours`);
    const exam = new RegExp(String.raw`^Examen de ${facts.exam.replaceAll(' ', String.raw`\s+`)}, QCM`);
    for (const [index, day] of course.programme.entries()) {
      const isLast = index === course.programme.length - 1;
      if (day.afternoon.points.some((point) => exam.test(point)) !== isLast)
        report(`programme[${index}].afternoon`, 'puts the exam, a multiple-choice one, on the last day');
    }
    if (!/3\s+ans/.test(course.certificate.maintenance)) report('certificate.maintenance', 'has 3 years');
  }
  return errors;
};

const valueAt = (data: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);

const findDifferentValues = (records: ContentRecord[]): ContentError[] =>
  specValues.flatMap(({ section, file, path, value }) => {
    const found = valueAt(records.find((record) => record.file === file)?.data, path);
    if (isDeepStrictEqual(found, value)) return [];
    return [{ file, path, message: `product ${section} has ${JSON.stringify(value)}, not ${JSON.stringify(found)}` }];
  });

const findMissingMentions = (copy: Copy[]): ContentError[] =>
  specMentions
    .filter(({ file, pattern }) => !copy.some((entry) => entry.file === file && pattern.test(entry.text)))
    .map(({ section, file, pattern }) => ({ file, message: `says nowhere what product ${section} asks: ${pattern}` }));

const findLostSections = (texts: LegalText[]): ContentError[] =>
  texts
    .filter(({ file }) => file === 'content/legal/terms.md')
    .map(({ file, markdown }) => ({ file, count: markdown.match(/^## /gm)?.length ?? 0 }))
    .filter(({ count }) => count !== 9)
    .map(({ file, count }) => ({ file, message: `has ${count} sections; product §2 counts 9` }));

/** Every error in content/, one line each: file, field, reason. */
export const checkContent = (records = registry, texts = legalTexts): string[] => {
  const pages = listPages();
  // An invalid course would break the checks that count its days; its schema has reported it already.
  const courses = records
    .filter(({ file, schema, data }) => file.startsWith('content/courses/') && schema.safeParse(data).success)
    .map(({ data }) => data as Course);
  return [
    ...findSchemaErrors(records),
    ...findUnregisteredFiles([...records, ...texts].map(({ file }) => file)),
    ...findDeadLinks(records, pages),
    ...findDeadLegalLinks(texts, pages),
    ...findDuplicateSeo(records),
    ...findCourseErrors(courses),
    ...findDifferentValues(records),
    ...findMissingMentions([...records.flatMap(copyOfRecord), ...texts.flatMap(copyOfLegalText)]),
    ...findLostSections(texts),
  ].map(({ file, path, message }) => [file, path, message].filter(Boolean).join(': '));
};

if (import.meta.main) {
  const errors = checkContent();
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
}
