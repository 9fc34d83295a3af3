import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startFixtureServer } from '#tests/support/http-server.ts';

// What waits for a hash is dropped by this signal (api/auth/limit-concurrency.ts).
test('the signal of a request is aborted when its client has gone', async () => {
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
