import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import type { Plugin } from 'vite';
import type { SiteFile } from '#main/server/site/load-site.ts';
import { buildFolder } from './build-folder.ts';

/** Bytes of each module in each chunk, before minification; scripts/budgets reads it to name what grew. */
export type ModuleWeights = Record<string, Record<string, number>>;
export const modulesFile = `${buildFolder}/modules.json`;

/** The chunks that each chunk imports when it is loaded. */
type ChunkGraph = Record<string, string[]>;
const chunksFile = `${buildFolder}/chunks.json`;

/** The module's file, whatever the machine it was built on. */
const nameOf = (id: string) =>
  relative(process.cwd(), id.replace(/\?.*$/, '').replace(/^\0/, ''))
    .replaceAll('\\', '/')
    .replace(/^.*(?=node_modules\/)/, '');

/** Writes down what each chunk of the browser's code is made of. */
export const weighModules = (): Plugin => ({
  name: 'weigh-modules',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const weights: ModuleWeights = {};
    const chunks: ChunkGraph = {};
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const modules: Record<string, number> = {};
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        const name = nameOf(id);
        modules[name] = (modules[name] ?? 0) + renderedLength;
      }
      weights[output.fileName] = modules;
      chunks[output.fileName] = output.imports;
    }
    mkdirSync(buildFolder, { recursive: true });
    writeFileSync(modulesFile, JSON.stringify(weights, null, 1));
    writeFileSync(chunksFile, JSON.stringify(chunks, null, 1));
  },
});

export type PageWeight = {
  /** Bytes over the wire, in brotli. */
  html: number;
  /** JavaScript loaded without interaction and with no form in the viewport. */
  script: number;
  /** The same with every island of its main content hydrated, or with what a screen of React loads by itself after hydration. */
  withIslands: number;
  /** All bytes of a first visit: page, scripts, fonts and icons. */
  total: number;
  /** Number of requests of the first load, including the page. */
  requests: number;
  requestsWithIslands: number;
  chunks: string[];
};

/** The scripts that a page asks for by itself, in the order of its own list. */
export const scriptsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.js(?=")/g))];

/** The tiniest are not worth compressing. */
const sizeOf = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size;
const sizeOfAll = async (files: string[]) =>
  (await Promise.all(files.map((file) => sizeOf(file)))).reduce((sum, size) => sum + size, 0);

/** The source file of each island, from main/web/islands/hydrate-islands.ts. Where settings choose between two, one of them was built. */
async function islandSources(built: Set<string>): Promise<Map<string, string>> {
  const registry = await readFile(join(import.meta.dirname, '../../main/web/islands/hydrate-islands.ts'), 'utf8');
  return new Map(
    [...registry.matchAll(/^ {2}(\w+):([\s\S]*?)(?=^ {2}\w+:|^\};)/gm)].flatMap(([, name = '', entry = '']) =>
      [...entry.matchAll(/import\('#(.+?)'\)/g)]
        .filter(([, source = '']) => built.has(source))
        .map(([, source = '']): [string, string] => [name, source]),
    ),
  );
}

/** The chunk of a source file and all that it imports. */
function chunksFor(source: string, { graph, modules }: Build): string[] {
  const first = Object.keys(modules).find((file) => modules[file]?.[source] !== undefined);
  if (first === undefined) throw new Error(`no chunk was built for ${source}`);
  const found = new Set([first]);
  for (const file of found) for (const imported of graph[file] ?? []) found.add(imported);
  return [...found];
}

/** The newsletter is at the end of every page; it is not in view where a page opens. */
const islandsIn = (html: string) =>
  new Set(
    [...html.matchAll(/data-island="(\w+)"/g)].map(([, name = '']) => name).filter((name) => name !== 'newsletter'),
  );

type Build = {
  client: string;
  graph: ChunkGraph;
  modules: ModuleWeights;
  islands: Map<string, string>;
  common: string[];
};

/** The source files that the browser loads after the first load. */
function laterSources(path: string, html: string, islands: Map<string, string>): string[] {
  if (path.startsWith('/customer-')) return ['main/web/routes/portal/portal-language.tsx'];
  return [...islandsIn(html)].map((name) => islands.get(name) ?? name);
}

async function weighPage({ path, file }: SiteFile, build: Build): Promise<PageWeight> {
  const { client, common } = build;
  const html = await readFile(join(client, file), 'utf8');
  const scripts = scriptsOf(html).map((script) => script.slice(1));
  const later = laterSources(path, html, build.islands).flatMap((source) => chunksFor(source, build));
  const all = new Set([...scripts, ...later]);
  const icons = html.match(/assets\/icons-[\w-]+\.svg/)?.slice(0, 1) ?? [];
  const inClient = (files: Iterable<string>) => [...files].map((name) => join(client, name));
  const script = await sizeOfAll(inClient(scripts));
  const others = 1 + common.length + icons.length;
  return {
    html: await sizeOf(join(client, file)),
    script,
    withIslands: await sizeOfAll(inClient(all)),
    total: script + (await sizeOfAll(inClient([file, ...common, ...icons]))),
    requests: others + scripts.length,
    requestsWithIslands: others + all.size,
    chunks: [...all],
  };
}

export async function weighPages(client: string, files: SiteFile[]): Promise<Record<string, PageWeight>> {
  const graph = JSON.parse(await readFile(chunksFile, 'utf8')) as ChunkGraph;
  const modules = JSON.parse(await readFile(modulesFile, 'utf8')) as ModuleWeights;
  // Both fonts, the icon of the tab and the web manifest come with every page.
  const common = files
    .map(({ file }) => file)
    .filter((file) => /^(assets\/(?:bricolage|inter)-.*\.woff2|favicon\.svg|site\.webmanifest)$/.test(file));
  const built = new Set(Object.values(modules).flatMap((sources) => Object.keys(sources)));
  const build = { client, graph, modules, islands: await islandSources(built), common };
  const pages = files.filter(({ csp }) => csp !== undefined);
  return Object.fromEntries(
    await Promise.all(pages.map(async (page) => [page.path, await weighPage(page, build)] as const)),
  );
}
