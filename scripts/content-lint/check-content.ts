import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import nestedRoutes from '../../app/routes.ts';
import { copyOfLegalText, copyOfRecord } from './copy.ts';
import { legalTexts, registry } from './registry.ts';
import type { Course } from '../../content/schema/course.ts';
import { courseProblems } from './courses.ts';
import { legalLinkProblems, linkProblems, type Page } from './links.ts';
import { asLine } from './problem.ts';
import { schemaProblems, unregisteredFiles } from './schemas.ts';
import { duplicateSeo } from './search-results.ts';
import { specMentionProblems, specValueProblems, termsProblems } from './spec.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

// Modules without copy.
const notRecords = ['content/courses/catalogue.ts', 'content/legal/fill.ts'];

const publicPages = (): Page[] =>
  nestedRoutes
    .flatMap((route) => route.children ?? [route])
    .flatMap(({ path, file }) =>
      path === undefined || path === '*' ? [] : [{ path, source: readFileSync(`${root}app/${file}`, 'utf8') }],
    );

const recordFiles = (): string[] =>
  globSync('content/{courses,legal,pages,services}/*.{ts,md}', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !notRecords.includes(file),
  );

/** Every problem in content/, one line each: file, field, reason. */
export const checkContent = (records = registry, texts = legalTexts): string[] => {
  const pages = publicPages();
  // An invalid course would break the checks that count its days; its schema has reported it already.
  const courses = records
    .filter(({ file, schema, data }) => file.startsWith('content/courses/') && schema.safeParse(data).success)
    .map(({ data }) => data as Course);
  return [
    ...schemaProblems(records),
    ...unregisteredFiles(
      recordFiles(),
      [...records, ...texts].map(({ file }) => file),
    ),
    ...linkProblems(records, pages),
    ...legalLinkProblems(texts, pages),
    ...duplicateSeo(records),
    ...courseProblems(courses),
    ...specValueProblems(records),
    ...specMentionProblems([...records.flatMap(copyOfRecord), ...texts.flatMap(copyOfLegalText)]),
    ...termsProblems(texts),
  ].map(asLine);
};
