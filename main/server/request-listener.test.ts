import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';
import { logRequest, readTarget } from './request-listener.ts';
import { createLog } from '#api/lib/log.ts';

test.each([
  ['/services', { path: '/services', query: '' }],
  ['/services?a=%zz', { path: '/services', query: '?a=%zz' }],
  ['/%', { path: '/%', query: '' }],
  ['/%E0%A4%A?a=1', { path: '/%E0%A4%A', query: '?a=1' }],
  ['/%C3%A9', { path: '/é', query: '' }],
  ['/a%2Fb', { path: '/a%2Fb', query: '' }],
  ['http://host/services?x', { path: '/services', query: '?x' }],
  ['http://host', { path: '/', query: '' }],
  ['//evil.example/', { path: '//evil.example/', query: '' }],
])('%s is read as %o', (url, target) => {
  expect(readTarget(url)).toEqual(target);
});

test.each(['/%00', '/a%0d%0aSet-Cookie:x', '*', 'ftp://x/y', 'services'])('%s is a bad request', (url) => {
  expect(readTarget(url)).toBe(400);
});

test('an oversized target is 414', () => {
  expect(readTarget(`/${'a'.repeat(8192)}`)).toBe(414);
});

// api/auth/core/password-hash.ts drops queued work by this signal.
test('the signal of a request is aborted when its client disconnects', async () => {
  const { app, port, server } = await startFixtureServer();
  const arrival = Promise.withResolvers<AbortSignal>();
  const answered = Promise.withResolvers<void>();
  app.get('/api/waiting', async (c) => {
    arrival.resolve(c.req.raw.signal);
    await answered.promise;
    return c.text('');
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET /api/waiting HTTP/1.1\r\nHost: a\r\n\r\n');
  const signal = await arrival.promise;
  expect(signal.aborted).toBe(false);
  client.resetAndDestroy();
  if (!signal.aborted) await once(signal, 'abort');
  answered.resolve();
  server.close();
});

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

test('every request has one line, with the request id of its response', async () => {
  const { port, lines, server } = await startFixtureServer();
  const page = await sendRaw(port, get('/services'));
  await sendRaw(port, get('/nowhere'));
  const received = await sendRaw(port, get('/api/nothing'));
  server.close();
  expect(lines).toMatchObject([
    { method: 'GET', path: '/services', status: 200, bytes: page.length },
    { method: 'GET', path: '/nowhere', status: 404 },
    { method: 'GET', path: '/api/nothing', status: 404, ms: expect.any(Number), bytes: received.length },
  ]);
  expect(page.toLowerCase()).toContain(`x-request-id: ${String(lines[0]?.['requestId'])}`);
  expect(received.toLowerCase()).toContain(`x-request-id: ${String(lines[2]?.['requestId'])}`);
});

test('no line contains a query, a cookie, an email address or an IP address', async () => {
  const { port, lines, server } = await startFixtureServer({ logLevel: 'trace' });
  const personal = ['Cookie: session=abcdef', 'X-Forwarded-For: 203.0.113.9', 'Referer: http://x/?mail=a@b.example'];
  await sendRaw(port, get('/services?email=claire@cabinet.example', ...personal));
  await sendRaw(port, get('/api/claire@cabinet.example?token=abcdef', ...personal));
  await sendRaw(port, get('/%00?token=abcdef', ...personal));
  await sendRaw(port, 'garbage claire@cabinet.example\r\n\r\n');
  server.close();
  expect(lines.length).toBe(4);
  expect(JSON.stringify(lines)).not.toMatch(/claire|abcdef|203\.0\.113|127\.0\.0\.1|\?/);
});

test('a response that the client did not wait for is marked as aborted', async () => {
  const { port, lines, server, app } = await startFixtureServer();
  app.get('/api/slow', async (c) => {
    c.env.incoming?.socket.destroy();
    return c.text('too late');
  });
  await sendRaw(port, get('/api/slow'));
  server.close();
  expect(lines).toMatchObject([{ path: '/api/slow', aborted: true }]);
});

test('a line names the trace that a valid header began', async () => {
  const { port, lines, server } = await startFixtureServer();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await sendRaw(port, get('/api/nothing', `traceparent: 00-${traceId}-00f067aa0ba902b7-01`));
  await sendRaw(port, get('/services', 'traceparent: 00-<script>-x-01'));
  server.close();
  expect(lines).toMatchObject([
    { path: '/api/nothing', traceId },
    { path: '/services', status: 200 },
  ]);
  expect(lines[1]).not.toHaveProperty('traceId');
});

test('a slow request is a warning, a fast one is not; a probe that has to wait is not an error', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const respond = (slowMs: number, url = '/x', statusCode = 200) => {
    const res = Object.assign(new EventEmitter(), { statusCode, writableFinished: true });
    const req = { socket: { bytesWritten: 0 }, method: 'GET', url };
    const trace = { requestId: 'one', user: 'hash', key: 'rak_abcdef', code: 'file_empty' };
    logRequest({ log, slowMs }, { req: req as IncomingMessage, res: res as unknown as ServerResponse, trace });
    res.emit('close');
  };
  respond(0.000_001);
  respond(1e9);
  respond(0);
  respond(0, '/readyz', 503);
  respond(0, '/api/x', 503);
  expect(lines).toMatchObject([
    { level: 40, slow: true, user: 'hash', key: 'rak_abcdef', code: 'file_empty' },
    ...[30, 30, 30, 50].map((level) => ({ level })),
  ]);
  for (const line of lines.slice(1)) expect(line).not.toHaveProperty('slow');
});
