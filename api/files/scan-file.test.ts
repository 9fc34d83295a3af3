import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startClamd, testSignature } from '#tests/support/clamd.ts';
import { eicar, zipOf } from '#tests/support/files.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';
import { maxFileBytes } from '#contract/file-types.ts';
import { scanFile } from './scan-file.ts';

async function* chunksOf(content: string | Buffer, size = 64 * 1024) {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe.runIf(await hasSystemPart('clamd'))("Debian's clamd", () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    clamd = await startClamd();
  });
  afterAll(() => clamd.stop());
  const scan = (content: string | Buffer, size?: number) => scanFile(clamd.setting, chunksOf(content, size));
  const infected = { state: 'infected', signature: testSignature };

  test('finds a clean file clean', async () => {
    expect(await scan('Nothing but text.')).toEqual({ state: 'clean' });
    expect(await scan('')).toEqual({ state: 'clean' });
  });

  test('names what it finds, wherever it is', async () => {
    expect(await scan(eicar)).toEqual(infected);
    expect(await scan(eicar, 7)).toEqual(infected);
    expect(await scan(zipOf({ 'a.txt': eicar }))).toEqual(infected);
    expect(await scan(gzipSync(eicar))).toEqual(infected);
  });

  test('scans the largest file that may be stored', async () => {
    const large = Buffer.alloc(maxFileBytes, 'a');
    expect(await scan(large)).toEqual({ state: 'clean' });
    large.write(eicar, maxFileBytes - eicar.length);
    expect(await scan(large)).toEqual(infected);
  });

  test('scans several files at once', async () => {
    const results = await Promise.all([eicar, 'a', eicar, 'b'].map((content) => scan(content)));
    expect(results.map(({ state }) => state)).toEqual(['infected', 'clean', 'infected', 'clean']);
  });

  test('a file that cannot be read is an error', async () => {
    async function* broken() {
      yield Buffer.from('half of it');
      throw new Error('read failed');
    }
    await expect(scanFile(clamd.setting, broken())).rejects.toMatchObject({ name: 'ScanError' });
  });

  test('a limit of clamd below ours is an error, not a verdict', async () => {
    const strict = await startClamd({ maxStream: '1M' });
    try {
      await expect(scanFile(strict.setting, chunksOf(Buffer.alloc(8 * 1024 * 1024)))).rejects.toMatchObject({
        name: 'ScanError',
      });
    } finally {
      await strict.stop();
    }
  });
});

describe('a scanner that fails', () => {
  const servers: ReturnType<typeof createServer>[] = [];
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  async function startFake(onConnection: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const large = Buffer.alloc(4 * 1024 * 1024);

  test.each<[string, (socket: Socket) => void]>([
    ['closes at once', (socket) => socket.destroy()],
    ['resets the connection', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['ends without a reply', (socket) => socket.once('data', () => socket.end())],
    ['ends in the middle of a reply', (socket) => socket.once('data', () => socket.end('stream: OK'))],
    ['replies with an error', (socket) => socket.once('data', () => socket.end('INSTREAM: Out of memory ERROR\0'))],
    ['replies with something else', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n\0'))],
    [
      'says that it is clean before it has read the file',
      (socket) => socket.once('data', () => socket.write('stream: OK\0')),
    ],
    ['almost says that it is clean', (socket) => socket.once('data', () => socket.end('stream: OK ERROR\0'))],
    ['replies without an end', (socket) => socket.once('data', () => socket.write('x'.repeat(5000)))],
  ])('%s', async (_description, onConnection) => {
    const setting = await startFake(onConnection);
    await expect(scanFile(setting, chunksOf(large))).rejects.toMatchObject({ name: 'ScanError' });
  });

  test('does not read', async () => {
    const setting = await startFake((socket) => socket.pause());
    const endless = (async function* zeros() {
      for (;;) yield Buffer.alloc(1024 * 1024);
    })();
    await expect(scanFile(setting, endless, { idleMs: 200 })).rejects.toThrow('timed out');
  });

  test('reads and does not reply', async () => {
    const setting = await startFake((socket) => socket.resume());
    await expect(scanFile(setting, chunksOf('a'), { idleMs: 200 })).rejects.toThrow('timed out');
  });

  test('takes longer than a scan may take', async () => {
    const setting = await startFake((socket) => {
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    });
    await expect(scanFile(setting, chunksOf('a'), { idleMs: 5000, totalMs: 200 })).rejects.toThrow('timed out');
  });

  test('is not there', async () => {
    const setting = await startFake(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    await expect(scanFile(setting, chunksOf('a'))).rejects.toMatchObject({
      name: 'ScanError',
      message: 'The scanner cannot be reached.',
    });
  });
});
