import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { fullDisk, mountSmallDisk, type SmallDisk, withFault } from '#tests/resilience/faults.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import type { Bytes } from './backup-format.ts';
import { type BackupStore, folderStore } from './backup-store.ts';
import { s3BackupStore } from './s3-backup-store.ts';

const root = mkdtempSync(join(tmpdir(), 'backup-store-'));
const disk = mountSmallDisk(16);
const s3 = await startS3Server();
afterAll(async () => {
  disk?.remove();
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

const name = 'portal-20261118T023010Z.gz';
const content = randomBytes(300_000);
async function* chunksOf(bytes: Buffer, end?: () => never): Bytes {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
  end?.();
}
const fail = () => {
  throw new Error('the database went away');
};
const bucketUrl = s3.url.replace('/files?', '/files/some%20where/nightly?');

const stores: [string, () => BackupStore, () => string[]][] = [
  ['a folder', () => folderStore(join(root, 'new')), () => readdirSync(join(root, 'new'))],
  ['a bucket', () => s3BackupStore(bucketUrl, 100_000), () => [...s3.objects.keys(), ...s3.uploads.keys()]],
];

describe.each(stores)('%s', (_kind, open, everything) => {
  test('has a backup when it is complete, and only then', async () => {
    const store = open();
    await store.write(name, chunksOf(content));
    expect(await store.list()).toEqual([{ name, size: content.length }]);
    expect((await buffer(Readable.from(store.read(name)))).equals(content)).toBe(true);
    const before = everything();
    await expect(store.write('portal-20261119T023010Z.gz', chunksOf(content, fail))).rejects.toThrow('went away');
    const controller = new AbortController();
    const aborted = chunksOf(content, () => {
      controller.abort();
      return undefined as never;
    });
    await expect(store.write('portal-20261119T023010Z.gz', aborted, controller.signal)).rejects.toThrow(/abort/i);
    expect(everything()).toEqual(before);
    await store.remove(name);
    await store.remove(name);
    expect(await store.list()).toEqual([]);
  });
});

test('a folder: private, files that are not ours stay, and what a killed process left goes', async () => {
  const folder = join(root, 'kept');
  const store = folderStore(folder);
  expect(await store.list()).toEqual([]);
  await store.write(name, chunksOf(content));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const others = ['before-upgrade.gz', 'notes.part', 'portal-2026.gz', 'portal-20261118T023010Z.gz.txt'];
  for (const other of others) writeFileSync(join(folder, other), 'x');
  mkdirSync(join(folder, 'gnupg'));
  writeFileSync(join(folder, `${name}.age.part`), 'x');
  await store.removePartial();
  expect(readdirSync(folder).toSorted()).toEqual([...others, name, 'gnupg'].toSorted());
  expect((await store.list()).map((one) => one.name)).toEqual([name]);
});

test('a bucket: others stay, and uploads that a killed process began go', async () => {
  const store = s3BackupStore(bucketUrl);
  expect(store.describe(name)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/files\/some where\/nightly\/portal-/);
  s3.objects.set('some where/nightly/notes.txt', { content, at: new Date() });
  s3.objects.set(name, { content, at: new Date() });
  s3.uploads.set('a', { key: `some where/nightly/${name}`, parts: new Map() });
  s3.uploads.set('b', { key: 'some where/nightly/portal-other', parts: new Map() });
  s3.uploads.set('c', { key: name, parts: new Map() });
  await store.removePartial();
  expect([...s3.uploads.keys()]).toEqual(['b', 'c']);
  expect(await store.list()).toEqual([]);
  s3.uploads.clear();
});

test('a bucket that refuses a part keeps nothing, and a wrong key has a clear sentence', async () => {
  const store = s3BackupStore(bucketUrl, 100_000);
  async function* refused(): Bytes {
    yield* chunksOf(content.subarray(0, 200_000));
    s3.failures.push(403);
    yield* chunksOf(content.subarray(200_000));
  }
  await expect(store.write(name, refused())).rejects.toThrow(/could not be written to .*The storage refused PUT: 403/);
  expect(s3.uploads.size).toBe(0);
  const wrong = s3BackupStore(s3.urlWith('wrong'));
  await expect(wrong.write(name, chunksOf(content))).rejects.toThrow('SignatureDoesNotMatch');
  await expect(buffer(Readable.from(store.read('portal-20200101T000000Z.gz')))).rejects.toThrow('404 NoSuchKey');
});

test.runIf(disk !== undefined)('a full disk is said, and no part is left on it', async () => {
  const folder = join((disk as SmallDisk).folder, 'backups');
  const store = folderStore(folder);
  await store.write(name, chunksOf(content));
  await withFault(fullDisk(disk as SmallDisk, 100_000), async () => {
    await expect(store.write('portal-20261119T023010Z.gz', chunksOf(content))).rejects.toThrow(
      'portal-20261119T023010Z.gz: the disk is full. The partial file was deleted.',
    );
    expect(readdirSync(folder)).toEqual([name]);
  });
  expect(readFileSync(join(folder, name)).equals(content)).toBe(true);
});

test('a folder whose parent does not exist, or that is a file, is an error', async () => {
  await expect(folderStore('/nowhere/at/all').write(name, chunksOf(content))).rejects.toThrow(
    'could not be written to /nowhere/at/all/',
  );
  writeFileSync(join(root, 'file'), '');
  chmodSync(join(root, 'file'), 0o600);
  await expect(folderStore(join(root, 'file')).write(name, chunksOf(content))).rejects.toThrow('ENOTDIR');
  await expect(folderStore(join(root, 'file')).list()).rejects.toThrow('cannot be read (ENOTDIR)');
});
