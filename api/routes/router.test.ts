import { createRoute } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '#api/lib/log.ts';
import {
  type Api,
  assertDefined,
  browser,
  declaredRoutes,
  makeUser,
  openApi,
  password,
  siteUrl,
} from '#tests/support/api.ts';
import { codeOf } from '#tests/support/factors.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { handleErrors } from './middleware/error-mapping.ts';
import { beginTrace } from '#api/lib/request-trace.ts';
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

const app = createPublicRouter();
app.use(async (c, next) => {
  c.set('trace', beginTrace({}, 0));
  await next();
});
app
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

let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await freshDatabase('embedded');
  api = await openApi(database);
});
afterAll(() => database.close());

test('every API route is declared, except the document itself', () => {
  const served = api.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const declared = declaredRoutes().map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...declared, 'get /api/openapi.json'].toSorted());
});

interface Operation {
  security?: unknown;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

describe('the OpenAPI document', () => {
  let type: string | null;
  let document: { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };
  beforeAll(async () => {
    const response = await api.request('/api/openapi.json');
    type = response.headers.get('content-type');
    document = (await response.json()) as typeof document;
  });
  const operation = (method: string, path: string) => assertDefined(document.paths[path]?.[method]);
  const errorsOf = (method: string, path: string) =>
    Object.fromEntries(
      Object.entries(operation(method, path).responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { description }]) => [status, description.split(', ')]),
    );

  test('is OpenAPI 3.1 and describes every route with its input, response and errors', () => {
    expect(type).toBe('application/json');
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: siteUrl }] });
    for (const { method, path, isPrivate, request, responses } of declaredRoutes()) {
      const described = operation(method, path);
      expect(Object.keys(described.responses).toSorted()).toEqual(Object.keys(responses).toSorted());
      expect(described.responses).toMatchObject({ 503: { description: 'unavailable, server_busy' } });
      const scheme = path.startsWith('/api/v1/') ? 'key' : 'session';
      expect(described.security).toEqual(isPrivate || scheme === 'key' ? [{ [scheme]: [] }] : []);
      expect(described.requestBody?.required).toBe(request?.body?.required);
    }
    expect(JSON.stringify(document)).not.toContain('$schema');
    expect(document.components).toMatchObject({
      schemas: {
        Error: { properties: { error: { properties: { code: { enum: expect.arrayContaining(['unauthorized']) } } } } },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'portal.session_token' } },
    });
  });

  test('names the error codes of a route beside those of every route', () => {
    expect(errorsOf('post', '/api/portal/tickets')).toEqual({
      400: ['unknown_colleague', 'bad_request', 'invalid_request'],
      401: ['unauthorized'],
      403: ['forbidden', 'forbidden_origin'],
      404: ['not_linked'],
      409: ['customer_changed'],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      422: ['idempotency_key_reused'],
      429: ['too_many_requests'],
      503: ['unavailable', 'server_busy'],
    });
    expect(errorsOf('get', '/api/portal/records/counts')).toEqual({
      401: ['unauthorized'],
      429: ['too_many_requests'],
      503: ['unavailable', 'server_busy'],
    });
    expect(errorsOf('post', '/api/auth/passkeys/remove')[403]).toEqual(['confirmation_required', 'forbidden_origin']);
  });

  test('describes parameters, headers and bodies', () => {
    const { parameters } = operation('get', '/api/portal/invoices');
    expect(parameters?.map(({ name }) => name)).toEqual([
      'limit',
      'cursor',
      'sort',
      'direction',
      'status',
      'q',
      'count',
    ]);
    expect(parameters?.find(({ name }) => name === 'limit')).toMatchObject({
      in: 'query',
      schema: { type: 'string', pattern: String.raw`^\d{1,4}$`, example: '50' },
    });
    const { parameters: headers, requestBody, responses } = operation('post', '/api/portal/tickets');
    expect(headers).toMatchObject([
      { in: 'header', name: 'Customer-Id' },
      { in: 'header', name: 'Idempotency-Key' },
    ]);
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      additionalProperties: false,
      required: ['subject', 'description'],
      properties: { subject: { type: 'string', maxLength: 200 }, priority: { default: 'medium' } },
    });
    expect(responses[201]?.content['application/json']?.schema).toMatchObject({
      properties: { id: { type: 'string', format: 'uuid' }, createdAt: { format: 'date-time' } },
    });
  });
});

test('over https every cookie is Secure and bound to this host', async () => {
  const secure = await openApi(database, { siteUrl: 'https://portal.test' });
  const { email } = await makeUser(database, { password });
  const headers = { Origin: 'https://portal.test' };
  const client = browser(secure);
  const { headers: responseHeaders } = await client.post('/api/auth/sign-in/password', { email, password }, headers);
  const hostCookie = (name: string) =>
    expect.stringMatching(
      new RegExp(`^__Host-portal\\.${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
  expect(responseHeaders.getSetCookie()).toEqual([hostCookie('session_token'), hostCookie('device')]);
  expect((await client.get('/api/portal/records/counts')).status).toBe(200);

  const confirmed = await client.post('/api/auth/password/confirm', { password }, headers);
  expect(confirmed.headers.getSetCookie()).toEqual([hostCookie('session_token')]);
  const challenged = await client.post('/api/auth/passkeys/challenge', undefined, headers);
  expect(challenged.headers.getSetCookie()).toEqual([hostCookie('passkey')]);
  const { secret } = (await client.post('/api/auth/totp/start', undefined, headers)).body;
  await client.post('/api/auth/totp/finish', { code: codeOf(secret) }, headers);
  const again = await browser(secure).post('/api/auth/sign-in/password', { email, password }, headers);
  expect(again.headers.getSetCookie()).toEqual([hostCookie('two_factor')]);
});

test('over https the cookie name of plain http is ignored', async () => {
  const secure = await openApi(database, { siteUrl: 'https://portal.test' });
  const { cookie } = await makeUser(database);
  expect((await browser(secure, { cookie }).get('/api/portal/records/counts')).status).toBe(401);
});
