import { createRoute } from '@hono/zod-openapi';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#api/lib/log.ts';
import { handleErrors } from './middleware/error-mapping.ts';
import { createPrivateRouter, createPublicRouter, jsonBody, ok } from './router.ts';

const echo = createRoute({
  method: 'post',
  path: '/echo',
  request: {
    ...jsonBody(z.strictObject({ name: z.string() })),
    headers: z.object({ 'X-Mode': z.string().max(3).optional() }),
  },
  responses: ok(z.object({ name: z.string(), mode: z.string().optional() })),
});
const search = createRoute({
  method: 'get',
  path: '/search',
  request: { query: z.strictObject({ limit: z.string().transform(Number).optional() }) },
  responses: ok(z.object({ limit: z.number() })),
});

const app = createPublicRouter()
  .openapi(echo, (c) => Promise.resolve(c.json({ ...c.req.valid('json'), mode: c.req.valid('header')['X-Mode'] }, 200)))
  .openapi(search, (c) => Promise.resolve(c.json({ limit: c.req.valid('query').limit ?? Number.NaN }, 200)));
app.onError(handleErrors(createLog('silent')));

const json = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json) =>
  app.request('/echo', { method: 'POST', body, headers });
const errorOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
};

describe('a request body', () => {
  test('reaches the handler as parsed by its schema', async () => {
    const response = await post('{"name":"Ada"}', {
      'Content-Type': 'Application/JSON ; charset=utf-8',
      'X-Mode': 'on',
    });
    expect(await response.json()).toEqual({ name: 'Ada', mode: 'on' });
  });

  test.each([undefined, '', 'text/plain', 'application/vnd.api+json', 'application/jsonp'])(
    'of the type %s is 415',
    async (type) => {
      const response = await post('{"name":"Ada"}', type === undefined ? {} : { 'Content-Type': type });
      expect((await errorOf(response)).slice(0, 2)).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('without content is 415 as well', async () => {
    expect((await app.request('/echo', { method: 'POST' })).status).toBe(415);
  });

  test('that is not JSON is a bad request', async () => {
    expect(await errorOf(await post('{'))).toEqual([400, 'bad_request', 'The request is not valid JSON.']);
  });

  test('that does not match its schema is an invalid request, which names the field', async () => {
    const [status, code, message] = await errorOf(await post('{"name":1}'));
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(message).toMatch(/^name: /);
    expect((await errorOf(await post('{"name":"Ada","role":"staff"}'))).slice(0, 2)).toEqual([400, 'invalid_request']);
  });

  test('is validated before the headers', async () => {
    expect((await errorOf(await post('{', { ...json, 'X-Mode': 'long' })))[1]).toBe('bad_request');
    expect((await errorOf(await post('{"name":"Ada"}', { ...json, 'X-Mode': 'long' })))[1]).toBe('invalid_request');
  });
});

describe('a query', () => {
  test('reaches the handler as parsed by its schema', async () => {
    expect(await (await app.request('/search?limit=5')).json()).toEqual({ limit: 5 });
  });

  test.each(['limit=5&limit=6', 'unknown=1', '__proto__=1'])('?%s is an invalid request', async (query) => {
    expect((await errorOf(await app.request(`/search?${query}`))).slice(0, 2)).toEqual([400, 'invalid_request']);
  });
});

test('a response that does not match its schema fails in tests and in development', async () => {
  // The handler responds with NaN, which is null in JSON.
  expect((await app.request('/search')).status).toBe(500);
});

// Checked by `tsc`, which reports a directive below that suppresses no error. The client's half is in
// app/lib/api-client.test.ts.
test('a handler that does not match the declaration of its route is a type error', () => {
  const router = createPublicRouter();
  // @ts-expect-error: the response has other fields than declared
  router.openapi(search, (c) => Promise.resolve(c.json({ count: 1 }, 200)));
  // @ts-expect-error: this status is not declared
  router.openapi(search, (c) => Promise.resolve(c.json({ limit: 1 }, 201)));
  // @ts-expect-error: no such query parameter
  router.openapi(search, (c) => Promise.resolve(c.json({ limit: c.req.valid('query').size }, 200)));
  // @ts-expect-error: a route without a session has no caller
  router.openapi(search, (c) => Promise.resolve(c.json({ limit: c.get('caller').sessionToken.length }, 200)));
  createPrivateRouter().openapi(search, (c) =>
    Promise.resolve(c.json({ limit: c.get('caller').sessionToken.length }, 200)),
  );
  expect(router.routes).toHaveLength(4);
});
