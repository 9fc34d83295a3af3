import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteFile } from '../../api/site/manifest.ts';

export type PageWeight = {
  /** Bytes over the wire, in brotli. */
  html: number;
  script: number;
  /** Files that the first load asks for, the page itself among them. */
  requests: number;
  chunks: string[];
};

/** The scripts that a page asks for by itself, in the order of its own list. */
export const scriptsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.js(?=")/g))];

/** The tiniest are not worth compressing. */
const sizeOf = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size;

/** Both fonts, the icon of the tab and the web manifest come with every page; the rest is the page's own. */
const countRequests = (html: string, scripts: string[]) => {
  const sheets = html.match(/<link rel="stylesheet" href="[^"]+"\/>/g)?.length ?? 0;
  const icons = /\/assets\/icons-[\w-]+\.svg/.test(html) ? 1 : 0;
  return 1 + 2 + 1 + 1 + icons + sheets + scripts.length;
};

async function weighPage(client: string, file: string): Promise<PageWeight> {
  const html = await readFile(join(client, file), 'utf8');
  const scripts = scriptsOf(html);
  const sizes = await Promise.all(scripts.map((script) => sizeOf(join(client, script))));
  return {
    html: await sizeOf(join(client, file)),
    script: sizes.reduce((sum, size) => sum + size, 0),
    requests: countRequests(html, scripts),
    chunks: scripts.map((script) => script.slice(1)),
  };
}

export async function weighPages(client: string, files: SiteFile[]): Promise<Record<string, PageWeight>> {
  const pages = files.filter(({ csp }) => csp !== undefined);
  return Object.fromEntries(
    await Promise.all(pages.map(async ({ path, file }) => [path, await weighPage(client, file)] as const)),
  );
}
