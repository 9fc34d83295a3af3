import type { ModuleWeights } from '../build/weigh-modules.ts';
import type { PageWeight } from './weigh-pages.ts';

type Limits = { script: number; withIslands: number; requests: number };

/** What was agreed on: the limits of each kind of page, and what each page and module weighed then. */
export type Budgets = {
  limits: {
    site: Limits;
    portal: Limits;
    /** A tab opened by its own address. */ portalTab: Limits;
    /** All bytes of a first visit to the home page. */ homeTotal: number;
  };
  /** Growth that is nobody's news. */
  slack: number;
  pages: Record<string, Pick<PageWeight, 'html' | 'script' | 'withIslands'>>;
  modules: Record<string, number>;
};

export type Weights = { pages: Record<string, PageWeight>; modules: ModuleWeights };

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** A chunk's name without its hash, which changes with every letter. */
const chunkName = (file: string) => file.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '');

/** The modules of a page that grew or came, the worst first, each with its chunk. */
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
  if (page.requests > requests) problems.push(`${path} asks for ${page.requests} files, over its ${requests}`);
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

/** What no longer fits, in sentences that name the page, the chunk and the module. */
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
