import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import { errorSchema } from '#contract/errors.ts';
import { type Route, routes } from '#contract/routes.ts';
import { type Api, cookieFor, makeCustomer, openApi, siteUrl } from './testing.ts';

// Text of every kind: any code unit (lone surrogates, NUL), real characters, and what has hurt others before.
const nasty = fc.constantFrom(
  '', ' ', '\0', '\ud800', '🙂', '‮', "' OR 1=1 --", '../../etc/passwd', '${7*7}', '<script>', '%', '_', '\\', '1e999', '-0', 'null', 'NaN',
  '9223372036854775808', '0001-01-01', '2025-02-30', 'infinity', 'true', '[]', '{}', 'x'.repeat(5000), '00000000-0000-0000-0000-000000000000',
);
const anyText = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 4 }), fc.double(), fc.constantFrom(null, true, [], {}, Number.MAX_SAFE_INTEGER));
const header = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 80 }).map((value) => value.trim());

const shapeOf = (schema: unknown) => Object.keys((schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});
const some = (names: string[], value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names, 'cursor') }, { weight: 1, arbitrary: anyText }), value, { maxKeys: 6 });

function requestTo(route: Route, cookies: fc.Arbitrary<string>) {
  const bodies = fc.oneof(
    { weight: 6, arbitrary: some([...shapeOf(route.body), '__proto__', 'constructor'], anyValue).map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: anyValue.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constant(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(70_000)) },
  );
  return fc.record({
    method: fc.oneof({ weight: 20, arbitrary: fc.constant(route.method.toUpperCase()) }, { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST') }),
    tail: fc.oneof({ weight: 20, arbitrary: fc.constant('') }, { weight: 1, arbitrary: anyText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`) }),
    query: some([...shapeOf(route.query), 'token', 'id'], anyText),
    body: bodies,
    cookie: cookies,
    type: fc.oneof({ weight: 12, arbitrary: fc.constant('application/json') }, { weight: 1, arbitrary: header }, { weight: 1, arbitrary: fc.constant('application/x-www-form-urlencoded') }),
    origin: fc.oneof({ weight: 12, arbitrary: fc.constant(siteUrl) }, { weight: 1, arbitrary: header }),
    key: header,
    forwarded: header,
  });
}

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let api: Api;
  let cookies: fc.Arbitrary<string>;

  beforeAll(async () => {
    database = await freshDatabase(engine);
    api = await openApi(database);
    const { cookie } = await makeCustomer(database, 'Besieged');
    cookies = fc.oneof(
      { weight: 12, arbitrary: fc.constant(cookie) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: cookie.length - 1 }).map((at) => cookie.slice(0, at)) },
      { weight: 1, arbitrary: fc.constant(cookieFor('unknown')) },
      { weight: 1, arbitrary: header },
    );
  });
  afterAll(() => database.close());

  test.each(routes.map((route) => [route.method.toUpperCase(), route.path, route] as const))(
    '%s %s answers anything at all without failing',
    async (_method, path, route) => {
      await fc.assert(
        fc.asyncProperty(requestTo(route, cookies), async ({ method, tail, query, body, cookie, type, origin, key, forwarded }) => {
          const search = new URLSearchParams(Object.entries(query as Record<string, string>)).toString();
          const hasBody = method !== 'GET' && method !== 'HEAD';
          const answer = await api.request(`${path}${tail}?${search}`, {
            method,
            headers: { Cookie: cookie, Origin: origin, 'Content-Type': type, 'Idempotency-Key': key, 'X-Forwarded-For': forwarded },
            ...(hasBody ? { body } : {}),
          });
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 400 && method !== 'HEAD') {
            const { error } = errorSchema.parse(await answer.json());
            expect(error.message).toMatch(/\S/);
          }
        }),
        { numRuns: path.includes('/auth/') ? 80 : 200 },
      );
    },
  );

  test('what was thrown at it has changed nothing: the tables stand and hold only what is theirs', async () => {
    const { rows } = await database.pool.query('SELECT count(*)::integer AS count FROM users');
    expect(rows[0].count).toBeGreaterThan(0);
  });
});
