import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startS3Server } from '#tests/support/s3-server.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { localStorage } from './local-storage.ts';
import { FileTooLargeError, incomingFolder, receiveFile } from './receive-file.ts';
import { s3Storage } from './s3-storage.ts';

const root = mkdtempSync(join(tmpdir(), 'storage-'));
const s3 = await startS3Server();
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await s3.close();
});

let filesFolder: string;
let target: { folder: string; diskReserve: number };
beforeEach(() => {
  filesFolder = mkdtempSync(join(root, 'files-'));
  target = { folder: filesFolder, diskReserve: 0 };
});

async function* chunksOf(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
const receive = (...chunks: (string | Buffer)[]) => receiveFile(target, chunksOf(...chunks));
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const incoming = () => readdirSync(incomingFolder(filesFolder));

describe('receiving', () => {
  test('opens no file before the first byte, and none where the reserve of the disk is used up', async () => {
    const nothingYet = Promise.withResolvers<Buffer>();
    const received = receiveFile(
      target,
      (async function* slow() {
        yield await nothingYet.promise;
      })(),
    );
    while (!existsSync(incomingFolder(filesFolder))) await wait(5);
    await wait(20);
    expect(incoming()).toEqual([]);
    nothingYet.resolve(Buffer.from('one'));
    expect((await received).size).toBe(3);
    const full = { folder: filesFolder, diskReserve: Number.MAX_SAFE_INTEGER };
    let isRead = false;
    const unread = (async function* one() {
      isRead = true;
      yield Buffer.from('one');
    })();
    await expect(receiveFile(full, unread)).rejects.toMatchObject({ name: 'DiskReserveError', code: 'ENOSPC' });
    expect(isRead).toBe(false);
    expect(incoming()).toHaveLength(1);
  });

  test('hashes and counts a stream', async () => {
    const file = await receive('one ', '', 'two');
    expect(file).toMatchObject({ size: 7, sha256: hashOf('one two') });
    expect(readFileSync(file.path, 'utf8')).toBe('one two');
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    await file.discard();
    expect(incoming()).toEqual([]);
  });

  test('stops reading at the limit and leaves nothing', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield Buffer.alloc(1024 * 1024);
      }
    }
    await expect(receiveFile(target, endless())).rejects.toMatchObject({ name: 'FileTooLargeError' });
    expect(sent).toBe(maxFileBytes / 1024 / 1024 + 1);
    expect(incoming()).toEqual([]);
  });

  test('takes a file of exactly the limit', async () => {
    expect((await receiveFile(target, chunksOf(Buffer.alloc(8)), 8)).size).toBe(8);
    await expect(receiveFile(target, chunksOf(Buffer.alloc(9)), 8)).rejects.toThrow(FileTooLargeError);
  });

  test('a stream that ends early leaves nothing', async () => {
    async function* cut() {
      yield Buffer.from('the first half');
      throw new Error('aborted');
    }
    await expect(receiveFile(target, cut())).rejects.toThrow('aborted');
    expect(incoming()).toEqual([]);
  });
});

interface Driver {
  name: string;
  create: () => FileStorage;
}

const real = process.env.TEST_S3_URL || undefined;
const drivers: Driver[] = [
  { name: 'local', create: () => localStorage(filesFolder) },
  { name: 's3, signature-checking test server', create: () => s3Storage(s3.url) },
  ...(real === undefined ? [] : [{ name: 's3, the service in TEST_S3_URL', create: () => s3Storage(real) }]),
];

async function filesOf(storage: FileStorage, folder?: string): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for await (const file of storage.list(folder)) found.push(file);
  return found;
}

describe.each(drivers)('$name', ({ create }) => {
  const [customer, other] = [randomUUID(), randomUUID()];

  test('stores, reads, lists and removes', async () => {
    const storage = create();
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const text of texts) await storage.store(customer, await receive(text));
    await storage.store(other, await receive('one'));
    expect(incoming()).toEqual([]);
    expect(await buffer(await storage.read(customer, hashOf('two')))).toEqual(Buffer.from('two'));

    const listed = await filesOf(storage, customer);
    expect(new Set(listed.map(({ sha256 }) => sha256))).toEqual(new Set(texts.map(hashOf)));
    expect(listed.find(({ sha256 }) => sha256 === hashOf('three'))?.size).toBe(5);
    expect((await filesOf(storage)).filter(({ folder }) => folder === other)).toHaveLength(1);
    for (const { modifiedAt } of listed) expect(Date.now() - modifiedAt.getTime()).toBeLessThan(60 * 60 * 1000);

    await storage.remove(customer, hashOf('two'));
    await storage.remove(customer, hashOf('two'));
    await expect(storage.read(customer, hashOf('two'))).rejects.toMatchObject({ name: 'FileMissingError' });
    await storage.removeFolder(customer);
    expect(await filesOf(storage, customer)).toEqual([]);
    expect(await filesOf(storage, other)).toHaveLength(1);
    await storage.removeFolder(other);
    await storage.removeFolder(other);
  });

  test('the same file twice is one, and new again', async () => {
    const storage = create();
    await Promise.all([0, 1, 2].map(async () => storage.store(customer, await receive('same'))));
    expect(await filesOf(storage, customer)).toHaveLength(1);
    await storage.removeFolder(customer);
  });

  test('stores megabytes unchanged', async () => {
    const storage = create();
    const large = Buffer.alloc(6 * 1024 * 1024, 'some bytes');
    const file = await receive(large);
    await storage.store('mail', file);
    expect(large.equals(await buffer(await storage.read('mail', file.sha256)))).toBe(true);
    await storage.remove('mail', file.sha256);
  });

  test.each([
    ['../..', hashOf('a')],
    ['', hashOf('a')],
    [customer, '../secret'],
    [customer, hashOf('a').toUpperCase()],
    ['incoming', hashOf('a')],
  ])('%s/%s is not a file', async (folder, sha256) => {
    await expect(Promise.resolve().then(() => create().read(folder, sha256))).rejects.toThrow('Not the key');
    await expect(Promise.resolve().then(() => create().remove(folder, sha256))).rejects.toThrow('Not the key');
  });

  test.each(['..', '', 'incoming', 'mail/..'])('%j is not a folder', async (folder) => {
    await expect(create().removeFolder(folder)).rejects.toThrow('Not the name');
  });
});

