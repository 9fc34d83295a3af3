import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFixtureServer } from '#tests/support/http-server.ts';
import { acceptedEncodings, matchesEtag } from './send-resource.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
beforeAll(async () => {
  fixture = await startFixtureServer();
});
afterAll(() => fixture.server.close());

interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

// Not fetch, which decompresses and normalises. One connection per request.
function send(
  path: string,
  { connection = 'keep-alive', ...headers }: Record<string, string> = {},
  method = 'GET',
): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
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
  const { headers } = await send('/services', { connection: value });
  expect(headers.connection).toBe(value);
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('a page has its own policy and must be revalidated', async () => {
  const { status, headers, body } = await send('/services');
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

test('brotli is preferred to gzip, and each has its own ETag and length', async () => {
  const br = await send('/services', { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', etag: '"etag-1-br"' });
  expect(br.headers['content-length']).toBe(String(br.body.length));
  expect(brotliDecompressSync(br.body).toString()).toContain('Services');
  const gzip = await send('/services', { 'Accept-Encoding': 'br;q=0.1, gzip' });
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"etag-1-gzip"' });
  expect(gunzipSync(gzip.body).toString()).toContain('Services');
});

test('HEAD has the headers of GET and no body', async () => {
  const get = await send('/services');
  const head = await send('/services', {}, 'HEAD');
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  expect(head.body.length).toBe(0);
});

test.each(['"etag-1-br"', 'W/"etag-1-br"', '"other", "etag-1-br"', '*'])('If-None-Match %s gives 304', async (tag) => {
  const { status, headers, body } = await send('/services', { 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect(status).toBe(304);
  expect(body.length).toBe(0);
  expect(headers).toMatchObject({ etag: '"etag-1-br"', 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  expect(headers['content-security-policy']).toBe("default-src 'self'");
});

test('the ETag of another encoding gives 200', async () => {
  const { status } = await send('/services', { 'Accept-Encoding': 'br', 'If-None-Match': '"etag-1-gzip"' });
  expect(status).toBe(200);
});

test('hashed assets are immutable and have the strictest policy', async () => {
  const { headers } = await send('/assets/app-1a2b.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('an Open Graph picture may be embedded by other sites and does not vary', async () => {
  const { headers } = await send('/og/home.png', { 'Accept-Encoding': 'br' });
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers).not.toHaveProperty('vary');
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a noindex page has X-Robots-Tag', async () => {
  expect((await send('/resources')).headers['x-robots-tag']).toBe('noindex, nofollow');
});

test('the document of a dynamic route is sent for the paths one segment below it, and no others', async () => {
  for (const path of ['/tickets', '/tickets/TKT-1', `/tickets/${'x'.repeat(64)}`]) {
    const { status, body } = await send(path);
    expect([status, body.toString()], path).toEqual([200, '<h1>Tickets</h1>']);
  }
  for (const path of ['/tickets/1/2', '/tickets/a.b', '/tickets/%25', '/tickets/a%2Fb', `/tickets/${'x'.repeat(65)}`])
    expect((await send(path)).status, path).toBe(404);
  expect((await send('/tickets/TKT-1/')).headers.location).toBe('/tickets/TKT-1');
});

test.each(['/nowhere', '/404', '/services/nowhere', '/.env', '/site.json', '/index.html', '/services/index.html.br'])(
  '%s is the 404 page with status 404',
  async (path) => {
    const { status, headers, body } = await send(path);
    expect(status).toBe(404);
    expect(body.toString()).toContain('Page not found');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'self'");
    expect(headers).not.toHaveProperty('etag');
  },
);

test.each(['/customer-portal/nowhere', '/customer-portal/404', '/customer-portal/a/b'])(
  '%s is the portal’s own 404 page',
  async (path) => {
    const { status, body } = await send(path);
    expect([status, body.toString()]).toEqual([404, expect.stringContaining('Portal without this page')]);
  },
);

test('the 404 page is compressed and never a 304', async () => {
  const { status, headers } = await send('/nowhere', { 'Accept-Encoding': 'br', 'If-None-Match': '*' });
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
  const { status, headers } = await send(path);
  expect([status, headers.location]).toEqual([301, location]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each(['//evil.example/', '/\\evil.example/', '//evil.example/..', '/%5Cevil.example/', '///evil.example//'])(
  '%s is not an open redirect',
  async (path) => {
    const { status, headers } = await send(path);
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('location');
  },
);

test('a query and escaped letters still find a page, an escaped slash does not', async () => {
  expect((await send('/services?utm_source=x')).status).toBe(200);
  expect((await send('/%73ervices')).status).toBe(200);
  expect((await send('/%C3%A9t%C3%A9')).status).toBe(200);
  expect((await send('/assets%2Fapp-1a2b.js')).status).toBe(404);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('%s on a page is 405 with Allow', async (method) => {
  const { status, headers } = await send('/services', {}, method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('the API is on the same port and responds with JSON', async () => {
  const { status, headers, body } = await send('/api/nothing');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'not_found' } });
  expect((await send('/readyz')).status).toBe(200);
});

test('a 5 MB request to the API is 413', async () => {
  const response = await fetch(`${fixture.url}/api/nothing`, {
    method: 'POST',
    headers: { Origin: 'https://www.example.com' },
    body: 'x'.repeat(5 * 1024 * 1024),
  });
  expect(response.status).toBe(413);
  expect((await send('/healthz')).status).toBe(200);
});

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br', 'identity']],
  ['br; q=0, gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['identity, br;q=0.5', ['identity', 'br']],
  ['identity;q=0, gzip', ['gzip', 'identity']],
  ['br;q=nonsense, gzip;q=2', ['identity']],
  ['deflate', ['identity']],
])('Accept-Encoding %s gives %o', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

test('results are the same when the cache is full', () => {
  for (let i = 0; i < 500; i += 1) acceptedEncodings(`gzip, x-${i}`);
  expect(acceptedEncodings('gzip, x-499')).toEqual(['gzip', 'identity']);
  expect(acceptedEncodings(`br,${'a,'.repeat(5000)}`)).toEqual(['br', 'identity']);
});

test.each(['"a-br"', 'W/"a-br"', '"x", "a-br"', 'W/"x",W/"a-br"', '*', ' * '])(
  'If-None-Match %s matches the ETag',
  (header) => {
    expect(matchesEtag(header, '"a-br"')).toBe(true);
  },
);

test.each(['"a"', 'a-br', '"a-gzip", "b"', '', '"x,"a-br', '"*"'])(
  'If-None-Match %s does not match the ETag',
  (header) => {
    expect(matchesEtag(header, '"a-br"')).toBe(false);
  },
);
