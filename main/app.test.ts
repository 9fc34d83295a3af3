import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { type OpenDatabase, createDatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import { ApiError } from '#api/lib/errors.ts';
import { createLog } from '#api/lib/log.ts';

const openDatabase: OpenDatabase = { engine: 'embedded', ping: async () => {}, close: async () => {} };

async function openApp({
  database = openDatabase,
  isOpen = true,
  siteUrl = 'http://localhost:3000',
  trustProxy = 0,
  now = undefined as (() => number) | undefined,
} = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const handle = createDatabaseHandle<Database>();
  if (isOpen) await handle.open(async () => database as Database);
  const settings = {
    siteUrl,
    isSiteUrlGiven: true,
    trustProxy,
    ticketLimit: 60,
    readLimit: 20,
    secretsBefore: [],
    currency: 'USD',
    languages: ['en' as const],
    isRiskHidden: false,
    hasReminders: false,
    reminderDays: [-7, 0, 8, 30],
    leads: 'off' as const,
    leadsTo: undefined,
    hasBooking: true,
    dataDir: 'data',
    s3Url: undefined,
    clamd: undefined,
    mailFrom: undefined,
    mailAuthservId: undefined,
    mailInKey: undefined,
    mailInDomain: undefined,
    mailInAddresses: [],
  };
  return { app: createApp({ settings, secret: 'a secret of thirty-two characters', log, handle, now }), lines };
}

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error;

test('/healthz is 200 before the database is open', async () => {
  const { app } = await openApp({ isOpen: false });
  expect((await app.request('/healthz')).status).toBe(200);
});

test('/readyz is 503 with Retry-After until the database is open', async () => {
  const { app } = await openApp({ isOpen: false });
  const response = await app.request('/readyz');
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(await errorOf(response)).toMatchObject({ code: 'unavailable' });
});

test('/readyz is 200 when the database responds and 503 when it does not', async () => {
  expect((await (await openApp()).app.request('/readyz')).status).toBe(200);
  const gone = { ...openDatabase, ping: () => Promise.reject(new Error('connection refused')) };
  expect((await (await openApp({ database: gone })).app.request('/readyz')).status).toBe(503);
});

test('/readyz pings the database at most once a second', async () => {
  let now = 0;
  let pings = 0;
  let isGone = false;
  const counted = {
    ...openDatabase,
    ping: async () => {
      pings += 1;
      if (isGone) throw new Error('connection refused');
    },
  };
  const { app } = await openApp({ database: counted, now: () => now });
  const statuses = async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, async () => app.request('/readyz')));
    return new Set(responses.map(({ status }) => status));
  };
  expect([await statuses(), pings]).toEqual([new Set([200]), 1]);
  isGone = true;
  now = 999;
  expect([await statuses(), pings]).toEqual([new Set([200]), 1]);
  now = 1_000;
  expect([await statuses(), pings]).toEqual([new Set([503]), 2]);
});

test('the API responds with 503 until the database is open', async () => {
  const { app } = await openApp({ isOpen: false });
  const response = await app.request('/api/anything');
  expect(response.status).toBe(503);
  expect(response.headers.has('Retry-After')).toBe(true);
});

test('an unknown API path is a JSON 404 that is not stored', async () => {
  const { app } = await openApp();
  const response = await app.request('/api/nothing');
  expect(response.status).toBe(404);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await errorOf(response)).toEqual({ code: 'not_found', message: 'No resource exists at this URL.' });
});

test('a known path with another method is a 405 with the allowed methods', async () => {
  const { app } = await openApp();
  const response = await app.request('/healthz', { method: 'DELETE' });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe('HEAD, GET');
});

test('every response has the security headers, errors and immutable responses too', async () => {
  const { app } = await openApp({ siteUrl: 'https://www.example.com' });
  app.get('/immutable', () => Response.redirect('https://www.example.com/', 302));
  for (const path of ['/healthz', '/api/nothing', '/immutable']) {
    const { headers } = await app.request(path);
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
  }
});

test('an error is logged with the request id, and the response has no detail', async () => {
  const { app, lines } = await openApp();
  app.get('/boom', () => {
    throw new Error('the password is hunter2');
  });
  const response = await app.request('/boom');
  expect(response.status).toBe(500);
  expect(await response.clone().text()).not.toContain('hunter2');
  expect(await errorOf(response)).toMatchObject({ code: 'internal_error' });
  expect(lines).toMatchObject([{ requestId: response.headers.get('X-Request-Id'), err: { type: 'Error' } }]);
});

test('an ApiError keeps its code, message and headers', async () => {
  const { app, lines } = await openApp();
  app.get('/no', () => {
    throw new ApiError(409, 'ticket_exists', 'This ticket exists.', { 'Retry-After': '9' });
  });
  const response = await app.request('/no');
  expect([response.status, response.headers.get('Retry-After')]).toEqual([409, '9']);
  expect(await errorOf(response)).toEqual({ code: 'ticket_exists', message: 'This ticket exists.' });
  expect(lines).toEqual([]);
});

test.each([
  ['declared', { body: 'x'.repeat(64 * 1024 + 1) }],
  ['chunked', { body: new Blob(['x'.repeat(64 * 1024 + 1)]).stream(), duplex: 'half' }],
])('a %s body above 64 KB is rejected with 413', async (_kind, init) => {
  const { app } = await openApp();
  const headers: HeadersInit = typeof init.body === 'string' ? { 'Content-Length': String(init.body.length) } : {};
  const response = await app.request('/api/nothing', { method: 'POST', headers, ...init });
  expect(response.status).toBe(413);
  expect(await errorOf(response)).toMatchObject({ code: 'payload_too_large' });
});

test('a request id is accepted only from a trusted proxy', async () => {
  const sent = { headers: { 'X-Request-Id': 'from-the-proxy-1' } };
  const direct = await (await openApp()).app.request('/healthz', sent);
  expect(direct.headers.get('X-Request-Id')).not.toBe('from-the-proxy-1');
  const { app } = await openApp({ trustProxy: 1 });
  expect((await app.request('/healthz', sent)).headers.get('X-Request-Id')).toBe('from-the-proxy-1');
  const hostile = await app.request('/healthz', { headers: { 'X-Request-Id': 'a b<script>' } });
  expect(hostile.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
});

test('a proxy that sends no readable IP address is logged once', async () => {
  const { app, lines } = await openApp({ trustProxy: 1 });
  for (const hop of ['unknown', 'client-203.0.113.9', '20.1.2.3:4411'])
    await app.request('/healthz', { headers: { 'X-Forwarded-For': hop } });
  expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('X-Forwarded-For') }]);
  expect(JSON.stringify(lines)).not.toContain('203.0.113');
});

test('a client that disconnects during a chunked body is not reported as a lost database', async () => {
  const { app, lines } = await openApp({});
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"email":'));
      controller.error(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    },
  });
  const headers = {
    Origin: 'http://localhost:3000',
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  };
  const response = await app.request('/api/auth/sign-in/password', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as never);
  expect(response.status).toBe(400);
  expect(lines.filter(({ msg }) => msg === 'the database did not respond')).toEqual([]);
});
