import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect } from './desk-test.ts';

// In the place of a value.
const blank = '\u0001';

/** Every text below a value, by its path. Sentences have blanks in the place of their values. */
function collect(value: unknown, path: string, texts: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') texts.set(path, value);
  else if (typeof value === 'function') {
    const blanks = Array.from({ length: value.length }, () => blank);
    collect(Reflect.apply(value as () => unknown, undefined, blanks), path, texts);
  } else if (typeof value === 'object' && value !== null && !(value instanceof RegExp))
    for (const [key, part] of Object.entries(value)) collect(part, `${path}.${key}`, texts);
  return texts;
}

const root = new URL('../../../', import.meta.url);

async function textsOf(language: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const files = globSync([`content/desk/${language}/*.ts`, `modules/*/copy/!(portal|site).${language}.ts`], {
    cwd: fileURLToPath(root),
  });
  for (const file of files) collect(await import(new URL(file, root).href), file.replace(language, ''), texts);
  return texts;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();

/** Patterns of whole texts: the French ones that are not English as well, and dates and amounts as they are written in French. */
async function frenchPatterns(): Promise<string[]> {
  const [french, english] = await Promise.all([textsOf('fr'), textsOf('en')]);
  const same = new Set([...english.values()].map(plain));
  const texts = new Set([...french.values()].map(plain).filter((text) => !same.has(text)));
  // Without three letters of its own, a sentence says nothing in French.
  const own = [...texts].filter(
    (text) => /\p{L}{3}/u.test(text.replaceAll('undefined', '')) && !text.includes('undefined'),
  );
  expect(own.length).toBeGreaterThan(1000);
  return [
    ...own.map((text) => `^${text.split(blank).map(escaped).join('.+')}$`),
    String.raw`\d (?:janv|févr|avr|juil|sept|oct|nov|déc)\.`,
    String.raw`^[\d ]+,\d\d [€$]$`,
  ];
}

/** What people read or hear, of copy: text nodes and names of elements. */
function readPage(): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest('script, style, noscript, [dir=auto]') === null) texts.push(node.textContent ?? '');
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '');
  return texts;
}

const patterns = frenchPatterns();

/** `data`: texts that are not copy and may be like it. */
export async function expectNoFrench(page: Page, state: string, data: readonly string[] = []): Promise<void> {
  const french = (await patterns).map((pattern) => new RegExp(pattern, 'su'));
  const read = [...new Set((await page.evaluate(readPage)).map(plain))].filter((text) => text !== '');
  const found = read.filter((text) => !data.includes(text) && french.some((pattern) => pattern.test(text)));
  expect(found, state).toEqual([]);
}
