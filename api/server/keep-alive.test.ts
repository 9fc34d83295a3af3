import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
beforeAll(async () => {
  fixture = await startFixtureServer({
    limits: { headersTimeout: 300, keepAliveTimeout: 300, connectionsCheckingInterval: 50 },
  });
});
afterAll(() => fixture.server.close());

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const statusesOf = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);

async function readUntil(socket: Socket, end: string): Promise<string> {
  let received = '';
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    received += (data as Buffer).toString('latin1');
    if (received.endsWith(end)) return received;
  }
  return received;
}

test('one connection serves pages and the API in turns', async () => {
  const socket = connect(fixture.port, '127.0.0.1');
  for (const [target, end] of [
    ['/', 'Accueil</h1>'],
    ['/healthz', '"ok"}'],
    ['/', 'Accueil</h1>'],
  ] as const) {
    socket.write(get(target));
    expect(await readUntil(socket, end)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});

test('a request that arrives byte by byte is answered once', async () => {
  const socket = connect(fixture.port, '127.0.0.1').setNoDelay();
  for (const byte of get('/')) await new Promise((resolve) => socket.write(byte, resolve));
  expect(statusesOf(await readUntil(socket, '</h1>'))).toEqual(['200']);
  socket.destroy();
});

test('requests sent before the first response was read are answered in their order', async () => {
  const received = await sendRaw(
    fixture.port,
    get('/large'),
    get('/services'),
    get('/healthz') + get('/', 'Connection: close'),
  );
  expect(statusesOf(received)).toEqual(['200', '200', '200', '200']);
  expect(received.indexOf('<h1>Services')).toBeGreaterThan(16 * 1024 * 1024);
  expect(received.indexOf('"ok"')).toBeGreaterThan(received.indexOf('<h1>Services'));
  expect(received.endsWith('<h1>Accueil</h1>')).toBe(true);
});

test('a request in the body of another is not answered', async () => {
  const hidden = get('/services');
  const received = await sendRaw(
    fixture.port,
    get('/', `Content-Length: ${hidden.length}`, 'Connection: close') + hidden,
  );
  expect(statusesOf(received)).toEqual(['200']);
});

test('a client that closes its side still gets its page', async () => {
  const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(get('/large'));
  let length = 0;
  for await (const data of socket) length += (data as Buffer).length;
  expect(length).toBeGreaterThan(16 * 1024 * 1024);
});

test.each([
  ['that never asks', ''],
  ['that has its page', get('/services')],
  ['that has its response from the API', get('/healthz')],
])('a connection %s is closed after a while', async (_case, bytes) => {
  const socket = connect(fixture.port, '127.0.0.1');
  if (bytes !== '') socket.write(bytes);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead > 0).toBe(bytes !== '');
});

test('one connection more than the limit is closed at once, and a place that is free again is given away', async () => {
  const { port, server, lines } = await startFixtureServer({ limits: { maxConnections: 2 } });
  const request = get('/', 'Connection: close');
  const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of held) {
    socket.write(get('/'));
    await readUntil(socket, '</h1>');
  }
  expect(await sendRaw(port, request)).toBe('');
  expect(await sendRaw(port, request)).toBe('');
  expect(lines).toEqual([expect.objectContaining({ level: 40, dropped: 1, maxConnections: 2 })]);
  const [first] = held;
  first?.destroy();
  // The server learns of it in its own time.
  while ((await sendRaw(port, request)) === '');
  for (const socket of held) socket.destroy();
  server.close();
});
