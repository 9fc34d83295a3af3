import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './site/load-site.ts';
import { acceptedEncodings } from './site/send-resource.ts';

// oxlint-disable-next-line typescript/unbound-method -- they become methods of a response again
const { writeHead, end } = ServerResponse.prototype;

/** Smaller responses fit into one packet together with their headers. */
const minSize = 1024;

/** Text that we write ourselves. Stored files, ZIP archives and event streams have other types. */
const textTypes = /^(?:application\/json|text\/(?:csv|calendar))(?:;|$)/;

// The fastest levels: the next one saves a fifth of the bytes for twice the CPU time (docs/decisions/032).
const compress: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Buffer> = {
  br: (body) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => gzipSync(body, { level: 1 }),
};

/**
 * The length of a compressed response reveals whether two parts of it are alike. So nothing is compressed that another site
 * made a browser request, nor the response to a POST, which shows a secret once (docs/decisions/032).
 */
function encodingFor({ method, headers }: IncomingMessage): Encoding {
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined || site === 'same-origin' || site === 'none';
  if (method !== 'GET' || !isOurs) return 'identity';
  return acceptedEncodings(headers['accept-encoding'])[0] ?? 'identity';
}

/**
 * Compresses the response of the API to this request if its body is text that is written at once.
 *
 * Why on node's response: a middleware would have to read the body back from a `Response`, which takes twice the CPU time of
 * compressing it. What breaks: a new version of @hono/node-server may pass its headers to `writeHead` in another way, and nothing
 * is compressed; compress-response.test.ts fails then.
 */
export function compressResponse(req: IncomingMessage, res: ServerResponse): void {
  const encoding = encodingFor(req);

  res.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    // V8 would keep an object that has lost a property as a hash table.
    res.writeHead = writeHead;
    if (!textTypes.test(String(headers['content-type']))) return res.writeHead(status, headers);
    const varied = { ...headers, vary: 'Accept-Encoding' };
    const isKept =
      encoding === 'identity' ||
      // A strong ETag would name other bytes.
      'etag' in headers ||
      /\bno-transform\b/.test(String(headers['cache-control'])) ||
      !(Number(headers['Content-Length']) >= minSize);
    if (isKept) return res.writeHead(status, varied);

    const send = (sent: OutgoingHttpHeaders) => {
      res.writeHead = writeHead;
      res.end = end;
      return res.writeHead(status, sent);
    };
    // Node calls it where a body is written in parts.
    res.writeHead = () => send(varied);
    res.end = ((body: string | Uint8Array) => {
      const compressed = compress[encoding](Buffer.from(body as string));
      send({ ...varied, 'content-encoding': encoding, 'Content-Length': compressed.length });
      return res.end(compressed);
    }) as ServerResponse['end'];
    return res;
  }) as ServerResponse['writeHead'];
}
