import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { routes } from '#contract/routes.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { type Api, browser, makeLogin, openApi, password, siteUrl } from '#tests/support/api.ts';

let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await freshDatabase('embedded');
  api = await openApi(database);
});
afterAll(() => database.close());

const named = (method: string, path: string) => `${method.toUpperCase()} ${path}`;

test('the contract names every route that the server answers, and no other', () => {
  const answered = api.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => named(method, path));
  const promised = routes.map(({ method, path }) => named(method, path));
  expect(new Set(answered)).toEqual(new Set([...promised, 'GET /api/openapi.json']));
});

test('the description is OpenAPI 3.1 and holds every route with its answers', async () => {
  const answer = await api.request('/api/openapi.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  const document = (await answer.json()) as { openapi: string; servers: unknown; paths: Record<string, object> };
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: siteUrl }] });
  for (const { method, path, status } of routes) {
    expect(document.paths[path]).toMatchObject({ [method]: { responses: { [status]: {}, 503: {} } } });
  }
  expect(JSON.stringify(document)).not.toContain('$schema');
});

test('over https every cookie is kept to https and to this host', async () => {
  const secure = await openApi(database, { siteUrl: 'https://portal.test' });
  const { email } = await makeLogin(database, { password });
  const headers = { Origin: 'https://portal.test' };
  const visitor = browser(secure);
  const { headers: told } = await visitor.post('/api/auth/sign-in/email', { email, password }, headers);
  const kept = (name: string) =>
    expect.stringMatching(
      new RegExp(`^__Host-portal\\.${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
  expect(told.getSetCookie()).toEqual([kept('session_token'), kept('device')]);
  expect((await visitor.get('/api/portal/counts')).status).toBe(200);

  const confirmed = await visitor.post('/api/auth/confirm/password', { password }, headers);
  expect(confirmed.headers.getSetCookie()).toEqual([kept('session_token')]);
  const challenged = await visitor.post('/api/auth/passkey-challenge', undefined, headers);
  expect(challenged.headers.getSetCookie()).toEqual([kept('passkey')]);
  const { secret } = (await visitor.post('/api/auth/totp/start', undefined, headers)).body;
  await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) }, headers);
  const again = await browser(secure).post('/api/auth/sign-in/email', { email, password }, headers);
  expect(again.headers.getSetCookie()).toEqual([kept('two_factor')]);
});

test('the same session is not found under the name that plain http uses', async () => {
  const secure = await openApi(database, { siteUrl: 'https://portal.test' });
  const { cookie } = await makeLogin(database);
  expect((await browser(secure, { cookie }).get('/api/portal/counts')).status).toBe(401);
});
