import type { ModuleWeights } from '../build/weigh-modules.ts';
import type { PageWeight } from './weigh-pages.ts';

type Limits = { script: number; withIslands: number; requests: number };

/** Limits per kind of page, and the accepted size of each page and module. */
export type Budgets = {
  limits: {
    site: Limits;
    portal: Limits;
    /** A tab opened by its URL. */ portalTab: Limits;
    /** All bytes of a first visit to the home page. */ homeTotal: number;
  };
  /** Growth in bytes that is tolerated. */
  slack: number;
  pages: Record<string, Pick<PageWeight, 'html' | 'script' | 'withIslands'>>;
  modules: Record<string, number>;
};

export type Weights = { pages: Record<string, PageWeight>; modules: ModuleWeights };

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** A chunk's name without its hash, which changes with every letter. */
const chunkName = (file: string) => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '');

/** Modules of a page that grew or were added, largest growth first, each with its chunk. */
function growth(chunks: string[], now: ModuleWeights, before: Record<string, number>): string[] {
  return chunks
    .flatMap((chunk) =>
      Object.entries(now[chunk] ?? {}).map(([module, size]) => ({ chunk, module, more: size - (before[module] ?? 0) })),
    )
    .filter(({ more }) => more > 0)
    .toSorted((one, other) => other.more - one.more)
    .slice(0, 5)
    .map(({ chunk, module, more }) => `    chunk ${chunkName(chunk)}: ${module} +${more} bytes before minification`);
}

const kindOf = (path: string) =>
  path.startsWith('/customer-portal/') ? 'portalTab' : path.startsWith('/customer-') ? 'portal' : 'site';

function problemsOf(path: string, page: PageWeight, budgets: Budgets): string[] {
  const { script, withIslands, requests } = budgets.limits[kindOf(path)];
  const before = budgets.pages[path];
  const problems: string[] = [];
  if (page.script > script)
    problems.push(`${path} loads ${kilobytes(page.script)} of JavaScript, over its ${kilobytes(script)}`);
  if (page.withIslands > withIslands)
    problems.push(`${path} loads ${kilobytes(page.withIslands)} with its islands, over its ${kilobytes(withIslands)}`);
  if (path === '/' && page.total > budgets.limits.homeTotal)
    problems.push(`/ loads ${kilobytes(page.total)} in all, over its ${kilobytes(budgets.limits.homeTotal)}`);
  if (page.requests > requests) problems.push(`${path} requests ${page.requests} files, over its ${requests}`);
  if (before === undefined) problems.push(`${path} has no recorded weight yet`);
  else {
    for (const kind of ['html', 'script', 'withIslands'] as const) {
      const more = page[kind] - before[kind];
      if (more > budgets.slack)
        problems.push(`${path}: its ${kind} grew by ${kilobytes(more)} to ${kilobytes(page[kind])}`);
    }
  }
  return problems;
}

/** Error messages for exceeded budgets, with page, chunk and module. */
export function findExceededBudgets({ pages, modules }: Weights, budgets: Budgets): string[] {
  return Object.entries(pages).flatMap(([path, page]) => {
    const problems = problemsOf(path, page, budgets);
    return problems.length === 0 ? [] : [...problems, ...growth(page.chunks, modules, budgets.modules)];
  });
}

export function record({ pages, modules }: Weights, { limits, slack }: Pick<Budgets, 'limits' | 'slack'>): Budgets {
  const byName = <T>(entries: [string, T][]) => entries.toSorted(([one], [other]) => one.localeCompare(other));
  return {
    limits,
    slack,
    pages: Object.fromEntries(
      byName(Object.entries(pages)).map(([path, { html, script, withIslands }]) => [
        path,
        { html, script, withIslands },
      ]),
    ),
    modules: Object.fromEntries(byName(Object.values(modules).flatMap((chunk) => Object.entries(chunk)))),
  };
}
