import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { hashToken } from '#api/auth/tokens.ts';
import { invitations } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { errorSchema } from '#contract/errors.ts';
import {
  assertDefined,
  cookieFor,
  type DeclaredRoute,
  declaredRoutes,
  makeCustomer,
  makeUser,
  siteUrl,
} from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

// Known troublemakers, any code unit (NUL, a lone surrogate) and any character.
const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '🙂',
  '\u202e',
  "' OR 1=1 --",
  '../../etc/passwd',
  '${7*7}',
  '<script>',
  '%',
  '_',
  '\\',
  '1e999',
  '-0',
  'null',
  'NaN',
  '9223372036854775808',
  '2025-02-30',
  'infinity',
  'true',
  '[]',
  '{}',
  'x'.repeat(5000),
  '00000000-0000-0000-0000-000000000000',
);
const anyText = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.constantFrom(null, true, [], {}, Number.MAX_SAFE_INTEGER),
);
const header = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 80 })
  .map((value) => value.trim());
const rarely = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other });

const cursorKeys = fc.oneof(
  anyText,
  fc.constantFrom(
    '2025-01-01 00:00:00.000001+00',
    '2025-13-01 00:00:00+00',
    '2025-02-30',
    'infinity',
    '99999999999',
    '9999999999999999999',
    '-1',
    '0b7e1c1e-6f0f-4b58-9d2e-000000000001',
  ),
);
const cursorOf = (list: string, sorts: string[]) =>
  fc
    .tuple(
      fc.constant(list),
      fc.constantFrom(...sorts),
      fc.constantFrom('asc', 'desc'),
      fc.array(cursorKeys, { minLength: 1, maxLength: 3 }),
    )
    .map(([ofList, sort, direction, keys]) =>
      Buffer.from(JSON.stringify([ofList, sort, direction, ...keys])).toString('base64url'),
    );

/** Nearly valid queries: each parameter is one of the list's, with a value that it might accept. */
function queryFor({ path, request }: DeclaredRoute): fc.Arbitrary<Record<string, string>> {
  const query = request?.query as z.ZodObject | undefined;
  if (query === undefined) return fc.dictionary(fc.constantFrom('token', 'callbackURL', 'id'), anyText, { maxKeys: 2 });
  const sorts = (query.shape.sort as z.ZodOptional<z.ZodEnum>).unwrap().options as string[];
  const usual = {
    limit: fc.integer({ min: 1, max: 500 }).map(String),
    sort: fc.constantFrom(...sorts),
    direction: fc.constantFrom('asc', 'desc'),
    status: fc.oneof(fc.constantFrom('paid', 'open,closed', 'x'), anyText),
    q: anyText,
    count: fc.constant('true'),
    cursor: cursorOf(path.slice(path.lastIndexOf('/') + 1), sorts),
  };
  const each = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, rarely(value, anyText)]));
  return rarely(
    fc.record(each, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
    fc.dictionary(anyText, anyText, { maxKeys: 3 }),
  );
}

const fields: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map((at) => `somebody-${at}@example.com`),
    anyText,
  ),
  password: anyText,
  newPassword: anyText,
  currentPassword: anyText,
  removePasskeys: fc.boolean(),
  subject: anyText,
  description: anyText,
  priority: anyText,
  kind: fc.constantFrom('totp', 'recovery'),
  code: anyText,
  second: fc.record({ kind: fc.constantFrom('totp', 'recovery'), code: anyText }),
  newEmail: fc.oneof(fc.constant('another@example.com'), anyText),
  name: anyText,
  list: fc.constantFrom('invoices', 'tickets'),
  rows: fc.integer(),
  roles: fc.oneof(fc.subarray(['owner', 'billing', 'technical', 'requester']), fc.array(anyText, { maxLength: 5 })),
  response: fc.record({
    id: anyText,
    rawId: anyText,
    type: fc.constant('public-key'),
    response: fc.dictionary(
      fc.constantFrom('clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'transports'),
      anyValue,
    ),
  }),
};

/** Values that exist, for fields that name something. */
type Existing = Record<'id' | 'token' | 'userId' | 'customerId', string>;

