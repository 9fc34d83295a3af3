import { legalTexts, registry, type ContentRecord, type LegalText } from './registry.ts';

/** One string that a visitor reads, and where it is written. */
export type Copy = { file: string; path: string; text: string };

// Values that the code reads and no visitor does.
const unread = new Set([
  'slug',
  'status',
  'to',
  'icon',
  'value',
  'mark',
  'updated',
  'related',
  'phoneHref',
  'external',
]);

export const joinPath = (path: PropertyKey[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');

const collect = (file: string, value: unknown, path: PropertyKey[]): Copy[] => {
  if (typeof value === 'string') return [{ file, path: joinPath(path), text: value }];
  if (Array.isArray(value)) return value.flatMap((entry, index) => collect(file, entry, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => (unread.has(key) ? [] : collect(file, entry, [...path, key])));
};

export const copyOfRecord = ({ file, data }: ContentRecord): Copy[] => collect(file, data, []);

const withoutMarkup = (line: string) =>
  line
    .replace(/^(#+|-) /, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll('*', '')
    .trim();

export const copyOfLegalText = ({ file, markdown }: LegalText): Copy[] =>
  markdown.split('\n').flatMap((line, index) => {
    const cells = line.startsWith('|') ? line.split('|').filter((cell) => !/^[\s-]*$/.test(cell)) : [line];
    return cells
      .map((cell) => ({ file, path: `line ${index + 1}`, text: withoutMarkup(cell.trim()) }))
      .filter(({ text }) => text !== '');
  });

export const allCopy: Copy[] = [...registry.flatMap(copyOfRecord), ...legalTexts.flatMap(copyOfLegalText)];
