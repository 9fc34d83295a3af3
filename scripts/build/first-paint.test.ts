import { expect, test } from 'vitest';
import { prepareForFirstPaint, recordIn } from './first-paint.ts';

const page = `<html><head><meta name="viewport" content="x"/><link rel="stylesheet" href="/assets/app.css"/></head><body><script type="application/json" id="page">{"id":"home"}</script></body></html>`;
const rewriting = { readAsset: () => 'a{color:red}', preloadedFont: '/assets/inter.woff2' };

test('nothing is fetched before the first paint but the font', () => {
  const html = prepareForFirstPaint(page, rewriting);
  expect(html).toContain('<link rel="preload" as="font" type="font/woff2" crossorigin="" href="/assets/inter.woff2"/>');
  expect(html).toContain('<style>a{color:red}</style><link rel="stylesheet" href="/assets/app.css" disabled=""/>');
});

test('the record is taken from the page as it stands', () => {
  expect(recordIn(page)).toBe('{"id":"home"}');
});

test('a page of another shape stops the build', () => {
  expect(() => prepareForFirstPaint('<html></html>', rewriting)).toThrow(/lacks its stylesheet/);
  expect(() => recordIn('<html></html>')).toThrow(/lacks its record/);
});
