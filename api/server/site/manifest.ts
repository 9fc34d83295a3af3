import { z } from 'zod';

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
  cache: z.enum(['immutable', 'revalidate']),
  /** Strong and quoted, of the uncompressed bytes; the server derives one per encoding from it. */
  etag: z.string().regex(/^"[\x21\x23-\x7e]+"$/, 'must be a strong ETag in double quotes'),
  /** The whole Content-Security-Policy of a document; other files get the strictest one. */
  csp: headerValue.optional(),
  /** Value of the Speculation-Rules header. */
  speculationRules: headerValue.optional(),
  /** 'br' promises that `${file}.br` exists, 'gzip' that `${file}.gz` does. */
  encodings: z.array(z.enum(['br', 'gzip'])),
  /** Also sent for every path one segment below it, which the page's own script reads: a single ticket's. */
  hasChildren: z.boolean().optional(),
  /** Adds X-Robots-Tag: noindex, nofollow. */
  noindex: z.boolean().optional(),
  /** Other sites may embed it (Open Graph pictures): Cross-Origin-Resource-Policy: cross-origin. */
  crossOrigin: z.boolean().optional(),
});

export const siteManifestSchema = z
  .strictObject({
    /** The SITE_URL that canonical links and pictures were written for. */
    builtFor: z.url({ protocol: /^https?$/ }),
    files: z.array(siteFileSchema).min(1),
    /** Facts of the imprint that are still placeholders, as content/site.ts names them. */
    unfilled: z.array(z.string()).optional(),
    /** Path of the 404 page; must be one of `files`. */
    notFound: urlPath,
  })
  .refine((site) => site.files.some((file) => file.path === site.notFound), 'notFound must be the path of one of files')
  .refine(
    (site) => new Set(site.files.map((file) => file.path)).size === site.files.length,
    'two files share one path',
  );

export type SiteFile = z.infer<typeof siteFileSchema>;
export type SiteManifest = z.infer<typeof siteManifestSchema>;
