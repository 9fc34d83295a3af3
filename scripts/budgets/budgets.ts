/**
 * `npm run budgets`: compares the size of every built page with its budget. `npm run budgets -- --accept` records
 * the current sizes; the commit message says why.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder } from '../build/build-folder.ts';
import { modulesFile, type ModuleWeights, type PageWeight, weighPages } from '../build/weigh-site.ts';
import { siteManifestSchema } from '#main/server/site/load-site.ts';

type Limits = { script: number; withIslands: number; requests: number; requestsWithIslands: number };

/** Limits per kind of page, and the accepted size of each page and module. */
export type Budgets = {
  limits: {
    site: Limits;
    signIn: Limits;
    portal: Limits;
    /** A tab opened by its URL. */ portalTab: Limits;
    desk: Limits;
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

function kindOf(path: string): 'site' | 'signIn' | 'portal' | 'portalTab' | 'desk' {
  if (/^\/desk(?:\/|$)/.test(path)) return 'desk';
  if (path.startsWith('/customer-portal/')) return 'portalTab';
  if (path === '/customer-auth') return 'signIn';
  return path === '/customer-portal' ? 'portal' : 'site';
}

function exceededBy(path: string, page: PageWeight, budgets: Budgets): string[] {
  const { script, withIslands, requests, requestsWithIslands } = budgets.limits[kindOf(path)];
  const before = budgets.pages[path];
  const errors: string[] = [];
  if (page.script > script)
    errors.push(`${path} loads ${kilobytes(page.script)} of JavaScript, over its ${kilobytes(script)}`);
  if (page.withIslands > withIslands)
    errors.push(`${path} loads ${kilobytes(page.withIslands)} with its islands, over its ${kilobytes(withIslands)}`);
  if (path === '/' && page.total > budgets.limits.homeTotal)
    errors.push(`/ loads ${kilobytes(page.total)} in all, over its ${kilobytes(budgets.limits.homeTotal)}`);
  if (page.requests > requests) errors.push(`${path} requests ${page.requests} files, over its ${requests}`);
  if (page.requestsWithIslands > requestsWithIslands)
    errors.push(`${path} requests ${page.requestsWithIslands} files with its islands, over its ${requestsWithIslands}`);
  if (before === undefined) errors.push(`${path} has no recorded weight yet`);
  else {
    for (const kind of ['html', 'script', 'withIslands'] as const) {
      const more = page[kind] - before[kind];
      if (more > budgets.slack)
        errors.push(`${path}: its ${kind} grew by ${kilobytes(more)} to ${kilobytes(page[kind])}`);
    }
  }
  return errors;
}

/** Error messages for exceeded budgets, with page, chunk and module. */
export function findExceededBudgets({ pages, modules }: Weights, budgets: Budgets): string[] {
  return Object.entries(pages).flatMap(([path, page]) => {
    const errors = exceededBy(path, page, budgets);
    return errors.length === 0 ? [] : [...errors, ...growth(page.chunks, modules, budgets.modules)];
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

const budgetsFile = join(import.meta.dirname, 'budgets.json');
const readJson = async <T>(file: string) => JSON.parse(await readFile(file, 'utf8')) as T;

if (import.meta.main) {
  const budgets = await readJson<Budgets>(budgetsFile);
  const { files } = siteManifestSchema.parse(await readJson(`${buildFolder}/site.json`));
  const weights = {
    pages: await weighPages(`${buildFolder}/client`, files),
    modules: await readJson<ModuleWeights>(modulesFile),
  };

  if (process.argv.includes('--accept')) {
    await writeFile(budgetsFile, `${JSON.stringify(record(weights, budgets), null, 2)}\n`);
    console.log(`Recorded ${Object.keys(weights.pages).length} pages.`);
  } else {
    const exceeded = findExceededBudgets(weights, budgets);
    const heaviest = Object.entries(weights.pages).toSorted(([, one], [, other]) => other.script - one.script);

    const column = (bytes: number) => kilobytes(bytes).padStart(9);
    for (const [path, { script, withIslands, html, total, requests, requestsWithIslands }] of heaviest) {
      const counts = `${String(requests).padStart(3)} files, ${String(requestsWithIslands).padStart(3)} with islands`;
      console.log(
        `${column(script)} script ${column(withIslands)} with islands ${column(html)} html ${column(total)} in all ${counts}  ${path}`,
      );
    }
    if (exceeded.length > 0) {
      console.error(
        `\n${exceeded.join('\n')}\n\nMake them smaller, or record them with npm run budgets -- --accept and say why.`,
      );
      process.exitCode = 1;
    }
  }
}
