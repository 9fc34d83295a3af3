import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { apiError, RateLimitError } from '#api/lib/errors.ts';
import { keyPrefix } from '#contract/key-scopes.ts';
import type { KeyEnv } from '../app-env.ts';
import { createKeyGuard } from './key-guard.ts';

const newKey = () => keyPrefix + randomBytes(32).toString('base64url');
/** What a network, or a key that works, may send at once. */
const burst = 1000;

test('keys that have not worked share the limit of their network, whatever the errors are', async () => {
  const valid = newKey();
  const app = new Hono<KeyEnv>();
  app.onError((error) => new Response(null, { status: error instanceof RateLimitError ? 429 : 401 }));
  app.use(async (c, next) => {
    c.set('clientIp', '192.0.2.1');
    c.set('trace', { requestId: 'one' });
    await next();
  });
  app.use(createKeyGuard(1, () => 0));
  app.get('/changes', (c) => {
    if (c.get('keyCaller').key !== valid) throw apiError(401);
    return c.text('');
  });
  const send = async (key: string, path: string) =>
    (await app.request(path, { headers: { Authorization: `Bearer ${key}` } })).status;

  expect(await send(valid, '/changes')).toBe(200);
  const invalid = newKey();
  expect(await send(invalid, '/nowhere')).toBe(404);
  for (let sent = 2; sent < burst; sent += 1) await send(newKey(), '/nowhere');
  expect(await send(invalid, '/changes')).toBe(429);
  expect(await send(newKey(), '/nowhere')).toBe(429);
  expect(await send(valid, '/changes')).toBe(200);
});
