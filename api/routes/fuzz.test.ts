import { randomBytes, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { hashToken } from '#api/auth/tokens.ts';
import { cannedReplies } from '#api/db/conversation-schema.ts';
import { invitations, invoices, tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { errorSchema } from '#contract/errors.ts';
import {
  assertDefined,
  cookieFor,
  type DeclaredRoute,
  declaredRoutes,
  makeCustomer,
  makeStaff,
  makeUser,
  siteUrl,
} from '#tests/support/api.ts';
import { anyText, anyValue, cursorOf, header, mostly, rarely } from '#tests/support/arbitraries.ts';
import { describeApi } from '#tests/support/fixtures.ts';

/** Nearly valid queries: each parameter is one of the route's, with a value that it might accept. */
function queryFor({ path, request }: DeclaredRoute, existing: Existing): fc.Arbitrary<Record<string, string>> {
  const query = request?.query as z.ZodObject | undefined;
  if (query === undefined) return fc.dictionary(fc.constantFrom('token', 'callbackURL', 'id'), anyText, { maxKeys: 2 });
  const sorts = (query.shape.sort as z.ZodOptional<z.ZodEnum> | undefined)?.unwrap().options as string[] | undefined;
  const known: Record<string, fc.Arbitrary<string>> = {
    limit: fc.integer({ min: 1, max: 500 }).map(String),
    skip: fc.integer({ min: 0, max: 10 }).map(String),
    sort: fc.constantFrom(...(sorts ?? ['id'])),
    direction: fc.constantFrom('asc', 'desc'),
    status: fc.oneof(fc.constantFrom('paid', 'open,closed', 'x'), anyText),
    q: anyText,
    count: fc.constant('true'),
    cursor: cursorOf(listOf(path), sorts ?? ['happenedAt']),
    id: fc.constant(idFor(path, existing)),
    customerId: fc.constant(existing.customerId),
    userId: fc.constant(existing.userId),
    active: fc.constant('true'),
    priority: anyText,
    assignee: fc.constantFrom('me', 'none', existing.userId),
    event: fc.constantFrom('staff', 'ticket.created', 'x.y'),
    list: fc.constantFrom('invoices', 'licenses'),
    locale: fc.constant('fr'),
    hash: fc.constant('h'.repeat(43)),
    after: fc.constantFrom('0', '1', '999999999'),
    unread: fc.constant('true'),
  };
  const names = Object.keys(query.shape);
  const each = Object.fromEntries(names.map((name) => [name, rarely(assertDefined(known[name]), anyText)]));
  const requiredKeys = names.filter((name) => !(query.shape[name] as z.ZodType).safeParse(undefined).success);
  return rarely(
    fc.record(each, { requiredKeys }) as fc.Arbitrary<Record<string, string>>,
    fc.dictionary(anyText, anyText, { maxKeys: 3 }),
  );
}

/** The name of a list in its cursors. */
function listOf(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return { audit: 'audit_events', 'customer-tickets': 'tickets' }[last] ?? last;
}

/** Which of the existing ids the route expects. */
function idFor(path: string, { id, ticketId, customerId, invoiceId, cannedReplyId }: Existing): string {
  if (path.includes('/canned-replies/')) return cannedReplyId;
  if (/portal\/ticket\b/.test(path)) return ticketId;
  if (/desk\/tickets?\b/.test(path)) return ticketId;
  if (/desk\/customers?\b/.test(path)) return customerId;
  return path.includes('/records/') ? invoiceId : id;
}

const fields: Record<string, fc.Arbitrary<unknown>> = {
  email: mostly(
    fc.integer({ min: 0, max: 3 }).map((at) => `somebody-${at}@example.com`),
    anyText,
  ),
  removePasskeys: fc.boolean(),
  kind: fc.constantFrom('totp', 'recovery'),
  second: fc.record({ kind: fc.constantFrom('totp', 'recovery'), code: anyText }),
  newEmail: fc.oneof(fc.constant('another@example.com'), anyText),
  list: fc.constantFrom('invoices', 'tickets'),
  rows: fc.integer(),
  // One change is enough to succeed: most requests know the first version and have something to say.
  version: fc.constantFrom(1, 1, 1, 2, 3),
  title: mostly(fc.constant('A title'), anyText),
  body: mostly(fc.constant('A text'), anyText),
  works: fc.boolean(),
  isViewing: fc.boolean(),
  addPeople: fc.boolean(),
  next: fc.constantFrom('reply', 'ask', 'resolve'),
  status: fc.constantFrom('open', 'in_progress', 'x'),
  assigneeId: fc.constant(null),
  reason: fc.constant('a mistake'),
  before: fc.constant({ status: 'pending' }),
  after: fc.constant({ status: 'paid' }),
  roles: mostly(fc.subarray(['owner', 'billing', 'technical', 'requester']), fc.array(anyText, { maxLength: 5 })),
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
type Existing = Record<
  'id' | 'token' | 'userId' | 'customerId' | 'ticketId' | 'intoId' | 'invoiceId' | 'cannedReplyId' | 'colleague',
  string
>;

function bodyFor({ path, request }: DeclaredRoute, existing: Existing): fc.Arbitrary<string> {
  if (request?.body?.content['text/csv'] !== undefined)
    return fc.oneof(fc.constant('number,amount\n'), anyText, fc.constant('number,amount\n1,ten\n'));
  const named = Object.fromEntries(
    Object.entries({ ...existing, id: idFor(path, existing) }).map(([name, value]) => [
      name,
      mostly(fc.constant(value), name === 'token' ? anyText : fc.uuid()),
    ]),
  );
  const colleague = mostly(fc.constant(existing.colleague), anyText);
  const known: Record<string, fc.Arbitrary<unknown>> = {
    ...fields,
    ...named,
    requestedFor: colleague,
    ...(path.includes('/watchers/') && { email: colleague }),
  };
  const schema = (request?.body?.content['application/json'] as { schema: z.ZodType } | undefined)?.schema;
  const names = Object.keys(shapeOf(schema));
  const nearly = fc.record(Object.fromEntries(names.map((name) => [name, rarely(known[name] ?? anyText, anyValue)])));
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

/** Of a union, that of its first option. */
const shapeOf = (schema: z.ZodType | undefined): object =>
  (schema as z.ZodObject | undefined)?.shape ??
  ((schema as z.ZodUnion | undefined)?.options?.[0] as z.ZodObject | undefined)?.shape ??
  {};

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
    query: queryFor(route, existing),
    body: bodyFor(route, existing),
    cookie: rarely(
      fc.constant(cookie),
      fc.oneof(
        header,
        fc.constant(cookieFor('unknown')),
        fc.integer({ min: 1, max: cookie.length - 1 }).map((at) => cookie.slice(0, at)),
      ),
    ),
    type: rarely(
      fc.constant(route.request?.body?.content['text/csv'] === undefined ? 'application/json' : 'text/csv'),
      fc.oneof(header, fc.constant('application/x-www-form-urlencoded')),
    ),
    origin: rarely(fc.constant(siteUrl), header),
    key: rarely(fc.uuid(), header),
    forwarded: rarely(fc.ipV4(), header),
  });

describeApi(({ database, api }) => {
  /** An owner with a colleague, an invitation that was sent and one that was received. */
  async function makeFuzzed() {
    const { id: customerId, cookie, email } = await makeCustomer(database, 'Fuzzed');
    const other = await makeCustomer(database, 'Inviting');
    const { userId, email: colleague } = await makeUser(database, { customerId, roles: ['requester'] });
    const token = randomBytes(24).toString('base64url');
    const common = { roles: ['billing' as const], locale: 'en', expiresAt: '2999-01-01T00:00:00Z' };
    const id = await asOperator(database, async (tx) => {
      const sent = { ...common, customerId, email: `sent.${email}`, tokenHash: hashToken(`sent ${token}`) };
      const received = { ...common, customerId: other.id, email, tokenHash: hashToken(token) };
      const rows = await tx.insert(invitations).values([sent, received]).returning({ id: invitations.id });
      return assertDefined(rows[0]).id;
    });
    const [ticketId, intoId, cannedReplyId, invoiceId] = await asOperator(database, async (tx) => {
      const newTicket = async () => {
        const ticketNumber = `TKT-${randomInt(2 ** 40)}`;
        const ticket = { customerId, ticketNumber, subject: 's', description: 'd', status: 'resolved' };
        return assertDefined((await tx.insert(tickets).values(ticket).returning({ id: tickets.id }))[0]).id;
      };
      const canned = { title: randomBytes(9).toString('hex'), body: 'b' };
      return [
        await newTicket(),
        await newTicket(),
        assertDefined((await tx.insert(cannedReplies).values(canned).returning({ id: cannedReplies.id }))[0]).id,
        assertDefined((await tx.insert(invoices).values({ customerId, amount: '1' }).returning({ id: invoices.id }))[0])
          .id,
      ] as const;
    });
    return {
      cookie,
      existing: { id, token, userId, customerId, ticketId, intoId, invoiceId, cannedReplyId, colleague },
    };
  }

  test.each(declaredRoutes().map((route) => [route.method.toUpperCase(), route.path, route] as const))(
    '%s %s responds to any input without an internal error',
    async (_method, path, route) => {
      const { cookie: ofOwner, existing } = await makeFuzzed();
      const cookie = path.startsWith('/api/desk/') ? (await makeStaff(database)).cookie : ofOwner;
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
        { numRuns: path.startsWith('/api/auth/') ? 20 : 100 },
      );
      // If every request were rejected early, nothing behind the validation would be tested.
      expect(
        path.startsWith('/api/auth/') || [...seen].some((status) => status in route.responses && status < 400),
      ).toBe(true);
    },
  );
});
