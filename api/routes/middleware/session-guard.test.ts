import { Hono } from 'hono';
import { inspectRoutes } from 'hono/dev';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import { routes } from '#contract/routes.ts';
import { type Api, browser, cookieFor, makeLogin, openApi } from '#tests/support/api.ts';

const named = (method: string, path: string) => `${method.toUpperCase()} ${path}`;

/** The routes of the app that the guard does not stand in front of: those registered before it, or beside its path. */
function unguarded(app: Pick<Hono<AppEnv>, 'routes'>): string[] {
  const guards: string[] = [];
  const open: string[] = [];
  for (const { method, path, name } of inspectRoutes(app as Hono)) {
    if (name === 'requireSession') guards.push(path.replace(/\*$/, ''));
    else if (method !== 'ALL' && !guards.some((guarded) => path.startsWith(guarded))) open.push(named(method, path));
  }
  return open;
}

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let api: Api;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    api = await openApi(database);
  });
  afterAll(() => database.close());

  const privateRoutes = routes.filter(({ isPrivate }) => isPrivate);

  test('every private route is below the guard, and every route above it is public', () => {
    const open = ['GET /healthz', 'GET /readyz', 'GET /api/openapi.json'];
    const isPublic = routes.filter(({ isPrivate }) => !isPrivate).map(({ method, path }) => named(method, path));
    expect(new Set(unguarded(api))).toEqual(new Set([...open, ...isPublic]));
    expect(privateRoutes.length).toBeGreaterThan(20);
  });

  test('this is noticed: a private route that is registered above the guard', () => {
    const requireSession = () => Promise.resolve();
    const app = new Hono<AppEnv>()
      .get('/api/portal/above', (c) => c.text(''))
      .use('/api/portal/*', requireSession)
      .get('/api/portal/below', (c) => c.text(''))
      .get('/api/beside', (c) => c.text(''));
    expect(unguarded(app)).toEqual(['GET /api/portal/above', 'GET /api/beside']);
  });

  // A handler that ran would read the body first, and refuse its type with 415.
  test.each(privateRoutes.map(({ method, path }) => [method, path] as const))(
    '%s %s is refused without a session and with one that has ended',
    async (method, path) => {
      for (const cookie of ['', 'portal.session_token=forged.abc', cookieFor('ended')]) {
        const answer = await browser(api, { cookie })[method](path);
        expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
      }
    },
  );

  test('with a session the same requests reach their handlers', async () => {
    const statuses = new Set<number>();
    for (const { method, path } of privateRoutes) {
      const { cookie } = await makeLogin(database);
      statuses.add((await browser(api, { cookie })[method](path)).status);
    }
    expect(statuses).not.toContain(401);
    expect(statuses).toContain(200);
    expect(statuses).toContain(415);
  });
});
