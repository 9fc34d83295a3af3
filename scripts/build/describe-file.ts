import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { SiteFile } from '#main/server/site/load-site.ts';
import { buildFolder } from './build-folder.ts';
import { parentPages } from './parent-pages.ts';

export const client = `${buildFolder}/client`;
export const pagePath = (file: string) => `/${file.replace(/(^|\/)index\.html$/, '')}`;
/** The portal and the staff's desk: hydrated as a whole, and in no search engine. */
export const isPortal = (path: string) => /^\/(?:customer-|desk(?:\/|$))/.test(path);

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

export const typeOf = (file: string) => {
  const type = types[extname(file)];
  if (!type) throw new Error(`no content type is known for ${file}: add it to scripts/build/describe-file.ts`);
  return type;
};

const compressible = /^(text\/|application\/(json|speculationrules\+json|manifest\+json|xml|javascript)|image\/svg)/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `${file}.br` and `${file}.gz` where they are smaller, and says which it wrote. */
const compress = async (file: string, type: string): Promise<('br' | 'gzip')[]> => {
  if (!compressible.test(type)) return [];
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    zip(bytes, { level: 9 }),
  ]);
  const written: ('br' | 'gzip')[] = [];
  if (br.length < bytes.length) written.push('br');
  if (gz.length < bytes.length) written.push('gzip');
  await Promise.all([
    ...(written.includes('br') ? [writeFile(`${file}.br`, br)] : []),
    ...(written.includes('gzip') ? [writeFile(`${file}.gz`, gz)] : []),
  ]);
  return written;
};

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?<attributes>[^>]*)>(?<source>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\ssrc=|type="application\/(ld\+)?json"/.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.source ?? '');

const inlineStyles = (html: string) =>
  [...html.matchAll(/<style[^>]*>(?<source>[\s\S]*?)<\/style>/g)].map(({ groups }) => groups?.source ?? '');

/**
 * One policy a page: its own inline scripts by hash, and nothing else inline. The portal's dialogs and selects
 * write a style element while they lock the page's scrolling, so its documents alone allow inline styles.
 */
export const contentSecurityPolicy = (html: string, allowsInlineStyles: boolean) => {
  const scripts = ["'self'", ...new Set(inlineScripts(html).map(hash))];
  const styles = allowsInlineStyles
    ? ["'self'", "'unsafe-inline'"]
    : ["'self'", ...new Set(inlineStyles(html).map(hash))];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${styles.join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** The manifest's entry of a file of the build, which is compressed here. */
export const describeFile = async (file: string, folder = client): Promise<SiteFile> => {
  const type = file === 'speculation-rules.json' ? 'application/speculationrules+json' : typeOf(file);
  const bytes = await readFile(join(folder, file));
  const isPage = file.endsWith('.html');
  // Sent to those who ask for it: not what a search should find.
  const isDocument = type === 'application/pdf';
  const path = isPage ? pagePath(file) : `/${file}`;
  const text = isPage ? bytes.toString('utf8') : '';
  return {
    path,
    file,
    type,
    cache: cacheOf(file),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    encodings: await compress(join(folder, file), type),
    ...(isPage ? { csp: contentSecurityPolicy(text, isPortal(path)) } : {}),
    ...(isPage && !isPortal(path) ? { speculationRules: '"/speculation-rules.json"' } : {}),
    ...(text.includes('name="robots" content="noindex') || isPortal(path) || isDocument ? { noindex: true } : {}),
    ...(isDocument ? { inline: true } : {}),
    ...(parentPages.includes(path) ? { hasChildren: true } : {}),
    ...(file.startsWith('og/') ? { crossOrigin: true } : {}),
  };
};

// Browsers ask for the icon at every navigation of an application, also within a page.
const icon = /^(?:favicon|icon-|apple-touch-icon)/;

function cacheOf(file: string): 'immutable' | 'daily' | 'revalidate' {
  if (file.startsWith('assets/')) return 'immutable';
  return icon.test(file) ? 'daily' : 'revalidate';
}
