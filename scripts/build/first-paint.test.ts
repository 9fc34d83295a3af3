import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Languages, prepareForFirstPaint } from './first-paint.ts';

const page = [
  '<head><meta name="viewport" content="x"/>',
  '<link rel="modulepreload" href="/assets/vendor-1.js"/><link rel="stylesheet" href="/assets/app.css"/>',
  '<link rel="stylesheet" href="/assets/portal.css"/></head>',
  '<body>Text<script>classic()</script><script type="module" async="">import "/assets/entry.js"</script>',
  '<script type="module" src="/assets/public.js"></script></body>',
].join('');
const portal = { offered: undefined, copy: { en: ['/assets/copy-en-1.js'], fr: ['/assets/copy-fr-2.js'] } };
const rewrite = (html: string, languages?: Languages) =>
  prepareForFirstPaint(html, { readAsset: (url) => `/* ${url} */`, preloadedFont: '/assets/inter.woff2', languages });

test('every stylesheet is inlined; where React hydrates the page its link stays, without being fetched', () => {
  expect(rewrite(page)).not.toContain('rel="stylesheet"');
  const html = rewrite(page, portal);
  expect(html).toContain(
    '<style>/* /assets/app.css */</style><link rel="stylesheet" href="/assets/app.css" disabled=""/>',
  );
  expect(html).toContain('<style>/* /assets/portal.css */</style>');
  expect(html.indexOf('inter.woff2')).toBeLessThan(html.indexOf('viewport'));
});

test('no module is requested before the first paint; classic scripts are unchanged', () => {
  const html = rewrite(page);
  expect(html).not.toMatch(/<script[^>]*type="module"|<link rel="modulepreload"/);
  expect(html).toContain('<script>classic()</script>');
  expect(html).toContain('<script type="text/plain" data-module="">import "/assets/entry.js"</script>');
  expect(html).toContain('["/assets/public.js"]');
  expect(html).toContain('["/assets/vendor-1.js"]');
});

/** Runs the inline script that chooses the language, as a browser does before it paints. */
const languageOf = (
  html: string,
  cookie: string,
  dataset = { languages: 'en,fr,ar' },
  wait = (_then: () => void) => {},
) => {
  const documentElement = { lang: 'en', dir: '', dataset: { ...dataset } as Record<string, string> };
  const [, source = ''] = /<script>(\{const\{documentElement.*?)<\/script>/.exec(html) ?? [];
  runInNewContext(source, { document: { documentElement, cookie }, setTimeout: wait });
  return { ...documentElement, isHidden: documentElement.dataset.pending === '' };
};

test('the language that the reader chose is set before the first paint, if it is offered', () => {
  const html = rewrite(`<html lang="en">${page}`, portal);
  expect(html).toContain('<html data-languages="en,fr,ar" lang="en">');
  expect(languageOf(html, '')).toMatchObject({ lang: 'en', isHidden: false });
  expect(languageOf(html, 'a=b; language=ar')).toMatchObject({ lang: 'ar', dir: 'rtl', isHidden: true });
  for (const forged of ['language=de', 'language=', 'language=<script>', 'mylanguage=fr', 'language=__proto__'])
    expect(languageOf(html, forged)).toMatchObject({ lang: 'en', isHidden: false });
  const french = { languages: 'fr,en' };
  expect(languageOf(html, '', french)).toMatchObject({ lang: 'fr', dir: 'ltr', isHidden: true });
  expect(languageOf(html, 'language=ar', french)).toMatchObject({ lang: 'fr' });
  const desk = rewrite(`<html lang="fr">${page}`, { ...portal, offered: ['fr', 'en'] });
  expect(languageOf(desk, 'language=ar', french)).toMatchObject({ lang: 'fr' });
});

test('after eight seconds the texts are shown as they are, and the page still knows that they are replaced', () => {
  const html = rewrite(`<html lang="en">${page}`, portal);
  const { dataset, isHidden } = languageOf(html, 'language=ar', undefined, (then) => then());
  expect(isHidden).toBe(false);
  expect(dataset.pending).toBe('late');
});

test('only the copy of that language is requested', () => {
  const html = rewrite(`<html lang="en">${page}`, portal);
  expect(html).toContain('{"en":["/assets/copy-en-1.js"],"fr":["copy-fr-2"]}[document.documentElement.lang]');
});

test('a page without a stylesheet is a mistake of the build', () => {
  expect(() => rewrite('<html></html>')).toThrow(/stylesheet/);
});
