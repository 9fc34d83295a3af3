import { expect, test } from 'vitest';
import { prepareForFirstPaint } from './first-paint.ts';

const page = [
  '<head><meta name="viewport" content="x"/>',
  '<link rel="modulepreload" href="/assets/vendor-1.js"/><link rel="stylesheet" href="/assets/app.css"/>',
  '<link rel="stylesheet" href="/assets/portal.css"/></head>',
  '<body>Text<script>classic()</script><script type="module" async="">import "/assets/entry.js"</script>',
  '<script type="module" src="/assets/public.js"></script></body>',
].join('');
const rewrite = (html: string, isHydrated = false) =>
  prepareForFirstPaint(html, { readAsset: (url) => `/* ${url} */`, preloadedFont: '/assets/inter.woff2', isHydrated });

test('every stylesheet is inlined; where React hydrates the page its link stays, without being fetched', () => {
  expect(rewrite(page)).not.toContain('rel="stylesheet"');
  const html = rewrite(page, true);
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

test('a page without a stylesheet is a mistake of the build', () => {
  expect(() => rewrite('<html></html>')).toThrow(/stylesheet/);
});
