import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
/** For what ends by a timeout. On a busy machine it may also end what is only slow. */
let impatient: typeof fixture;
beforeAll(async () => {
  fixture = await startFixtureServer();
  impatient = await startFixtureServer({
    limits: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  });
  fixture.app.get('/api/endless', () => new Promise<Response>(() => {}));
  impatient.app.post('/api/echo', async (c) => c.text(await c.req.text()));
});
afterAll(() => {
  for (const { server } of [fixture, impatient]) server.close();
});

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1]);

const targets: [name: string, target: string, status: number][] = [
  ['NUL', '/%00', 400],
  ['a lone percent', '/%', 404],
  ['a bad escape', '/%zz', 404],
  ['bytes that are no UTF-8', '/%ff%fe', 404],
  ['raw bytes', '/\xff\xfe', 400],
  ['a line break', '/services%0d%0aX-Evil:1', 400],
  ['an asterisk', '*', 400],
  ['dots', '/../../../../etc/passwd', 404],
  ['dots with escaped slashes', '/..%2f..%2fetc/passwd', 404],
  ['escaped dots', '/%2e%2e/%2e%2e/etc/passwd', 404],
  ['dots out of the assets', '/assets/../../site.json', 404],
  ['doubled dots', '/....//....//etc/passwd', 404],
  ['NUL for the API', '/api/%00', 400],
  ['dots out of the API', '/api/../../etc/passwd', 404],
  ['a backslash for the API', '/api/\\x', 400],
  ['9 KB', `/${'a'.repeat(9000)}`, 414],
  ['40 KB', `/${'a'.repeat(40_000)}`, 431],
  ['8,000 slashes', `/${'/'.repeat(8000)}a`, 404],
  ['the absolute form', 'http://localhost/services', 200],
];

test.each(targets)('a target with %s gets our headers and no stack trace', async (_name, target, status) => {
  const received = await sendRaw(fixture.port, get(target));
  expect(statusOf(received)).toBe(status);
  expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(received.toLowerCase()).toContain('content-security-policy:');
  expect(received).not.toMatch(/\bat \w+.*:\d+:\d+|root:|builtFor/);
});

test.each([
  ['a huge header', get('/', `X-Big: ${'a'.repeat(40_000)}`), 431],
  ['a request line of garbage', '\x16\x03\x01\x02\x00garbage\r\n\r\n', 400],
  ['a bad header name', get('/', 'Bad Header: x'), 400],
  ['a length and chunks at once', get('/', 'Content-Length: 4', 'Transfer-Encoding: chunked'), 400],
  ['two lengths', get('/', 'Content-Length: 4', 'Content-Length: 5'), 400],
  ['101 headers', get('/', ...Array.from({ length: 99 }, (_, nth) => `X-${nth}: a`)), 431],
  ['two Hosts', get('/', 'Host: localhost'), 400],
  ['two Hosts for the API', get('/healthz', 'hOST: evil.example'), 400],
  ['two Hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: localhost\r\nHost: localhost\r\n\r\n', 400],
  ['a folded header', get('/', 'X-A: b\r\n c'), 400],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: localhost\n\n', 400],
  ['a space before the colon', get('/', 'Content-Length : 5'), 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a nonsensical Host', 'GET /api/x HTTP/1.1\r\nHost: a b"<\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', get('/', 'Expect: miracles'), 417],
  ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 405],
])('%s is rejected with our headers', async (_case, bytes, status) => {
  const received = await sendRaw(fixture.port, bytes);
  expect(statusOf(received)).toBe(status);
  expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
});

test('HTTP/1.0 without Host is served', async () => {
  expect(statusOf(await sendRaw(fixture.port, 'GET /services HTTP/1.0\r\n\r\n'))).toBe(200);
  expect(statusOf(await sendRaw(fixture.port, 'GET /healthz HTTP/1.0\r\n\r\n'))).toBe(200);
});

test('pipelined requests are answered in order, errors included', async () => {
  const keep = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const received = await sendRaw(fixture.port, keep('/healthz') + keep('/services') + keep('/nowhere') + get('/'));
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  expect(received.indexOf('"ok"')).toBeLessThan(received.indexOf('<h1>Services'));
  expect(received.indexOf('<h1>Services')).toBeLessThan(received.indexOf('Page not found'));
});

test('headers that never end time out with 408', async () => {
  const received = await sendRaw(impatient.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  expect(statusOf(received)).toBe(408);
  expect(received).toContain('nosniff');
});

test('a body that never ends times out with 408', async () => {
  const head =
    'POST /api/echo HTTP/1.1\r\nHost: localhost\r\nOrigin: https://www.example.com\r\nContent-Length: 10\r\n\r\n';
  expect(statusOf(await sendRaw(impatient.port, `${head}abc`))).toBe(408);
});

test('garbage after a pending request is not taken for its response', async () => {
  const request = 'GET /api/endless HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await sendRaw(fixture.port, `${request}\x16garbage\r\n\r\n`)).toBe('');
});

test('the server survives a client that disconnects during a response', async () => {
  const socket = connect(fixture.port, '127.0.0.1');
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  expect(statusOf(await sendRaw(fixture.port, get('/services')))).toBe(200);
});
