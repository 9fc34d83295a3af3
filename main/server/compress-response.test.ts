import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { declaredRoutes } from '#tests/support/api.ts';
import { startFixtureServer } from '#tests/support/http-server.ts';

let server: Awaited<ReturnType<typeof startFixtureServer>>;
const items = Array.from({ length: 50 }, (_, at) => ({ id: at, subject: `Imprimante hors ligne ${at}` }));
const long = JSON.stringify(items);
const csv = 'number;amount\n'.repeat(200);

beforeAll(async () => {
  server = await startFixtureServer();
  const { app } = server;
  app.on(['GET', 'POST'], '/api/list', (c) => c.json(items));
  app.get('/api/short', (c) => c.json({ text: 'a'.repeat(1000) }));
  app.get('/api/limit', (c) => c.json({ text: 'a'.repeat(1013) }));
  app.get('/api/error', (c) => c.json({ text: 'a'.repeat(2000) }, 422));
  app.get('/api/mixed', (c) => c.json(items, 200, { 'Cache-Control': 'no-store, no-transform' }));
  app.get('/api/csv', (c) => c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' }));
  app.get('/api/bytes', (c) => c.body(new TextEncoder().encode(csv), 200, { 'Content-Type': 'text/calendar' }));
  app.get('/api/tagged', (c) => c.json(items, 200, { ETag: '"1"' }));
  app.get('/api/file', (c) => c.body(long, 200, { 'Content-Type': 'application/octet-stream' }));
  app.get('/api/events', (c) => c.body(new Blob([long]).stream(), 200, { 'Content-Type': 'text/event-stream' }));
  app.get('/api/parts', (c) => c.body(new Blob([long]).stream(), 200, { 'Content-Type': 'application/json' }));
  app.get('/api/sized-parts', (c) =>
    c.body(new Blob([long]).stream(), 200, { 'Content-Type': 'application/json', 'Content-Length': `${long.length}` }),
  );
});
afterAll(() => server.server.close());

// Not fetch, which decompresses. One connection per request.
async function send(
  path: string,
  headers: IncomingHttpHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' },
  method = 'GET',
) {
  const sent = request(`${server.url}${path}`, {
    method,
    headers: { connection: 'close', origin: 'https://www.example.com', ...headers },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('a response from 1 KB on is compressed as the client prefers', async () => {
  const br = await send('/api/list');
  expect(br.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'content-length': `${br.body.length}`,
  });
  expect(br.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(brotliDecompressSync(br.body).toString()).toBe(long);
  const gzip = await send('/api/list', { 'accept-encoding': 'br;q=0.5, gzip' });
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${gzip.body.length}` });
  expect(gunzipSync(gzip.body).toString()).toBe(long);
  expect(Math.max(br.body.length, gzip.body.length)).toBeLessThan(long.length / 4);
});

test.each([
  ['/api/limit', (text: string) => text.length === 1024],
  ['/api/error', (text: string) => text.length > 2000],
  ['/api/csv', (text: string) => text === csv],
  ['/api/bytes', (text: string) => text === csv],
])('%s is compressed', async (path, isRight) => {
  const { headers, body } = await send(path);
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(brotliDecompressSync(body).toString()).toSatisfy(isRight);
});

test.each([undefined, 'identity', 'gzip;q=0', 'zstd'])(
  'a client that accepts %s gets the text itself',
  async (accepted) => {
    const { headers, body } = await send('/api/list', accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': `${long.length}` });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe(long);
  },
);

test.each(['/api/short', '/api/tagged', '/api/file', '/api/events', '/api/parts', '/api/sized-parts', '/api/mixed'])(
  '%s is never compressed',
  async (path) => {
    const { status, headers, body } = await send(path);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.length).toBeGreaterThan(1000);
  },
);

test('a file and an event stream do not vary', async () => {
  for (const path of ['/api/file', '/api/events']) expect((await send(path)).headers).not.toHaveProperty('vary');
});

test('HEAD has the headers of GET without a body', async () => {
  const { status, headers, body } = await send('/api/list', undefined, 'HEAD');
  expect([status, body.length]).toEqual([200, 0]);
  expect(headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept-Encoding' });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a part that is asked for, or another ETag, changes nothing', async () => {
  const accepted = { 'accept-encoding': 'br' };
  const ranged = await send('/api/list', { ...accepted, range: 'bytes=0-9' });
  expect([ranged.status, brotliDecompressSync(ranged.body).toString()]).toEqual([200, long]);
  const conditional = await send('/api/list', { ...accepted, 'if-none-match': '*' });
  expect([conditional.status, brotliDecompressSync(conditional.body).toString()]).toEqual([200, long]);
});

test.each([
  ['cross-site', undefined],
  ['same-site', undefined],
  ['same-origin', 'br'],
  ['none', 'br'],
])('a request with Sec-Fetch-Site: %s', async (site, encoding) => {
  const { headers } = await send('/api/list', { 'accept-encoding': 'br', 'sec-fetch-site': site });
  expect(headers['content-encoding']).toBe(encoding);
});

test('the response to a POST, which may show a secret once, is not compressed', async () => {
  const { status, headers, body } = await send('/api/list', undefined, 'POST');
  expect([status, body.toString()]).toEqual([200, long]);
  expect(headers).not.toHaveProperty('content-encoding');
});

/** Responses to GET that have such a property, and why they may be compressed. */
const harmless: Record<string, string> = {
  '/api/leads/challenge': 'The length and the first bytes of a key of the proof, for anybody.',
  '/api/auth/security': 'How many recovery codes are left, and whether there is a password.',
  '/api/portal/licenses': 'License keys beside what staff wrote, nothing of which a stranger chooses.',
  '/api/portal/licenses/detail': 'As above.',
  '/api/desk/licenses': 'As above.',
  '/api/desk/licenses/detail': 'As above.',
  '/api/desk/search': 'License keys beside what customers wrote: sent with no-transform (search.test.ts).',
};

test('secrets are in responses to POST only', () => {
  const found = declaredRoutes().flatMap(({ method, path, responses }) => {
    const done = responses[200];
    const content = done && 'content' in done ? done.content : undefined;
    const { schema } = (content?.['application/json'] ?? {}) as { schema?: unknown };
    if (method !== 'get' || !(schema instanceof z.ZodType)) return [];
    const names = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g);
    const isSecret = ([, name = '']: RegExpMatchArray) => /secret|token|password|key(?!s)|recovery|otpauth/i.test(name);
    return [...names].some(isSecret) ? [path] : [];
  });
  expect(found.toSorted()).toEqual(Object.keys(harmless).toSorted());
});
