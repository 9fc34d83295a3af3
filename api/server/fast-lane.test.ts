import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from './fixture-server.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
beforeAll(async () => {
  fixture = await startFixtureServer({ limits: { headersTimeout: 300, keepAliveTimeout: 300 } });
});
afterAll(() => fixture.server.close());

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const headsOf = (received: string) =>
  received.split(/(?=HTTP\/1\.1 \d{3})/).map((answer) => answer.split('\r\n\r\n')[0]);
const fieldsOf = (head = '') =>
  head.split('\r\n').filter((line) => !/^(?:date|x-request-id|connection|keep-alive):/i.test(line));

async function until(socket: Socket, end: string): Promise<string> {
  let received = '';
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    received += (data as Buffer).toString('latin1');
    if (received.endsWith(end)) return received;
  }
  return received;
}

test.each([
  ['a page', '/services', []],
  ['a compressed page', '/services', ['Accept-Encoding: gzip, br']],
  ['a page that the client has', '/services', ['If-None-Match: "etag-1"']],
  ['an asset', '/assets/app-1a2b.js', ['Accept-Encoding: gzip']],
])('%s has the same head in both lanes', async (_case, target, headers) => {
  const [fast] = headsOf(await sendRaw(fixture.port, get(target, ...headers)));
  const [plain] = headsOf(await sendRaw(fixture.port, get(target, ...headers, 'Connection: close')));
  expect(fast).not.toMatch(/x-request-id/i);
  expect(plain).toMatch(/x-request-id/i);
  expect(fieldsOf(fast)).toEqual(fieldsOf(plain));
  expect(fast).toMatch(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT\r\n/);
});

test('the same words get the same answer, also after more other words than are remembered', async () => {
  const socket = connect(fixture.port, '127.0.0.1');
  const ask = async (...headers: string[]) => {
    socket.write(get('/', ...headers));
    return until(socket, headers.length > 0 ? '\r\n\r\n' : '</h1>');
  };
  const first = await ask();
  expect(first).toContain('<h1>Accueil');
  expect(fieldsOf(await ask())).toEqual(fieldsOf(first));
  for (let nth = 0; nth < 1100; nth += 1) await ask(`If-None-Match: "etag-0"`, `X-Nth: ${nth}`);
  expect(await ask(`If-None-Match: "etag-0"`, 'X-Nth: 1099')).toMatch(/^HTTP\/1\.1 304 /);
  expect(fieldsOf(await ask())).toEqual(fieldsOf(first));
  socket.destroy();
});

test('a connection may change from pages to the API and back', async () => {
  const socket = connect(fixture.port, '127.0.0.1');
  socket.write(get('/'));
  expect(await until(socket, '</h1>')).toContain('Accueil');
  socket.write(get('/healthz'));
  expect(await until(socket, '}')).toContain('"ok"');
  socket.write(get('/'));
  expect(await until(socket, '</h1>')).toContain('Accueil');
  socket.destroy();
});

test('a request that arrives in pieces is answered once, whole', async () => {
  const socket = connect(fixture.port, '127.0.0.1').setNoDelay();
  for (const piece of get('/').match(/[^]{1,9}/g) ?? []) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const received = await until(socket, '</h1>');
  expect(headsOf(received).length).toBe(1);
  socket.destroy();
});

test('requests sent before the first answer was read are answered in their order', async () => {
  const received = await sendRaw(
    fixture.port,
    get('/large'),
    get('/services'),
    get('/healthz') + get('/', 'Connection: close'),
  );
  expect(headsOf(received).length).toBe(4);
  expect(received.indexOf('<h1>Services')).toBeGreaterThan(16 * 1024 * 1024);
  expect(received.indexOf('"ok"')).toBeGreaterThan(received.indexOf('<h1>Services'));
  expect(received.endsWith('<h1>Accueil</h1>')).toBe(true);
});

test.each([
  [
    'a body that hides a request',
    `${get('/', 'Content-Length: 46')}GET /services HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n`,
    [200],
  ],
  ['a folded header', get('/', 'X-A: b\r\n c', 'Connection: close'), [400]],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: localhost\n\n', [400]],
  ['two hosts', get('/', 'Host: evil', 'Connection: close'), [200]],
  ['a space before the colon', get('/', 'Content-Length : 5'), [400]],
])('%s is judged by the parser of node', async (_case, bytes, statuses) => {
  const received = await sendRaw(fixture.port, bytes);
  expect(headsOf(received).map((head) => Number(head?.slice(9, 12)))).toEqual(statuses);
});

test('a client that closes its side still gets its answer', async () => {
  const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(get('/large'));
  let length = 0;
  for await (const data of socket) length += (data as Buffer).length;
  expect(length).toBeGreaterThan(16 * 1024 * 1024);
});

test.each([
  ['that never asks', ''],
  ['that has its answer', get('/services')],
  ['that has its answer from the API', get('/healthz')],
])('a connection %s is closed after a while', async (_case, bytes) => {
  const socket = connect(fixture.port, '127.0.0.1');
  if (bytes !== '') socket.write(bytes);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead > 0).toBe(bytes !== '');
});