describe('the local driver', () => {
  const customer = randomUUID();

  test('lists files only: no temporary file and nothing of another program', async () => {
    await receive('still incoming');
    writeFileSync(join(filesFolder, 'README'), '');
    const storage = localStorage(filesFolder);
    await storage.store(customer, await receive('one'));
    writeFileSync(join(filesFolder, customer, 'x.part'), '');
    expect(await filesOf(storage)).toHaveLength(1);
  });

  test('storing a file again protects it from the orphan check', async () => {
    const storage = localStorage(filesFolder);
    await storage.store(customer, await receive('one'));
    const path = join(filesFolder, customer, hashOf('one'));
    utimesSync(path, 0, 0);
    await storage.store(customer, await receive('one'));
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60 * 60 * 1000);
  });

  test('a file of another size at its place is replaced', async () => {
    const storage = localStorage(filesFolder);
    await storage.store(customer, await receive('whole'));
    const path = join(filesFolder, customer, hashOf('whole'));
    writeFileSync(path, 'who');
    await storage.store(customer, await receive('whole'));
    expect(readFileSync(path, 'utf8')).toBe('whole');
    expect(existsSync(path)).toBe(true);
  });
});

describe('the S3 driver', () => {
  test('repeats a request that failed, and gives up with the code of the service', async () => {
    const storage = s3Storage(s3.url, { retries: 2 });
    s3.failures.push(500, 503);
    const file = await receive('retried');
    await storage.store('mail', file);
    expect(s3.objects.get(`mail/${file.sha256}`)?.content.toString()).toBe('retried');

    s3.failures.push(500, 500, 500);
    const failing = await receive('given up');
    await expect(storage.store('mail', failing)).rejects.toThrow('The storage refused PUT: 500 InternalError.');
    expect(existsSync(failing.path)).toBe(true);
  });

  test('a wrong secret is an error that does not contain it', async () => {
    const storage = s3Storage(s3.urlWith('wrong'));
    const failure = await storage.store('mail', await receive('x')).catch((error: unknown) => error);
    expect(String(failure)).toBe('FileStorageError: The storage refused PUT: 403 SignatureDoesNotMatch.');
  });

  test('a service that cannot be reached is an error', async () => {
    const gone = await startS3Server();
    await gone.close();
    await expect(s3Storage(gone.url, { retries: 0 }).read('mail', hashOf('x'))).rejects.toThrow(
      'The storage cannot be reached (ECONNREFUSED).',
    );
  });

  test('a file reaches a slow reader whose connection the service closes', async () => {
    const storage = s3Storage(s3.url);
    const file = await receive(randomBytes(5 * 1024 * 1024));
    await storage.store('mail', file);
    const content = s3.objects.get(`mail/${file.sha256}`)?.content;
    for (const fault of ['closes', 'breaks off'] as const) {
      s3.connection(fault);
      const received: Buffer[] = [];
      for await (const chunk of await storage.read('mail', file.sha256)) {
        received.push(chunk as Buffer);
        await wait(50);
      }
      expect(content?.equals(Buffer.concat(received)), fault).toBe(true);
    }
    s3.connection('stays');
  });

  test('an empty file is one', async () => {
    const storage = s3Storage(s3.url);
    const file = await receive('');
    await storage.store('mail', file);
    expect(await buffer(await storage.read('mail', file.sha256))).toHaveLength(0);
  });

  test('a file that another one replaces while it is read is an error', async () => {
    const storage = s3Storage(s3.url);
    const file = await receive(randomBytes(5 * 1024 * 1024));
    await storage.store('mail', file);
    const content = await storage.read('mail', file.sha256);
    await once(content, 'readable');
    s3.objects.set(`mail/${file.sha256}`, { content: randomBytes(5 * 1024 * 1024), at: new Date() });
    await expect(buffer(content)).rejects.toThrow('The storage refused GET: 412 PreconditionFailed.');
  });
});
