import { AwsClient } from 'aws4fetch';
import { FileStorageError } from './file-storage.ts';

const timeoutMs = 60_000;
/** What one request reads of an object. It is in memory, and has a minute to arrive. */
const partBytes = 2 * 1024 * 1024;

export interface S3Object {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * A bucket of an S3-compatible service. The URL is `https://key:secret@host/bucket?region=name`; the bucket is part of the
 * path, which every service understands, and so may be a prefix that every key gets.
 */
export function openBucket(s3Url: string, { retries = 3 } = {}) {
  const { origin, pathname, searchParams, username, password } = new URL(s3Url);
  const [bucketName = '', ...prefixParts] = pathname.split('/').filter((part) => part !== '');
  const bucket = `${origin}/${bucketName}`;
  const prefix = prefixParts.map((part) => `${decodeURIComponent(part)}/`).join('');
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries,
  });
  const send = (method: string, url: string, init: RequestInit = {}) =>
    client.fetch(url, { method, signal: AbortSignal.timeout(timeoutMs), ...init }).catch(throwOutage);

  const pathOf = (key: string) => `${prefix}${key}`.split('/').map(encodeURIComponent).join('/');
  /** A key below the prefix. */
  const urlOf = (key: string) => `${bucket}/${pathOf(key)}`;

  /** Undefined if there is no such object. A response that breaks off is asked for again. */
  const readPart = async (key: string, from: number, tag?: string): Promise<ObjectPart | undefined> => {
    const headers = {
      Range: `bytes=${from}-${from + partBytes - 1}`,
      ...(tag !== undefined && { 'If-Match': tag }),
    };
    for (let left = retries; ; left -= 1) {
      const response = await send('GET', urlOf(key), { headers });
      const isMissing = response.status === 404;
      // An empty object has no range.
      if (!isMissing && response.status !== 416) await expectOk(response, 'GET');
      const content = await response
        .arrayBuffer()
        .catch((error: Error) => (left === 0 ? throwOutage(error) : undefined));
      if (isMissing) return undefined;
      if (response.status === 416) return { bytes: Buffer.alloc(0), size: from, tag };
      if (content === undefined) continue;
      const [, size = content.byteLength] = /\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '') ?? [];
      return { bytes: Buffer.from(content), size: Number(size), tag: response.headers.get('ETag') ?? undefined };
    }
  };

  return {
    /** Without the credentials. */
    name: `${bucket}/${prefix}`,
    prefix,
    send,
    urlOf,
    /**
     * The bytes of an object, or undefined if there is none. Each part is read at once: when the service closes the connection of a
     * slow reader, fetch loses the end of the response, or ends the process (nodejs/undici#5360).
     */
    async read(key: string): Promise<AsyncGenerator<Buffer> | undefined> {
      const first = await readPart(key, 0);
      return first && allParts(first, (from) => readPart(key, from, first.tag));
    },
    /** A query about the bucket. */
    query: (query: Record<string, string>) => `${bucket}?${new URLSearchParams(query)}`,
    /** Objects whose key begins with the prefix and `start`; their keys are without the prefix. */
    async *list(start = ''): AsyncGenerator<S3Object> {
      for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
        const query = new URLSearchParams({ 'list-type': '2' });
        if (`${prefix}${start}` !== '') query.set('prefix', `${prefix}${start}`);
        if (token !== undefined) query.set('continuation-token', token);
        const xml = await (await expectOk(await send('GET', `${bucket}?${query}`), 'LIST')).text();
        for (const entry of xmlElements(xml, 'Contents')) {
          const key = xmlValue(entry, 'Key');
          if (!key.startsWith(prefix)) continue;
          const [size, modifiedAt] = [Number(xmlValue(entry, 'Size')), new Date(xmlValue(entry, 'LastModified'))];
          yield { key: key.slice(prefix.length), size, modifiedAt };
        }
        token = xmlValue(xml, 'NextContinuationToken') || undefined;
      }
    },
  };
}

interface ObjectPart {
  bytes: Buffer;
  /** The whole object has this number of bytes. */
  size: number;
  /** A part of another object is refused. */
  tag: string | undefined;
}

async function* allParts(first: ObjectPart, readFrom: (from: number) => Promise<ObjectPart | undefined>) {
  yield first.bytes;
  for (let from = first.bytes.length; from < first.size;) {
    const part = await readFrom(from);
    if (part === undefined || part.bytes.length === 0)
      throw new FileStorageError('The object was removed while it was read.');
    yield part.bytes;
    from += part.bytes.length;
  }
}

/** Errors of fetch have a cause with a code, such as ECONNREFUSED. */
function throwOutage(error: Error): never {
  if (error.name === 'TimeoutError') throw new FileStorageError('The storage did not respond in time.');
  if (!(error instanceof TypeError)) throw error;
  const { code = error.message } = (error.cause ?? {}) as NodeJS.ErrnoException;
  throw new FileStorageError(`The storage cannot be reached (${code}).`);
}

export type Bucket = ReturnType<typeof openBucket>;

export async function expectOk(response: Response, action: string): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  // Its code only: the message repeats what was sent.
  const code = /<Code>(\w{1,50})<\/Code>/.exec(text)?.[1] ?? 'no code';
  throw new FileStorageError(`The storage refused ${action}: ${response.status} ${code}.`);
}

export const xmlElements = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), ([, content = '']) => content);

/** The text of the first element of this name, or nothing. */
export const xmlValue = (xml: string, name: string) =>
  unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
