import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from '#api/lib/errors.ts';
import { type Header, securityHeaders } from '#api/lib/security-headers.ts';
import { languages as builtLanguages } from '#contract/languages.ts';
import { accountPlaceholder } from '#contract/iban.ts';
import { fillCompany } from './fill-facts.ts';

/** The attribute of a document of the portal. A script in it reads the list before the first paint (scripts/build/first-paint.ts). */
export const languagesAttribute = (offered: readonly string[]) => `data-languages="${offered.join(',')}"`;

const urlPath = z
  .string()
  .regex(
    /^\/(?:[^/?#\\\0]+\/)*[^/?#\\\0]*$/,
    'must be a decoded URL path: one leading slash, no query, no empty segment',
  )
  .refine((path) => path === '/' || !path.endsWith('/'), 'must not end with a slash')
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must not hold "." or ".."');

const relativeFile = z
  .string()
  .regex(/^[^/\\\0][^\\\0]*$/, 'must be a path relative to build/client')
  .refine((file) => !file.split('/').some((part) => ['', '.', '..'].includes(part)), 'must stay inside build/client');

// Header values go out byte for byte: a line break here would let the build write headers of its own.
const headerValue = z.string().regex(/^[\x20-\x7e]+$/, 'must be printable ASCII on one line');

export const siteFileSchema = z.strictObject({
  /** The request path, percent-decoded: '/', '/services', '/assets/app-3f2a.js'. */
  path: urlPath,
  /** Path of the file, relative to build/client. */
  file: relativeFile,
  /** The whole Content-Type. */
  type: headerValue,
  cache: z.enum(['immutable', 'daily', 'revalidate']),
  /** Strong and quoted, of the uncompressed bytes; the server derives one per encoding from it. */
  etag: z.string().regex(/^"[\x21\x23-\x7e]+"$/, 'must be a strong ETag in double quotes'),
  /** The whole Content-Security-Policy of a document; other files get the strictest one. */
  csp: headerValue.optional(),
  /** Value of the Speculation-Rules header. */
  speculationRules: headerValue.optional(),
  /** 'br' means that `${file}.br` exists, 'gzip' that `${file}.gz` does. */
  encodings: z.array(z.enum(['br', 'gzip'])),
  /** Also sent for every path one segment below it, which the page's own script reads: a single ticket's. */
  hasChildren: z.boolean().optional(),
  /** Adds X-Robots-Tag: noindex, nofollow. */
  noindex: z.boolean().optional(),
  /** Adds Content-Disposition: inline, and a policy that leaves the browser's own viewer alone. */
  inline: z.boolean().optional(),
  /** Other sites may embed it (Open Graph pictures): Cross-Origin-Resource-Policy: cross-origin. */
  crossOrigin: z.boolean().optional(),
});

export const siteManifestSchema = z
  .strictObject({
    /** The SITE_URL that canonical links and pictures were written for. */
    builtFor: z.url({ protocol: /^https?$/ }),
    /** LEADS and BOOKING of the build, unless they are off. */
    leads: z.literal('deliver').optional(),
    booking: z.literal('on').optional(),
    files: z.array(siteFileSchema).min(1),
    /** Path of the 404 page; must be one of `files`. A part of the site may have one of its own below its path. */
    notFound: urlPath,
  })
  .refine((site) => site.files.some((file) => file.path === site.notFound), 'notFound must be the path of one of files')
  .refine(
    (site) => new Set(site.files.map((file) => file.path)).size === site.files.length,
    'two files share one path',
  );

export type SiteFile = z.infer<typeof siteFileSchema>;
export type SiteManifest = z.infer<typeof siteManifestSchema>;

export type Encoding = 'br' | 'gzip' | 'identity';

/** One file in one encoding, with its headers as `writeHead` takes them. */
export interface Representation {
  body: Buffer;
  etag: string;
  headers: string[];
  notModifiedHeaders: string[];
}

export interface Resource {
  status: 200 | 404;
  encodings: Partial<Record<Encoding, Representation>> & { identity: Representation };
}

export interface Site {
  /** What the forms of the pages do. */
  leads: 'off' | 'deliver';
  hasBooking: boolean;
  /** What a path leads to: a file of the build, or the page that all paths one segment below it share. */
  find(path: string): Resource | undefined;
  /** For a path that leads to nothing: the 404 page of its part of the site, or of the whole. */
  notFoundFor(path: string): Resource;
  /** Writes salt and hash of the active bank account into the pages that compare with it. */
  setAccount(hash: string): void;
}

const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  daily: 'public, max-age=86400',
  revalidate: 'no-cache',
};
/** The last segment of a dynamic path, such as a ticket's number. */
export const childName = '[0-9A-Za-z_-]{1,64}';
const childPath = new RegExp(`^(.+)/${childName}$`);
// Chromium shows a PDF in a page of its own with an `embed` and inline styles, to which the policy of the response applies.
const viewerPolicy = "frame-ancestors 'none'";
const suffix: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

interface SiteOptions {
  /** SITE_URL, if it differs from the build's. */
  origin?: string;
  /** PORTAL_LANGUAGES. */
  languages?: readonly string[];
  /** What pages of this company send in place of the build's: hashes of consents. */
  hashes?: readonly { builtHash: string; hash: string }[];
  /** Documents that were drawn for this company, by path. */
  drawn?: ReadonlyMap<string, Buffer> | undefined;
}

/** Reads the built site into memory: only files of the manifest can be served. */
export function loadSite(
  buildFolder: string,
  isHttps: boolean,
  { origin, languages = builtLanguages, hashes = [], drawn }: SiteOptions = {},
): Site {
  const manifest = readManifest(join(buildFolder, 'site.json'));
  const origins = { from: manifest.builtFor, to: origin ?? manifest.builtFor };
  const resources = new Map<string, Resource>();
  // Kept as built: the folder may be replaced while the server runs.
  const withAccount = new Map<SiteFile, Buffer>();
  let account = '';
  const parents = new Set(manifest.files.filter(({ hasChildren }) => hasChildren).map(({ path }) => path));
  const load = (file: SiteFile) => {
    const status = file.path.endsWith(manifest.notFound) ? 404 : 200;
    const folder = join(buildFolder, 'client');
    const built = withAccount.get(file) ?? readBuilt(join(folder, file.file));
    if (built.includes(accountPlaceholder)) withAccount.set(file, built);
    const encodings = represent(
      { file, built, status, folder },
      { isHttps, origins, languages: languages.join(','), account, hashes, drawn: drawn?.get(file.path) },
    );
    resources.set(file.path, { status, encodings });
  };
  for (const file of manifest.files) load(file);
  const setAccount = (hash: string) => {
    if (hash === account) return;
    account = hash;
    for (const file of withAccount.keys()) load(file);
  };
  const notFound = resources.get(manifest.notFound);
  if (notFound === undefined) throw new OperatorError('The built site has no 404 page: run npm run build again.');
  const find = (path: string) => resources.get(path) ?? parentOf(path);
  const parentOf = (path: string) => {
    const [, parent = ''] = childPath.exec(path) ?? [];
    return parents.has(parent) ? resources.get(parent) : undefined;
  };
  return {
    leads: manifest.leads ?? 'off',
    hasBooking: manifest.booking === 'on',
    find,
    notFoundFor: (path) => resources.get(`/${path.split('/')[1]}${manifest.notFound}`) ?? notFound,
    setAccount,
  };
}

function readManifest(path: string): SiteManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new OperatorError(
      `The site is not built (${path} cannot be read): run npm run build, or npm start, which does it.`,
    );
  }
  const result = siteManifestSchema.safeParse(manifest);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new OperatorError(
    `The built site cannot be used (${path}, ${issue?.path.join('.') || 'whole'}: ${issue?.message}): run npm run build again.`,
  );
}

