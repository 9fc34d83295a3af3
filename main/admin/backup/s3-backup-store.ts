import { createHash } from 'node:crypto';
import { FileStorageError } from '#api/files/file-storage.ts';
import { type Bucket, expectOk, openBucket, xmlElements, xmlValue } from '#api/files/s3-client.ts';
import { OperatorError } from '#api/lib/errors.ts';
import type { Bytes } from './backup-format.ts';
import { isBackupName } from './backup-name.ts';
import type { BackupStore, StoredBackup } from './backup-store.ts';

// A backup has at most 10,000 parts: 312 GB. One part is in memory at a time.
const defaultPartBytes = 32 * 1024 * 1024;
const partTimeoutMs = 10 * 60_000;

/** In the bucket of a URL like that of S3_URL, whose path may have a prefix after the bucket. An upload of several parts appears when it is complete. */
export function s3BackupStore(s3Url: string, partBytes = defaultPartBytes): BackupStore {
  const bucket = openBucket(s3Url);
  const removeUpload = async (name: string, uploadId: string) => {
    const response = await bucket.send('DELETE', `${bucket.urlOf(name)}?${new URLSearchParams({ uploadId })}`);
    if (response.status !== 404) await expectOk(response, 'DELETE');
  };
  return {
    name: bucket.name,
    describe: (name) => `${bucket.name}${name}`,
    async list() {
      const found: StoredBackup[] = [];
      for await (const { key, size } of bucket.list()) if (isBackupName(key)) found.push({ name: key, size });
      return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    async write(name, content, signal) {
      const created = await expectOk(await bucket.send('POST', `${bucket.urlOf(name)}?uploads=`), 'POST');
      const uploadId = xmlValue(await created.text(), 'UploadId');
      try {
        const tags = await sendParts({ bucket, name, uploadId, partBytes, signal }, content);
        await complete(bucket, name, uploadId, tags);
      } catch (error) {
        // Parts of an upload that never ends cost money. `removePartial` tries again before the next backup.
        await removeUpload(name, uploadId).catch(() => undefined);
        throw error instanceof FileStorageError
          ? new OperatorError(`The backup could not be written to ${bucket.name}${name}: ${error.message}`)
          : error;
      }
    },
    read: (name) => readObject(bucket, name),
    async remove(name) {
      const response = await bucket.send('DELETE', bucket.urlOf(name));
      if (response.status !== 404) await expectOk(response, 'DELETE');
    },
    async removePartial() {
      const response = await bucket.send('GET', bucket.query({ uploads: '', prefix: `${bucket.prefix}portal-` }));
      const xml = await (await expectOk(response, 'LIST')).text();
      for (const upload of xmlElements(xml, 'Upload')) {
        const key = xmlValue(upload, 'Key');
        const name = key.slice(bucket.prefix.length);
        if (key.startsWith(bucket.prefix) && isBackupName(name)) await removeUpload(name, xmlValue(upload, 'UploadId'));
      }
    },
  };
}

interface Upload {
  bucket: Bucket;
  name: string;
  uploadId: string;
  partBytes: number;
  signal: AbortSignal | undefined;
}

/** One after the other, and returns their tags. */
async function sendParts({ bucket, name, uploadId, partBytes, signal }: Upload, content: Bytes): Promise<string[]> {
  const tags: string[] = [];
  let chunks: Buffer[] = [];
  let size = 0;
  const send = async () => {
    const body = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    const query = new URLSearchParams({ partNumber: String(tags.length + 1), uploadId });
    const response = await bucket.send('PUT', `${bucket.urlOf(name)}?${query}`, {
      body,
      headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') },
      signal: AbortSignal.any([AbortSignal.timeout(partTimeoutMs), ...(signal === undefined ? [] : [signal])]),
    });
    const { headers } = await expectOk(response, 'PUT');
    tags.push(headers.get('ETag') ?? '');
  };
  for await (const chunk of content) {
    signal?.throwIfAborted();
    for (let rest = chunk; rest.length > 0;) {
      const part = rest.subarray(0, partBytes - size);
      chunks.push(part);
      size += part.length;
      rest = rest.subarray(part.length);
      if (size === partBytes) await send();
    }
  }
  if (size > 0 || tags.length === 0) await send();
  signal?.throwIfAborted();
  return tags;
}

async function complete(bucket: Bucket, name: string, uploadId: string, tags: string[]): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  const response = await bucket.send('POST', `${bucket.urlOf(name)}?${new URLSearchParams({ uploadId })}`, {
    body,
    headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') },
    signal: AbortSignal.timeout(partTimeoutMs),
  });
  const xml = await (await expectOk(response, 'POST')).text();
  // The service may notice a failure after it has sent its status.
  if (!xml.includes('CompleteMultipartUploadResult'))
    throw new FileStorageError(`The storage refused POST: ${xmlValue(xml, 'Code') || 'no code'}.`);
}

async function* readObject(bucket: Bucket, name: string): Bytes {
  const content = await bucket.read(name);
  if (content === undefined) throw new FileStorageError('The storage refused GET: 404 NoSuchKey.');
  yield* content;
}
