import { recordPath } from './addresses.ts';
import { type Page, type PageModule, type PageRecord, readRecord } from './page.ts';

/** The page cannot be shown in this tab as it is: only a new document can. */
export class NeedsDocument extends Error {
  override name = 'NeedsDocument';
}

const records = new Map<string, Promise<PageRecord>>();
const pages = new Map<string, Page>();

async function fetchRecord(pathname: string, priority: RequestPriority): Promise<PageRecord> {
  // The development server renders pages on demand and writes no records.
  const response = await fetch(import.meta.env.DEV ? pathname : recordPath(pathname), { priority });
  if (!response.ok) throw new NeedsDocument(`${pathname} answered ${response.status}`);
  if (import.meta.env.DEV) return readRecord(new DOMParser().parseFromString(await response.text(), 'text/html'));
  return (await response.json()) as PageRecord;
}

function recordOf(pathname: string, priority: RequestPriority): Promise<PageRecord> {
  const asked = records.get(pathname) ?? fetchRecord(pathname, priority);
  records.set(pathname, asked);
  asked.catch(() => records.delete(pathname));
  return asked;
}

/** A page that can be shown at once, as it was shown before. */
export const knownPage = (pathname: string) => pages.get(pathname);

export function keepPage(pathname: string, page: Page) {
  pages.set(pathname, page);
}

export async function importModule(href: string): Promise<PageModule> {
  try {
    return (await import(/* @vite-ignore */ href)) as PageModule;
  } catch (cause) {
    throw new NeedsDocument(`${href} cannot be loaded`, { cause });
  }
}

export async function loadPage(pathname: string, entry: string): Promise<Page> {
  const record = await recordOf(pathname, 'high');
  if (record.entry !== entry) throw new NeedsDocument(`${pathname} is of another build`);
  const page = { record, module: await importModule(record.module) };
  keepPage(pathname, page);
  return page;
}

const isPreloaded = (href: string) => document.querySelector(`link[rel=modulepreload][href="${href}"]`) !== null;

function preload(href: string) {
  if (isPreloaded(href)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  link.fetchPriority = 'low';
  document.head.append(link);
}

/** Gets everything that a page needs, so that a click on its link shows it at once. */
export async function prefetchPage(pathname: string) {
  if (records.has(pathname) || pages.has(pathname)) return;
  // A failure here is nobody's business: the click itself will try again and tell.
  const record = await recordOf(pathname, 'low').catch(() => undefined);
  for (const href of record === undefined ? [] : [...record.imports, record.module]) preload(href);
}
