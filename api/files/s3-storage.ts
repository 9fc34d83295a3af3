import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type FileStorage,
  type StoredFile,
  FileMissingError,
  assertFileKey,
  isFolderName,
  isHashName,
} from './file-storage.ts';
import { expectOk, openBucket } from './s3-client.ts';

/** In the bucket of `S3_URL`, as `<folder>/<sha256>`. */
export function s3Storage(s3Url: string, options: { retries?: number } = {}): FileStorage {
  const bucket = openBucket(s3Url, options);
  const keyOf = (folder: string, sha256: string) => {
    assertFileKey(folder, sha256);
    return `${folder}/${sha256}`;
  };
  const remove = async (folder: string, sha256: string) => {
    const response = await bucket.send('DELETE', bucket.urlOf(keyOf(folder, sha256)));
    if (response.status !== 404) await expectOk(response, 'DELETE');
  };

  /** Objects of ours; others in the same bucket are not files of the portal. */
  async function* list(only?: string): AsyncIterable<StoredFile> {
    for await (const { key, size, modifiedAt } of bucket.list(only === undefined ? '' : `${only}/`)) {
      const [folder = '', sha256 = '', ...rest] = key.split('/');
      if (isFolderName(folder) && isHashName(sha256) && rest.length === 0) yield { folder, sha256, size, modifiedAt };
    }
  }

  return {
    store: async (folder, { path, sha256 }) => {
      // A blob has a length, which the service requires; a stream has none.
      const body = await openAsBlob(path);
      const headers = { 'X-Amz-Content-Sha256': sha256 };
      await expectOk(await bucket.send('PUT', bucket.urlOf(keyOf(folder, sha256)), { body, headers }), 'PUT');
      await rm(path, { force: true });
    },
    read: async (folder, sha256) => {
      const content = await bucket.read(keyOf(folder, sha256));
      if (content === undefined) throw new FileMissingError('The file is not in the storage.');
      return Readable.from(content);
    },
    remove,
    removeFolder: async (folder) => {
      if (!isFolderName(folder)) throw new Error('Not the name of a folder of files.');
      for await (const { sha256 } of list(folder)) await remove(folder, sha256);
    },
    list,
  };
}
