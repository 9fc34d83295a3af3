import { joinPath } from './copy.ts';
import type { ContentRecord, LegalText } from './registry.ts';
import type { Problem } from './problem.ts';

/** A page of the route table, and the source in which its anchors stand. */
export type Page = { path: string; source: string };

const external = ['schedule', 'network'];

const deadLink = (target: string, pages: Page[]): string | undefined => {
  const [path = '', anchor] = target.split('#');
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) return `leads to ${path}, which is no page of app/routes.ts`;
  if (anchor && !page.source.includes(`id="${anchor}"`)) return `leads to #${anchor}, which is no anchor of ${path}`;
  return undefined;
};

const problemsIn = (file: string, value: unknown, path: PropertyKey[], pages: Page[]): Problem[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [PropertyKey, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, entry]) => {
    const here = [...path, key];
    if (key !== 'to' || typeof entry !== 'string') return problemsIn(file, entry, here, pages);
    const message = external.includes(entry) ? undefined : deadLink(entry, pages);
    return message ? [{ file, path: joinPath(here), message }] : [];
  });
};

const relatedProblems = (file: string, data: unknown, pages: Page[]): Problem[] => {
  const { slug, related } = data as { slug?: string; related?: string[] };
  return (related ?? []).flatMap((other, index) => {
    const message = other === slug ? 'is the course itself' : deadLink(`/formations/${other}`, pages);
    return message ? [{ file, path: `related[${index}]`, message }] : [];
  });
};

export const linkProblems = (records: ContentRecord[], pages: Page[]): Problem[] =>
  records.flatMap(({ file, data }) => [...problemsIn(file, data, [], pages), ...relatedProblems(file, data, pages)]);

export const legalLinkProblems = (texts: LegalText[], pages: Page[]): Problem[] =>
  texts.flatMap(({ file, markdown }) =>
    markdown.split('\n').flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)]*)\)/g)].flatMap(([, target = '']) => {
        const message = target.startsWith('https://') ? undefined : deadLink(target, pages);
        return message ? [{ file, path: `line ${index + 1}`, message }] : [];
      }),
    ),
  );