/** Headers of a file's responses in every encoding, also of a 304; the build writes them into build/nginx.conf. */
export function fileHeaders(file: SiteFile, status: 200 | 404, isHttps: boolean): Header[] {
  return [
    ['Cache-Control', status === 200 ? cacheControl[file.cache] : cacheControl.revalidate],
    ...(file.encodings.length > 0 ? [['Vary', 'Accept-Encoding'] as const] : []),
    ...(file.noindex ? [['X-Robots-Tag', 'noindex, nofollow'] as const] : []),
    ...(file.inline ? [['Content-Disposition', 'inline'] as const] : []),
    ...(file.speculationRules && status === 200 ? [['Speculation-Rules', file.speculationRules] as const] : []),
    ...securityHeaders({
      isHttps,
      contentSecurityPolicy: file.inline ? viewerPolicy : file.csp,
      isCrossOrigin: file.crossOrigin,
    }),
  ];
}

function represent(
  { file, built, status, folder }: { file: SiteFile; built: Buffer; status: 200 | 404; folder: string },
  { isHttps, ...texts }: { isHttps: boolean } & Texts,
): Resource['encodings'] {
  const replaced = replaceTexts(file, built, texts);
  const one = (encoding: Encoding): Representation => {
    const body = replaced?.body(encoding) ?? readBuilt(join(folder, `${file.file}${suffix[encoding]}`));
    const tag = replaced?.etag ?? file.etag;
    const etag = encoding === 'identity' ? tag : `${tag.slice(0, -1)}-${encoding}"`;
    const shared: Header[] = [
      // A 404 has no validator: conditional requests for it are answered in full.
      ...(status === 200 ? [['ETag', etag] as const] : []),
      ...fileHeaders(file, status, isHttps),
    ];
    const content: Header[] = [
      ['Content-Type', file.type],
      ['Content-Length', String(body.length)],
      ...(encoding === 'identity' ? [] : [['Content-Encoding', encoding] as const]),
    ];
    return { body, etag, headers: [...content, ...shared].flat(), notModifiedHeaders: shared.flat() };
  };
  const encodings: Resource['encodings'] = { identity: one('identity') };
  for (const encoding of file.encodings) encodings[encoding] = one(encoding);
  return encodings;
}

