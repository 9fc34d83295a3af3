import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const region = 'eu-test-1';
const accessKey = 'test-access-key';
// With characters that a URL must escape.
const secretKey = 'test/secret+key=';
const maxSkewMs = 15 * 60 * 1000;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** RFC 3986, as the signature requires it. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4 of a request, checked from the service's side and written from its specification alone. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { headers, method = '', url = '' } = request;
  const header = (name: string) => String(headers[name] ?? '');
  const [, key, date, scope, signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      header('authorization'),
    ) ?? [];
  const sentAt = header('x-amz-date');
  const at = Date.parse(sentAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (key !== accessKey || scope !== `${region}/s3/aws4_request` || date !== sentAt.slice(0, 8)) return false;
  if (!(Math.abs(Date.now() - at) < maxSkewMs)) return false;
  const payload = header('x-amz-content-sha256');
  if (payload !== sha256(body) && (payload !== 'UNSIGNED-PAYLOAD' || body.length > 0)) return false;
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const { pathname, searchParams } = new URL(url, 'http://host');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const path = decodeURIComponent(pathname).split('/').map(encode).join('/');
  const lines = names.map((name) => `${name}:${header(name).trim()}\n`).join('');
  const canonical = [method, path, query, lines, signed, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', sentAt, `${date}/${scope}`, sha256(canonical)].join('\n');
  const signingKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, date), region));
  return timingSafeEqual(hmac(signingKey, toSign), Buffer.from(signature, 'hex'));
}

interface StoredObject {
  content: Buffer;
  at: Date;
}

/** A small S3 service on loopback that accepts signed requests only and lists two objects at a time. */
export async function startS3Server() {
  const objects = new Map<string, StoredObject>();
  /** Parts that were sent, by the id of their upload. */
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  /** Statuses of the next responses, for faults. */
  const failures: number[] = [];
  /** What becomes of the connection of a response with an object; every other one breaks off. */
  let connection: 'stays' | 'closes' | 'breaks off' = 'stays';
  let requests = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const error = (status: number, code: string) =>
      response.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    const body = await buffer(request);
    const failure = failures.shift();
    if (failure !== undefined) return error(failure, 'InternalError');
    if (!isSigned(request, body)) return error(403, 'SignatureDoesNotMatch');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const [, bucket, ...rest] = pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    if (bucket !== 'files') return error(404, 'NoSuchBucket');
    if (request.method === 'GET' && key === '' && searchParams.has('uploads'))
      return response.end(uploadListing(uploads, searchParams));
    if (request.method === 'GET' && key === '') return response.end(listing(objects, searchParams));
    if (request.method === 'POST' && searchParams.has('uploads')) {
      const id = `upload ${requests}&`;
      uploads.set(id, { key, parts: new Map() });
      return response.end(`<R><UploadId>${escapeXml(id)}</UploadId></R>`);
    }
    const uploadId = searchParams.get('uploadId');
    if (uploadId !== null) {
      const upload = uploads.get(uploadId);
      if (upload?.key !== key) return error(404, 'NoSuchUpload');
      if (request.method === 'DELETE') {
        uploads.delete(uploadId);
        return response.writeHead(204).end();
      }
      if (request.method === 'PUT') {
        upload.parts.set(Number(searchParams.get('partNumber')), body);
        return response.writeHead(200, { ETag: `"${sha256(body)}"` }).end();
      }
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([^<]+)"<\/ETag>/g)];
      const parts = named.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0));
      if (named.length === 0 || named.some(([, , tag], at) => tag !== sha256(parts[at] ?? '')))
        return error(400, 'InvalidPart');
      uploads.delete(uploadId);
      objects.set(key, { content: Buffer.concat(parts), at: new Date() });
      return response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return error(411, 'MissingContentLength');
      objects.set(key, { content: body, at: new Date() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return error(404, 'NoSuchKey');
    const tag = `"${sha256(found.content)}"`;
    if (![undefined, tag].includes(request.headers['if-match'])) return error(412, 'PreconditionFailed');
    const [, from = '0', to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const { length } = found.content;
    if (Number(from) >= length) return error(416, 'InvalidRange');
    const part = found.content.subarray(Number(from), to === undefined ? length : Number(to) + 1);
    if (connection !== 'stays') response.setHeader('Connection', 'close');
    response.writeHead(206, {
      ETag: tag,
      'Content-Length': part.length,
      'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${length}`,
    });
    if (connection !== 'breaks off' || requests % 2 === 0) return response.end(part);
    return response.write(part.subarray(0, -1), () => response.destroy());
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urlWith = (secret: string) =>
    `http://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/files?region=${region}`;
  return {
    url: urlWith(secretKey),
    urlWith,
    objects,
    uploads,
    failures,
    connection: (kind: typeof connection) => {
      connection = kind;
    },
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function uploadListing(uploads: Map<string, { key: string }>, query: URLSearchParams): string {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
  const entries = found.map(
    ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${escapeXml(id)}</UploadId></Upload>`,
  );
  return `<?xml version="1.0"?><ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
}

const pageSize = 2;

function listing(objects: Map<string, StoredObject>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
  const left = keys.filter((key) => `<&${key}` > after);
  const page = left.slice(0, pageSize);
  const contents = page.map((key) => {
    const { content, at } = objects.get(key) as StoredObject;
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
  });
  const next = left.length > pageSize ? `<NextContinuationToken>&lt;&amp;${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}
