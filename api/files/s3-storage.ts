import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import {
  type FileStorage,
  type StoredFile,
  FileMissingError,
  FileStorageError,
  assertFileKey,
  isFolderName,
  isHashName,
} from './file-storage.ts';

const timeoutMs = 60_000;

/**
 * In a bucket of an S3-compatible service, as `<folder>/<sha256>`. `S3_URL` is `https://key:secret@host/bucket?region=name`;
 * the bucket is part of the path, which every service understands.
 */
export function s3Storage(s3Url: string, { retries = 3 } = {}): FileStorage {
  const { origin, pathname, searchParams, username, password } = new URL(s3Url);
  const bucket = `${origin}${pathname.replace(/\/+$/, '')}`;
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
  const urlOf = (folder: string, sha256: string) => {
    assertFileKey(folder, sha256);
    return `${bucket}/${folder}/${sha256}`;
  };
  const remove = async (folder: string, sha256: string) => {
    const response = await send('DELETE', urlOf(folder, sha256));
    if (response.status !== 404) await expectOk(response, 'DELETE');
  };

  async function* list(only?: string): AsyncIterable<StoredFile> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const query = new URLSearchParams({ 'list-type': '2', ...(only !== undefined && { prefix: `${only}/` }) });
      if (token !== undefined) query.set('continuation-token', token);
      const response = await send('GET', `${bucket}?${query}`);
      const xml = await (await expectOk(response, 'LIST')).text();
      yield* filesIn(xml);
      const next = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
      token = next === undefined ? undefined : unescapeXml(next);
    }
  }

  return {
    store: async (folder, { path, sha256 }) => {
      // A blob has a length, which the service requires; a stream has none.
      const body = await openAsBlob(path);
      await expectOk(
        await send('PUT', urlOf(folder, sha256), { body, headers: { 'X-Amz-Content-Sha256': sha256 } }),
        'PUT',
      );
      await rm(path, { force: true });
    },
    read: async (folder, sha256) => {
      const response = await send('GET', urlOf(folder, sha256));
      if (response.status === 404) {
        await response.body?.cancel();
        throw new FileMissingError('The file is not in the storage.');
      }
      const { body } = await expectOk(response, 'GET');
      if (body === null) throw new FileStorageError('The storage sent no content.');
      return Readable.from(body);
    },
    remove,
    removeFolder: async (folder) => {
      if (!isFolderName(folder)) throw new Error('Not the name of a folder of files.');
      for await (const { sha256 } of list(folder)) await remove(folder, sha256);
    },
    list,
  };
}

async function expectOk(response: Response, action: string): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  // Its code only: the message repeats what was sent.
  const code = /<Code>(\w{1,50})<\/Code>/.exec(text)?.[1] ?? 'no code';
  throw new FileStorageError(`The storage refused ${action}: ${response.status} ${code}.`);
}

/** Objects of ours; others in the same bucket are not files of the portal. */
function* filesIn(xml: string): Iterable<StoredFile> {
  for (const [, entry = ''] of xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
    const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(entry)?.[1] ?? '';
    const [folder = '', sha256 = '', ...rest] = value('Key').split('/');
    if (!isFolderName(folder) || !isHashName(sha256) || rest.length > 0) continue;
    yield { folder, sha256, size: Number(value('Size')), modifiedAt: new Date(value('LastModified')) };
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
