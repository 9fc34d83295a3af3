import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFixtureServer } from '#tests/support/http-server.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
beforeAll(async () => {
  fixture = await startFixtureServer();
});
afterAll(() => fixture.server.close());

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

// fetch decompresses and normalises; these tests must see what was sent. Each makes a connection of its own.
function ask(
  path: string,
  { connection = 'keep-alive', ...headers }: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = { port: fixture.port, path, headers: { ...headers, Connection: connection }, method, agent: false };
  request(options, (res) => {
    const { socket } = res;
    buffer(res).then((body) => {
      socket.destroy();
      resolve({ status: res.statusCode, headers: res.headers, body });
    }, reject);
  })
    .on('error', reject)
    .end();
  return promise;
}

test.each(['keep-alive', 'close'])('Connection: %s is respected, and the response has a request id', async (value) => {
  const { headers } = await ask('/services', { connection: value });
  expect(headers.connection).toBe(value);
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('a page is served with its own policy, to be revalidated', async () => {
  const { status, headers, body } = await ask('/services');
  expect(status).toBe(200);
  expect(body.toString()).toContain('<h1>Services</h1>');
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag: '"etag-1"',
    'content-security-policy': "default-src 'self'",
    'strict-transport-security': 'max-age=63072000',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('brotli is preferred, gzip served, and each has its own ETag and length', async () => {
  const br = await ask('/services', { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', etag: '"etag-1-br"' });
  expect(br.headers['content-length']).toBe(String(br.body.length));
  expect(brotliDecompressSync(br.body).toString()).toContain('Services');
  const gzip = await ask('/services', { 'Accept-Encoding': 'br;q=0.1, gzip' });
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"etag-1-gzip"' });
  expect(gunzipSync(gzip.body).toString()).toContain('Services');
});

test('HEAD has the headers of GET and no body', async () => {
  const get = await ask('/services');
  const head = await ask('/services', {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(head.body.length).toBe(0);
});

test.each(['"etag-1-br"', 'W/"etag-1-br"', '"other", "etag-1-br"', '*'])('If-None-Match %s gives 304', async (tag) => {
  const { status, headers, body } = await ask('/services', { 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect(status).toBe(304);
  expect(body.length).toBe(0);
  expect(headers).toMatchObject({ etag: '"etag-1-br"', 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  expect(headers['content-security-policy']).toBe("default-src 'self'");
});

test('the ETag of another encoding gives the page anew', async () => {
  const { status } = await ask('/services', { 'Accept-Encoding': 'br', 'If-None-Match': '"etag-1-gzip"' });
  expect(status).toBe(200);
});

test('hashed assets are kept for ever and carry the strictest policy', async () => {
  const { headers } = await ask('/assets/app-1a2b.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('an Open Graph picture may be embedded elsewhere and does not vary', async () => {
  const { headers } = await ask('/og/home.png', { 'Accept-Encoding': 'br' });
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers).not.toHaveProperty('vary');
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a page hidden from search engines says so in its headers', async () => {
  expect((await ask('/resources')).headers['x-robots-tag']).toBe('noindex, nofollow');
});

test.each(['/nowhere', '/404', '/services/nowhere', '/.env', '/site.json', '/index.html', '/services/index.html.br'])(
  '%s is the 404 page with status 404',
  async (path) => {
    const { status, headers, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.toString()).toContain('Page not found');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(headers).not.toHaveProperty('etag');
  },
);

test('the 404 page is compressed too, and never becomes a 304', async () => {
  const { status, headers } = await ask('/nowhere', { 'Accept-Encoding': 'br', 'If-None-Match': '*' });
  expect(status).toBe(404);
  expect(headers['content-encoding']).toBe('br');
});

test.each([
  ['/services/', '/services'],
  ['/services//', '/services'],
  ['/services/?a=1&b=%20', '/services?a=1&b=%20'],
  ['/%C3%A9t%C3%A9/', '/%C3%A9t%C3%A9'],
  ['//', '/'],
])('%s moves permanently to %s', async (path, location) => {
  const { status, headers } = await ask(path);
  expect([status, headers.location]).toEqual([301, location]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each(['//evil.example/', '/\\evil.example/', '//evil.example/..', '/%5Cevil.example/', '///evil.example//'])(
  '%s is no open redirect',
  async (path) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('location');
  },
);

test('a query does not hide a page, an escaped letter finds it, an escaped slash does not', async () => {
  expect((await ask('/services?utm_source=x')).status).toBe(200);
  expect((await ask('/%73ervices')).status).toBe(200);
  expect((await ask('/%C3%A9t%C3%A9')).status).toBe(200);
  expect((await ask('/assets%2Fapp-1a2b.js')).status).toBe(404);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('%s on a page is 405 with Allow', async (method) => {
  const { status, headers } = await ask('/services', {}, method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('the API is reached through the same port and answers JSON', async () => {
  const { status, headers, body } = await ask('/api/nothing');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'not_found' } });
  expect((await ask('/readyz')).status).toBe(200);
});

test('5 MB for the API is 413, and the server goes on', async () => {
  const answer = await fetch(`${fixture.url}/api/nothing`, {
    method: 'POST',
    headers: { Origin: 'https://www.example.com' },
    body: 'x'.repeat(5 * 1024 * 1024),
  });
  expect(answer.status).toBe(413);
  expect((await ask('/healthz')).status).toBe(200);
});
