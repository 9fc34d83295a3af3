import { once } from 'node:events';
import { connect } from 'node:tls';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredRoutes } from '#tests/support/api.ts';
import { findDifferences, requestsFor, type Sent, startBoth } from '#tests/support/nginx.ts';
import { writeFixtureSite } from '#tests/support/site.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { nginxConfiguration } from './nginx-configuration.ts';

const settings = { siteUrl: 'https://www.example.com', upstreams: ['127.0.0.1:3000'], hasCertificate: true };

test('every instance is an upstream', () => {
  const text = nginxConfiguration({ ...settings, upstreams: ['127.0.0.1:3000', '127.0.0.1:3001'] });
  expect(text.match(/^ {2}server \S+/gm)).toEqual(['  server 127.0.0.1:3000', '  server 127.0.0.1:3001']);
});

test('before there is a certificate, only its authority is answered', () => {
  const text = nginxConfiguration({ ...settings, hasCertificate: false });
  expect(text).toContain('location ^~ /.well-known/acme-challenge/');
  expect(text).not.toMatch(/ssl_certificate|proxy_pass/);
});

test('the routes that take a file or a long invoice, and no others, may be sent more than 64 KB', () => {
  const text = nginxConfiguration(settings);
  const large = [...text.matchAll(/location (~ )?(\S+) \{\n +client_max_body_size/g)].map(
    ([, isPattern, path]) => new RegExp(isPattern === undefined ? `^${path}` : (path ?? '')),
  );
  const routes = declaredRoutes().filter(({ method }) => method !== 'get');
  const isLongInvoice = (path: string) => /\/desk\/invoices\/(?:issue|preview)$/.test(path);
  const taking = routes.filter(
    ({ path, request }) => isLongInvoice(path) || (request?.body && !('application/json' in request.body.content)),
  );
  const allowed = routes.filter(({ path }) => large.some((pattern) => pattern.test(path)));
  expect(allowed.map(({ path }) => path)).toEqual(taking.map(({ path }) => path));
  expect(taking).toHaveLength(12);
});

/** Sends the first bytes of a body and no more. */
function startUpload(port: number, path: string): { ended: Promise<unknown> } {
  const socket = connect({ port, host: '127.0.0.1', servername: 'www.example.com', rejectUnauthorized: false });
  socket.on('error', () => undefined).resume();
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: www.example.com\r\nContent-Length: 1000000\r\n\r\nfirst bytes`);
  return { ended: once(socket, 'close') };
}

describe.runIf(await hasSystemPart('nginx'))('nginx with this configuration', () => {
  let servers: Awaited<ReturnType<typeof startBoth>>;
  const released = Promise.withResolvers<void>();
  const differences = (sent: Sent) => findDifferences(servers.toNode, servers.toNginx, sent);
  const statusOf = async (path: string, method = 'GET') => (await servers.toNginx({ path, method })).status;

  beforeAll(async () => {
    const folder = writeFixtureSite((manifest) => ({ ...manifest, builtFor: 'https://www.example.com' }));
    servers = await startBoth(folder);
    servers.node.app.get('/api/slow', async (c) => {
      await released.promise;
      return c.text('done');
    });
    servers.node.app.get('/api/list', (c) => c.json(Array.from({ length: 200 }, (_, at) => `Imprimante ${at}`)));
  });
  afterAll(() => servers.stop());

  test('answers as our server does for every file of the manifest', async () => {
    // The page of 16 MB is like the others.
    const files = servers.manifest.files.filter(({ path }) => path !== '/large');
    for (const sent of requestsFor(files)) expect(await differences(sent)).toEqual([]);
  });

  test.each([
    '/nowhere',
    '/404/',
    '/Services',
    '//services',
    '/services/nowhere',
    '/services//',
    '/services/?a=1&b=%20',
    '/services?utm_source=x',
    '/%73ervices',
    '/assets/',
    '//',
    '/.env',
    '/site.json',
    '/index.html',
    '/services/index.html.br',
    '/a%20b',
    '//evil.example/',
    '/%5Cevil.example/',
    '/tickets/TKT-1',
    '/tickets/TKT-1/?a=1',
    `/tickets/${'x'.repeat(65)}`,
    '/tickets/a.b',
    '/tickets/1/2',
    '/tickets/%25',
    '/Tickets/1',
    '///evil.example//',
  ])('answers %s as our server does', async (path) => {
    expect(await differences({ path })).toEqual([]);
    expect(
      await differences({ path, method: 'HEAD', headers: { 'Accept-Encoding': 'br', 'If-None-Match': '*' } }),
    ).toEqual([]);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers %s as our server does', async (method) => {
    expect(await differences({ path: '/services', method })).toEqual([]);
    expect(await differences({ path: '/nowhere', method })).toEqual([]);
  });

  test.each(['W/"etag-1-br"', '"other", W/"etag-1-br"', ' * ', '"etag-1-br', 'etag-1-br', '"x"etag-1-br"'])(
    'compares If-None-Match %s as our server does',
    async (tag) => {
      const headers = { 'Accept-Encoding': 'br', 'If-None-Match': tag };
      expect(await differences({ path: '/services', headers })).toEqual([]);
    },
  );

  test.each(['br;q=0, gzip', 'br;q=0.0', '*', 'br;q=0, *', 'BR', 'x-gzip', 'brotli', 'gzip;q=0.5', 'deflate', ''])(
    'negotiates Accept-Encoding %s as our server does',
    async (accepted) => {
      const headers = { 'Accept-Encoding': accepted };
      expect(await differences({ path: '/services', headers })).toEqual([]);
      expect(await differences({ path: '/nowhere', headers })).toEqual([]);
    },
  );

  test.each(['br', 'gzip', 'identity'])(
    'passes on a response of the API in %s as our server sends it',
    async (encoding) => {
      const sent = { path: '/api/list', headers: { 'Accept-Encoding': encoding } };
      expect(await differences(sent)).toEqual([]);
      const { headers, body } = await servers.toNginx(sent);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': `${body.length}` });
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    },
  );

  test('logs the path of the request, not that of the file', async () => {
    await statusOf('/tickets/TKT-7?search=secret');
    await statusOf('/.env');
    const isComplete = () => servers.readLog().includes('/.env');
    while (!isComplete()) await wait(20);
    expect(servers.readLog()).toContain('"GET /tickets/TKT-7" 200');
    expect(servers.readLog()).toContain('"GET /.env" 404');
    expect(servers.readLog()).not.toContain('secret');
  });

  test.each(['/services%0A', '/tickets/TKT-1%0A'])('%s with a line break is not a page', async (path) => {
    expect(await statusOf(path)).toBeGreaterThanOrEqual(400);
    expect(await differences({ path })).toEqual([]);
  });

  test.each(['/api', '/api/nothing', '/healthz', '/readyz'])('passes %s on to our server', async (path) => {
    expect(await differences({ path })).toEqual([]);
    expect(await differences({ path, method: 'POST', headers: { Origin: 'https://www.example.com' } })).toEqual([]);
  });

  test.each(['/api/portal/tickets/file', '/api/desk/tickets/file', '/api/mail/inbound'])(
    'takes 25 MB at %s, and 64 KB elsewhere',
    async (path) => {
      const method = path === '/api/mail/inbound' ? 'POST' : 'PUT';
      // Our own responses: nginx itself rejects with 413 and a page.
      const headers = { Origin: 'https://www.example.com', 'Content-Type': 'application/octet-stream' };
      const send = (to: string, size: number) =>
        servers.onNewConnection({ path: to, method, headers, body: Buffer.alloc(size) });
      expect((await send(path, 25 * 1024 * 1024)).headers['x-request-id']).toBeDefined();
      const tooLarge = await send(path, 25 * 1024 * 1024 + 1);
      expect([tooLarge.status, tooLarge.headers['x-request-id']]).toEqual([413, undefined]);
      expect((await send(`${path}s`, 65 * 1024)).status).toBe(413);
    },
  );

  test('limits the unfinished uploads of one IP address, and leaves it its downloads', async () => {
    const path = '/api/portal/tickets/file';
    const unfinished = Array.from({ length: 5 }, () => startUpload(servers.port, path));
    const ended = Promise.all(unfinished.map((one) => one.ended));
    const upload = async () => (await servers.onNewConnection({ path, method: 'PUT', body: Buffer.alloc(1) })).status;
    while ((await upload()) !== 429) await wait(20);
    expect(await statusOf(path)).toBe(401);
    // None of them reached our server, and nginx ends those that send nothing.
    expect(servers.node.inFlight.size).toBe(0);
    await ended;
    while ((await upload()) === 429) await wait(20);
  });

  test('redirects http to https and refuses CONNECT', async () => {
    const redirect = await fetch(`http://127.0.0.1:${servers.redirectPort}/services?a=1`, { redirect: 'manual' });
    expect(redirect.headers.get('Location')).toBe('https://www.example.com/services?a=1');
    expect(await statusOf('www.example.com:443', 'CONNECT')).toBeGreaterThanOrEqual(400);
  });

  test('limits sign-ins of one IP address, and leaves it its pages', async () => {
    const statuses: (number | undefined)[] = [];
    for (let nth = 0; nth < 5; nth += 1) statuses.push(await statusOf('/api/auth/nothing'));
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect(await statusOf('/services')).toBe(200);
  });

  test('limits the concurrent requests of one IP address', async () => {
    const slow = Array.from({ length: 5 }, () => servers.onNewConnection({ path: '/api/slow' }));
    while (servers.node.inFlight.size < slow.length) await wait(20);
    expect(await statusOf('/services')).toBe(429);
    released.resolve();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    while ((await statusOf('/services')) !== 200) await wait(20);
  });
});
