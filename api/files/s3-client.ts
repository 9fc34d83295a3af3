import { AwsClient } from 'aws4fetch';
import { FileStorageError } from './file-storage.ts';

const timeoutMs = 60_000;

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
    client.fetch(url, { method, signal: AbortSignal.timeout(timeoutMs), ...init }).catch((error: Error) => {
      throw error.name === 'TimeoutError' ? new FileStorageError('The storage did not respond in time.') : error;
    });

  const pathOf = (key: string) => `${prefix}${key}`.split('/').map(encodeURIComponent).join('/');

  return {
    /** Without the credentials. */
    name: `${bucket}/${prefix}`,
    prefix,
    send,
    /** A key below the prefix. */
    urlOf: (key: string) => `${bucket}/${pathOf(key)}`,
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
