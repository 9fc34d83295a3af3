import { expect, test } from 'vitest';
import { prepareForFirstPaint } from './first-paint.ts';

const page = `<html><head><meta name="viewport" content="x"/><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/app.css"/></head><body><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body></html>`;
const rewriting = { readAsset: () => 'a{color:red}', preloadedFont: '/assets/inter.woff2' };

test('nothing is fetched before the first paint but the font', () => {
  const html = prepareForFirstPaint(page, rewriting);
  expect(html).not.toContain('rel="modulepreload" href');
  expect(html).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/inter.woff2"/>');
  expect(html).toContain('<style>a{color:red}</style><link rel="stylesheet" href="/assets/app.css" disabled=""/>');
});

test('the modules are asked for after the frame, and handed to React Router under their names', () => {
  const html = prepareForFirstPaint(page, rewriting);
  expect(html).toContain('requestAnimationFrame');
  expect(html).toContain('for(const h of ["/assets/a.js"])');
  expect(html).toContain('Promise.all([import("/assets/manifest.js"),import("/assets/root.js")]).then(([,route0])');
  expect(html).toContain('window.__reactRouterRouteModules={"root":route0};return import("/assets/entry.js")');
});

test('a page of another shape stops the build', () => {
  expect(() => prepareForFirstPaint('<html></html>', rewriting)).toThrow(/lacks its stylesheet/);
  expect(() => prepareForFirstPaint(page.replace('import("/assets/entry.js")', ''), rewriting)).toThrow(
    /no longer has the shape/,
  );
});