function bodyFor({ request }: DeclaredRoute, existing: Existing): fc.Arbitrary<string> {
  const named = Object.fromEntries(
    Object.entries(existing).map(([name, value]) => [
      name,
      fc.oneof(fc.constant(value), name === 'token' ? anyText : fc.uuid()),
    ]),
  );
  const known: Record<string, fc.Arbitrary<unknown>> = { ...fields, ...named };
  const names = Object.keys(
    (request?.body?.content['application/json'] as { schema: z.ZodObject } | undefined)?.schema.shape ?? {},
  );
  const nearly = fc.record(
    Object.fromEntries(names.map((name) => [name, rarely(assertDefined(known[name]), anyValue)])),
  );
  return fc.oneof(
    { weight: 12, arbitrary: nearly.map((body) => JSON.stringify(body)) },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'role'), anyValue)
        .map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(70_000), `${'['.repeat(20_000)}${']'.repeat(20_000)}`) },
  );
}

const requestTo = (route: DeclaredRoute, cookie: string, existing: Existing) =>
  fc.record({
    method: rarely(
      fc.constant(route.method.toUpperCase()),
      fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST'),
    ),
    tail: rarely(
      fc.constant(''),
      anyText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    ),
    query: queryFor(route),
    body: bodyFor(route, existing),
    cookie: rarely(
      fc.constant(cookie),
      fc.oneof(
        header,
        fc.constant(cookieFor('unknown')),
        fc.integer({ min: 1, max: cookie.length - 1 }).map((at) => cookie.slice(0, at)),
      ),
    ),
    type: rarely(fc.constant('application/json'), fc.oneof(header, fc.constant('application/x-www-form-urlencoded'))),
    origin: rarely(fc.constant(siteUrl), header),
    key: rarely(fc.uuid(), header),
    forwarded: rarely(fc.ipV4(), header),
  });

describeApi(({ database, api }) => {
  /** An owner with a colleague, an invitation that was sent and one that was received. */
  async function makeFuzzed() {
    const { id: customerId, cookie, email } = await makeCustomer(database, 'Fuzzed');
    const other = await makeCustomer(database, 'Inviting');
    const { userId } = await makeUser(database, { customerId, roles: ['requester'] });
    const token = randomBytes(24).toString('base64url');
    const common = { roles: ['billing' as const], locale: 'en', expiresAt: 'infinity' };
    const id = await asOperator(database, async (tx) => {
      const sent = { ...common, customerId, email: `sent.${email}`, tokenHash: hashToken(`sent ${token}`) };
      const received = { ...common, customerId: other.id, email, tokenHash: hashToken(token) };
      const rows = await tx.insert(invitations).values([sent, received]).returning({ id: invitations.id });
      return assertDefined(rows[0]).id;
    });
    return { cookie, existing: { id, token, userId, customerId } };
  }

  test.each(declaredRoutes().map((route) => [route.method.toUpperCase(), route.path, route] as const))(
    '%s %s responds to any input without an internal error',
    async (_method, path, route) => {
      const { cookie, existing } = await makeFuzzed();
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(
          requestTo(route, cookie, existing),
          async ({ method, tail, query, body, cookie: sent, type, origin, key, forwarded }) => {
            const hasBody = method !== 'GET' && method !== 'HEAD';
            const response = await api.request(`${path}${tail}?${new URLSearchParams(query).toString()}`, {
              method,
              headers: {
                Cookie: sent,
                Origin: origin,
                'Content-Type': type,
                'Idempotency-Key': key,
                'X-Forwarded-For': forwarded,
              },
              ...(hasBody ? { body } : {}),
            });
            seen.add(response.status);
            expect(response.status).toBeLessThan(500);
            const hasErrorBody = response.status >= 400 && method !== 'HEAD';
            expect(!hasErrorBody || errorSchema.safeParse(await response.json()).success).toBe(true);
          },
        ),
        // Responses with a minimum duration take longer.
        { numRuns: path.startsWith('/api/auth/') ? 40 : 200 },
      );
      // If every request were rejected early, nothing behind the validation would be tested.
      expect(
        path.startsWith('/api/auth/') || [...seen].some((status) => status in route.responses && status < 400),
      ).toBe(true);
    },
  );
});
