import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import {
  type Api,
  browser,
  declaredRoutes,
  makeUser,
  assertDefined,
  openApi,
  password,
  siteUrl,
} from '#tests/support/api.ts';

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
    .map(({ method, path }) => `${method.toLowerCase()} ${path}`);
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
      expect(described.security).toEqual(isPrivate ? [{ session: [] }] : undefined);
      expect(described.requestBody?.required).toBe(request?.body === undefined ? undefined : true);
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
      400: ['bad_request', 'invalid_request'],
      401: ['unauthorized'],
      403: ['forbidden_origin'],
      404: ['not_linked'],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      422: ['idempotency_key_reused'],
      429: ['too_many_requests'],
      503: ['unavailable', 'server_busy'],
    });
    expect(errorsOf('get', '/api/portal/counts')).toEqual({
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
      'skip',
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
    expect(headers).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }]);
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
  const { headers: responseHeaders } = await client.post('/api/auth/sign-in/email', { email, password }, headers);
  const hostCookie = (name: string) =>
    expect.stringMatching(
      new RegExp(`^__Host-portal\\.${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
  expect(responseHeaders.getSetCookie()).toEqual([hostCookie('session_token'), hostCookie('device')]);
  expect((await client.get('/api/portal/counts')).status).toBe(200);

  const confirmed = await client.post('/api/auth/confirm/password', { password }, headers);
  expect(confirmed.headers.getSetCookie()).toEqual([hostCookie('session_token')]);
  const challenged = await client.post('/api/auth/passkey-challenge', undefined, headers);
  expect(challenged.headers.getSetCookie()).toEqual([hostCookie('passkey')]);
  const { secret } = (await client.post('/api/auth/totp/start', undefined, headers)).body;
  await client.post('/api/auth/totp/finish', { code: codeOf(secret) }, headers);
  const again = await browser(secure).post('/api/auth/sign-in/email', { email, password }, headers);
  expect(again.headers.getSetCookie()).toEqual([hostCookie('two_factor')]);
});

test('over https the cookie name of plain http is ignored', async () => {
  const secure = await openApi(database, { siteUrl: 'https://portal.test' });
  const { cookie } = await makeUser(database);
  expect((await browser(secure, { cookie }).get('/api/portal/counts')).status).toBe(401);
});
