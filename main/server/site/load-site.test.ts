import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { OperatorError } from '#api/lib/errors.ts';
import { writeFixtureSite } from '#tests/support/site.ts';
import { loadSite } from './load-site.ts';

test('every path of the manifest is loaded in every encoding listed', () => {
  const site = loadSite(writeFixtureSite(), false);
  expect(Object.keys(site.find('/services')?.encodings ?? {})).toEqual(['identity', 'br', 'gzip']);
  expect(Object.keys(site.find('/og/home.png')?.encodings ?? {})).toEqual(['identity']);
  expect(site.notFoundFor('/nowhere').status).toBe(404);
});

test('a document is shown by the browser, found by no search engine, and asked for again', () => {
  const { headers = [] } = loadSite(writeFixtureSite(), false).find('/documents/a.pdf')?.encodings.identity ?? {};
  const header = (name: string) => headers[headers.indexOf(name) + 1];
  expect(['Content-Type', 'Content-Disposition', 'X-Robots-Tag', 'Cache-Control'].map(header)).toEqual([
    'application/pdf',
    'inline',
    'noindex, nofollow',
    'no-cache',
  ]);
  // `default-src 'none'` would leave Chromium's own viewer empty.
  expect(header('Content-Security-Policy')).toBe("frame-ancestors 'none'");
  const page = loadSite(writeFixtureSite(), false).find('/services')?.encodings.identity.headers;
  expect(page).not.toContain('Content-Disposition');
});

test('documents of the portal list the languages of this server; others are unchanged', () => {
  const folder = writeFixtureSite();
  const [built, other] = [undefined, ['fr', 'en']].map((languages) =>
    loadSite(folder, false, languages && { languages }),
  );
  const text = (site: typeof built, path: string) => site?.find(path)?.encodings.identity.body.toString();
  expect(text(built, '/customer-portal')).toContain('data-languages="en,fr,ar"');
  expect(text(other, '/customer-portal')).toContain('data-languages="fr,en"');
  expect(other?.find('/customer-portal')?.encodings.identity.etag).not.toBe(
    built?.find('/customer-portal')?.encodings.identity.etag,
  );
  expect(other?.find('/services')).toEqual(built?.find('/services'));
});

test('text files contain the real origin in every encoding, with a new ETag', () => {
  const folder = writeFixtureSite();
  const origin = 'https://www.example.com';
  const before = loadSite(folder, false).find('/sitemap.xml')?.encodings;
  const after = loadSite(folder, false, { origin }).find('/sitemap.xml')?.encodings;
  const expected = `<urlset>${`<loc>${origin}/services</loc>`.repeat(20)}</urlset>`;
  expect(after?.identity.body.toString()).toBe(expected);
  expect(brotliDecompressSync(after?.br?.body ?? '').toString()).toBe(expected);
  expect(gunzipSync(after?.gzip?.body ?? '').toString()).toBe(expected);
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const { body, headers, etag } = after?.[encoding] ?? { body: '', headers: [''] };
    expect(headers[headers.indexOf('Content-Length') + 1]).toBe(String(body.length));
    expect(headers[headers.indexOf('ETag') + 1]).toBe(etag);
    expect(etag).not.toBe(before?.[encoding]?.etag);
  }
  const [page, other] = [loadSite(folder, false), loadSite(folder, false, { origin })].map((site) =>
    site.find('/services'),
  );
  expect(other).toEqual(page);
});

test('the error for a missing build names the command that makes one', () => {
  const empty = mkdtempSync(join(tmpdir(), 'empty-'));
  expect(() => loadSite(empty, false)).toThrow(OperatorError);
  expect(() => loadSite(empty, false)).toThrow(/npm run build/);
});

test('a missing file of the manifest is a startup error', () => {
  const folder = writeFixtureSite();
  rmSync(join(folder, 'client/services/index.html.br'));
  expect(() => loadSite(folder, false)).toThrow(/lacks the file .*services\/index\.html\.br/);
});

test.each([
  ['a file outside the build', (path: string) => ({ path, file: '../../secret' }), /stay inside/],
  ['a path with ..', () => ({ path: '/../secret' }), /must not hold/],
  ['a header that breaks its line', () => ({ csp: "default-src 'self'\r\nSet-Cookie: a=b" }), /one line/],
])('a manifest with %s is rejected', (_case, spoil, reason) => {
  const folder = writeFixtureSite((manifest) => ({
    ...manifest,
    files: manifest.files.map((file) => (file.path === '/services' ? { ...file, ...spoil(file.path) } : file)),
  }));
  expect(() => loadSite(folder, false)).toThrow(reason);
});

test('a manifest without its 404 page is a startup error', () => {
  const folder = writeFixtureSite((manifest) => ({ ...manifest, notFound: '/nowhere' }));
  expect(() => loadSite(folder, false)).toThrow(/notFound/);
});
