import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startFixtureServer } from '#tests/support/http-server.ts';
import { readTarget } from './request-listener.ts';

test.each([
  ['/services', { path: '/services', query: '' }],
  ['/services?a=%zz', { path: '/services', query: '?a=%zz' }],
  ['/%C3%A9', { path: '/é', query: '' }],
  ['/a%2Fb', { path: '/a%2Fb', query: '' }],
  ['http://host/services?x', { path: '/services', query: '?x' }],
  ['http://host', { path: '/', query: '' }],
  ['//evil.example/', { path: '//evil.example/', query: '' }],
])('%s is read as %o', (url, target) => {
  expect(readTarget(url)).toEqual(target);
});

test.each(['/%00', '/a%0d%0aSet-Cookie:x', '/%', '/%zz', '/%ff', '*', 'ftp://x/y', 'services'])(
  '%s is a bad request',
  (url) => {
    expect(readTarget(url)).toBe(400);
  },
);

test('an oversized target is 414', () => {
  expect(readTarget(`/${'a'.repeat(8192)}`)).toBe(414);
});

// api/auth/limit-concurrency.ts drops queued work by this signal.
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
