import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { SiteFile } from './manifest.ts';
import type { Encoding } from './negotiate-encoding.ts';

/** Where the site was built to be found, and where it is. */
export interface Origins {
  from: string;
  to: string;
}

// Quick: this is done while the server starts. A build for the right SITE_URL is compressed further.
const compress: Record<Encoding, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body),
};

/**
 * A text of the build that names where the site is found (canonical links, Open Graph, structured data, sitemap), with
 * the origin that it really has; undefined if it does not name it. Scripts do not: a policy holds the hashes of those
 * that are in a page, and the names of the others hold theirs.
 */
export function replaceOrigin(file: SiteFile, body: Buffer, { from, to }: Origins) {
  if (from === to || file.cache === 'immutable' || !/^text\/|json|xml/.test(file.type) || !body.includes(from))
    return undefined;
  const replaced = Buffer.from(body.toString('utf8').replaceAll(from, () => to));
  const etag = `"${createHash('sha256').update(replaced).digest('base64url').slice(0, 22)}"`;
  return { etag, body: (encoding: Encoding) => compress[encoding](replaced) };
}
