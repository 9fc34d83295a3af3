import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SiteFile, SiteManifest } from '#main/server/site/load-site.ts';

interface Draft extends Partial<SiteFile> {
  path: string;
  text: string;
}

const drafts: Draft[] = [
  { path: '/', text: '<h1>Accueil</h1>', csp: "default-src 'self'" },
  { path: '/services', text: `<h1>Services</h1>${'<p>mot</p>'.repeat(100)}`, csp: "default-src 'self'" },
  { path: '/tickets', text: '<h1>Tickets</h1>', hasChildren: true },
  { path: '/customer-portal', text: '<html data-languages="en,fr,ar"><h1>Portal</h1>' },
  { path: '/resources', text: '<h1>Ressources</h1>', noindex: true },
  { path: '/404', text: '<h1>404</h1> Oops! Page not found', csp: "default-src 'self'" },
  { path: '/customer-portal/404', text: '<html data-languages="en,fr,ar"><h1>Portal without this page</h1>' },
  { path: '/été', text: '<h1>Été</h1>' },
  {
    path: '/assets/app-1a2b.js',
    file: 'assets/app-1a2b.js',
    text: 'export {};',
    type: 'text/javascript; charset=utf-8',
    cache: 'immutable',
  },
  { path: '/og/home.png', text: 'png', type: 'image/png', encodings: [], crossOrigin: true },
  {
    path: '/sitemap.xml',
    text: `<urlset>${'<loc>http://localhost:3000/services</loc>'.repeat(20)}</urlset>`,
    type: 'application/xml; charset=utf-8',
  },
  {
    path: '/documents/a.pdf',
    text: '%PDF',
    type: 'application/pdf',
    encodings: [],
    noindex: true,
    inline: true,
  },
  { path: '/large', text: 'x'.repeat(16 * 1024 * 1024), encodings: [] },
];

/** A small built site in a new temporary folder, for tests; its manifest may be spoiled on the way. */
export function writeFixtureSite(change: (manifest: SiteManifest) => unknown = (manifest) => manifest): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const files = drafts.map(({ text, ...draft }, index) => {
    const file: SiteFile = {
      file: draft.path === '/' ? 'index.html' : `${draft.path.slice(1)}/index.html`,
      type: 'text/html; charset=utf-8',
      cache: 'revalidate',
      etag: `"etag-${index}"`,
      encodings: ['br', 'gzip'],
      ...draft,
    };
    const path = join(folder, 'client', file.file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (file.encodings.includes('br')) writeFileSync(`${path}.br`, brotliCompressSync(text));
    if (file.encodings.includes('gzip')) writeFileSync(`${path}.gz`, gzipSync(text));
    return file;
  });
  const manifest = change({ builtFor: 'http://localhost:3000', files, notFound: '/404' });
  writeFileSync(join(folder, 'site.json'), JSON.stringify(manifest));
  return folder;
}