function readBuilt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    throw new OperatorError(`The built site lacks the file ${path}: run npm run build again.`);
  }
}

/** What a server writes into the files of a build. */
interface Texts {
  /** SITE_URL of the build, and of this server. */
  origins: { from: string; to: string };
  /** Those of the portal, as its documents list them. */
  languages: string;
  /** Salt and hash of the active bank account; empty while there is none. */
  account: string;
  hashes: NonNullable<SiteOptions['hashes']>;
  drawn: Buffer | undefined;
}

// Fast levels, as it runs while the server starts. A build for the right SITE_URL is compressed further.
const compress: Record<Encoding, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body),
};

/**
 * Replaces the build's origin in a text file (canonical links, Open Graph, structured data, sitemap), the languages of the portal,
 * the facts of the company, and where the bank account belongs; undefined if the file contains none of them. Scripts never do: their
 * hashes are in the policy or in their file names.
 */
function replaceTexts(
  file: SiteFile,
  body: Buffer,
  { origins: { from, to }, languages, account, hashes, drawn }: Texts,
) {
  if (drawn !== undefined) return { etag: etagOf(drawn), body: () => drawn };
  if (file.cache === 'immutable' || !/^text\/|json|xml/.test(file.type)) return undefined;
  const built = body.toString('utf8');
  const filled = fillCompany(
    built.replaceAll(from, () => to).replace(languagesAttribute(builtLanguages), () => languagesAttribute([languages])),
    file.type.startsWith('text/html'),
  ).replaceAll(accountPlaceholder, () => account);
  const text = hashes.reduce((before, { builtHash, hash }) => before.replaceAll(builtHash, hash), filled);
  if (text === built) return undefined;
  const replaced = Buffer.from(text);
  return { etag: etagOf(replaced), body: (encoding: Encoding) => compress[encoding](replaced) };
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
