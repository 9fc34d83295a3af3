import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

// docs/glossary-ar.md has the reasons.

const root = new URL('../../', import.meta.url);
const files = globSync(['content/portal/ar/*.ts', 'modules/*/copy/portal.ar.ts'], {
  cwd: root.pathname,
});

// Also for a text that joins its values.
const value = ['0'];

/** Every text of a module, with `0` for values. */
function textsOf(copy: unknown): string[] {
  if (typeof copy === 'string') return [copy];
  if (typeof copy === 'function') return textsOf((copy as (...values: string[][]) => unknown)(value, value, value));
  if (copy === null || typeof copy !== 'object') return [];
  return Object.values(copy).flatMap(textsOf);
}

/** The categories of every plural of a module. */
function pluralsOf(copy: unknown): string[][] {
  if (copy === null || typeof copy !== 'object') return [];
  if ('other' in copy && typeof copy.other === 'function') return [Object.keys(copy).toSorted()];
  return Object.values(copy).flatMap(pluralsOf);
}

const mistakes: [name: string, pattern: RegExp][] = [
  ['a diacritic', /(?<!جار)[\u064b-\u0652]/u],
  ['tatweel that joins no value', /\u0640(?! ?0)/u],
  ['a presentation form', /[\ufb50-\ufdff\ufe70-\ufeff]/u],
  ['Arabic-Indic digits', /[\u0660-\u0669\u06f0-\u06f9]/u],
  ['a direction mark or an isolate', /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u],
  ['a Latin comma, semicolon or question mark', /\p{Script=Arabic}\s?[,;?]/u],
  ['a Latin quote', /["“”„’]/u],
  ['three dots', /\.\.\./],
  ['a space inside quotes or before punctuation', /« | »| [،؛؟:.]/u],
  ['a dash between numbers', /\d\s?[-–]\s?\d/],
];

const loaded = await Promise.all(
  files.map(async (name) => [name, (await import(new URL(name, root).href)) as Record<string, unknown>] as const),
);

const written = loaded.filter(([file]) => !file.endsWith('/phrases.ts'));

test.each(written)('%s keeps the rules of Arabic copy', (_name, copy) => {
  const texts = Object.values(copy)
    .filter((part) => typeof part === 'object')
    .flatMap(textsOf);
  expect(texts.some((text) => /\p{Script=Arabic}/u.test(text))).toBe(true);
  const found = texts
    .filter((text) => /\p{Script=Arabic}/u.test(text))
    .flatMap((text) => mistakes.filter(([, pattern]) => pattern.test(text)).map(([name]) => `${name}: ${text}`));
  expect(found).toEqual([]);
});

test('every plural has the six forms of Arabic', () => {
  const plurals = loaded.flatMap(([, copy]) => Object.values(copy).flatMap(pluralsOf));
  expect(new Set(plurals.map(String))).toEqual(new Set(['few,many,one,other,two,zero']));
});

test.each([
  ['a diacritic', 'حالًا'],
  ['tatweel that joins no value', 'تذكـرة'],
  ['a Latin comma, semicolon or question mark', 'فاتورة, عقد'],
  ['a dash between numbers', '1–30 يوما'],
])('%s is found', (name, text) => {
  expect(mistakes.filter(([, pattern]) => pattern.test(text)).map(([found]) => found)).toEqual([name]);
});

test('every module of the portal has an Arabic one', () => {
  const english = globSync(['content/portal/en/*.ts', 'modules/*/copy/portal.en.ts'], { cwd: root.pathname });
  expect(english.length).toBeGreaterThan(15);
  for (const file of english) expect(files).toContain(file.replace('/en/', '/ar/').replace('.en.ts', '.ar.ts'));
});
