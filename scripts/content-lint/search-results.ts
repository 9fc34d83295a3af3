import { joinPath } from './copy.ts';
import type { ContentRecord } from './registry.ts';
import type { Problem } from './problem.ts';

type Entry = { file: string; path: string; text: string };

const seoEntries = (file: string, value: unknown, path: PropertyKey[]): Entry[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const here = [...path, key];
    if (key !== 'seo') return seoEntries(file, entry, here);
    return Object.entries((entry ?? {}) as Record<string, string>).map(([field, text]) => ({
      file,
      path: joinPath([...here, field]),
      text,
    }));
  });
};

/** Two pages that look alike in a list of results hide each other. */
export const duplicateSeo = (records: ContentRecord[]): Problem[] => {
  const firsts = new Map<string, Entry>();
  return records
    .flatMap(({ file, data }) => seoEntries(file, data, []))
    .flatMap((entry) => {
      const first = firsts.get(entry.text);
      if (!first) firsts.set(entry.text, entry);
      return first ? [{ file: entry.file, path: entry.path, message: `repeats ${first.file}: ${first.path}` }] : [];
    });
};
