import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { bankAccounts } from '#api/db/bank-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { errorSchema } from '#contract/errors.ts';
import {
  assertDefined,
  cookieFor,
  type DeclaredRoute,
  declaredRoutes,
  makeStaff,
  makeUser,
  siteUrl,
} from '#tests/support/api.ts';
import { anyText, anyValue, cursorOf, header, mostly, rarely } from '#tests/support/arbitraries.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { pdf } from '#tests/support/files.ts';
import { documentOf, type Existing, makeFuzzed } from '#tests/support/fuzzed.ts';
import { linkToken } from '#api/services/newsletter/subscription-links.ts';
import { fields } from '#tests/support/fuzzed-fields.ts';
import { pushedFields } from '#tests/support/fuzzed-integration.ts';
import { consultationNotice, proofOf } from '#tests/support/leads.ts';
import { newsletterKeys } from '#tests/support/newsletter.ts';

/** Nearly valid queries: each parameter is one of the route's, with a value that it might accept. */
function queryFor(route: DeclaredRoute, existing: Existing): fc.Arbitrary<Record<string, string>> {
  const { path, request } = route;
  const query = request?.query as z.ZodObject | undefined;
  if (query === undefined) return fc.dictionary(fc.constantFrom('token', 'callbackURL', 'id'), anyText, { maxKeys: 2 });
  const sorts = (query.shape.sort as z.ZodOptional<z.ZodEnum> | undefined)?.unwrap().options as string[] | undefined;
  const known: Record<string, fc.Arbitrary<string>> = {
    limit: fc.integer({ min: 1, max: 500 }).map(String),
    sort: fc.constantFrom(...(sorts ?? ['id'])),
    direction: fc.constantFrom('asc', 'desc'),
    status: fc.oneof(fc.constantFrom('paid', 'open,closed', 'x'), anyText),
    q: anyText,
    count: fc.constant('true'),
    cursor: cursorOf(listOf(path), sorts ?? ['happenedAt']),
    id: fc.constant(idFor(route, existing)),
    customerId: fc.constant(existing.customerId),
    userId: fc.constant(existing.userId),
    active: fc.constant('true'),
    priority: anyText,
    tag: mostly(fc.constant('vpn'), anyText),
    assignee: fc.constantFrom('me', 'none', existing.userId),
    event: fc.constantFrom('staff', 'ticket.created', 'x.y'),
    list: path.endsWith('/records/file') ? fc.constant('contracts') : fc.constantFrom('invoices', 'licenses'),
    locale: fc.constant('fr'),
    hash: fc.constant('h'.repeat(43)),
    unknown: fc.constant('accepted'),
    remember: fc.constant('siren'),
    replace: fc.constant('document'),
    accept: fc.constant('contradictions'),
    month: fc.constantFrom('2026-11', '2026-13'),
    after: fc.constantFrom('0', '1', '999999999'),
    unread: fc.constant('true'),
    due: fc.constant('soon'),
    tray: fc.constantFrom('clean', 'doubtful', 'x'),
    overdue: fc.constant('true'),
    form: fc.constantFrom('contact', 'x'),
    waiting: fc.constant('true'),
    snoozed: fc.constant('true'),
    name: mostly(
      fc.constant(path.endsWith('/records/file') ? 'a.pdf' : 'a.txt'),
      fc.oneof(fc.constantFrom('a.png', '../a.svg'), anyText),
    ),
    inline: fc.constant('1'),
    sender: fc.constantFrom('', 'a@x.example'),
    recipient: fc.constantFrom('reply+abc@x.example', 'support@x.example'),
    from: fc.constantFrom('2026-01-31', '2026-02-30'),
    to: fc.constantFrom('2026-12-31', '1969-12-31'),
    format: fc.constantFrom('csv', 'pdf'),
    language: fc.constantFrom('fr', 'en'),
    year: fc.constantFrom('2026', '1', 'x'),
    number: mostly(fc.constantFrom(`F-${existing.customerId}`, '<b>', 'é/ 1'), anyText),
    invoiceId: fc.constant(existing.invoiceId),
    replaces: fc.constant(existing.recordFileId),
    until: fc.constantFrom('2026-12-31', '0000-00-00'),
    customer: fc.constant(existing.customerId),
    since: anyText,
  };
  if (path.includes('/appointments')) {
    known['from'] = fc.constantFrom('2031-01-13T00:00:00Z', '2031-02-30T00:00:00Z');
    known['until'] = fc.constantFrom('2031-01-20T00:00:00Z', '2099-01-01T00:00:00Z');
    known['kind'] = fc.constantFrom('general', 'x');
  }
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
  return { 'audit-events': 'audit_events', 'customer-tickets': 'tickets' }[last] ?? last;
}

/** Which of the existing ids the route expects. */
function idFor({ path, method }: DeclaredRoute, existing: Existing): string {
  if (path.endsWith('/webhooks/resend')) return existing.webhookMessageId;
  if (path.includes('/webhooks/')) return existing.webhookId;
  if (path.includes('/api-keys/')) return existing.apiKeyId;
  if (path.endsWith('/undo-reply')) return existing.pendingReplyId;
  if (path.endsWith('/remove-allocation')) return existing.allocationId;
  if (path.endsWith('/appointments/finish')) return existing.begunAppointmentId;
  if (path.includes('/appointments/')) return existing.appointmentId;
  if (path.includes('/desk/leads/')) return existing.leadId;
  if (path.endsWith('/decide-invoice')) return existing.invoiceIbanId;
  if (path.endsWith('/dismiss-alarm')) return existing.bankAlarmId;
  if (path.includes('/bank-accounts/')) return existing.bankAccountId;
  if (method === 'put' && path.endsWith('/records/file')) return existing.contractId;
  if (path.endsWith('/records/file') || path.endsWith('/withdraw-file')) return existing.recordFileId;
  if (path.endsWith('/contracts/detail')) return existing.contractId;
  if (path.endsWith('/licenses/detail')) return existing.licenseId;
  if (path.endsWith('/invoices/detail')) return existing.invoiceId;
  if (path.includes('/canned-replies/')) return existing.cannedReplyId;
  if (method === 'get' && path.endsWith('/tickets/file')) return existing.sentFileId;
  if (path.includes('/mails/')) return existing.mailId;
  if (path === '/api/portal/tickets/change') return existing.openTicketId;
  if (path.includes('/tickets/')) return existing.ticketId;
  if (path.includes('/customers/')) return existing.customerId;
  return path.includes('/records/') ? existing.invoiceId : existing.id;
}

/** The media type of a route's body. */
const typeOf = ({ request }: DeclaredRoute) => Object.keys(request?.body?.content ?? {})[0] ?? 'application/json';

function bodyFor(route: DeclaredRoute, existing: Existing, proofs: string[]): fc.Arbitrary<string> {
  const { path, request } = route;
  if (path.endsWith('-document') || path.startsWith('/api/v1/documents/'))
    return mostly(fc.constant(documentOf(existing.customerId)), anyText);
  if (typeOf(route) === 'application/octet-stream')
    return mostly(
      fc.constant(path.endsWith('/records/file') ? String(pdf) : 'text'),
      fc.oneof(fc.constantFrom('', '<svg/>'), anyText),
    );
  if (typeOf(route) === 'message/rfc822') return fc.oneof(fc.constant('From: a@x.example\n\nHello'), anyText);
  if (request?.body?.content['text/csv'] !== undefined)
    return fc.oneof(fc.constant('number,amount\n'), anyText, fc.constant('number,amount\n1,ten\n'));
  const named = Object.fromEntries(
    Object.entries({ ...existing, id: idFor(route, existing) }).map(([name, value]) => [
      name,
      mostly(fc.constant(value), name === 'token' ? anyText : fc.uuid()),
    ]),
  );
  const colleague = mostly(fc.constant(existing.colleague), anyText);
  const known: Record<string, fc.Arbitrary<unknown>> = {
    ...fields,
    ...named,
    requestedFor: colleague,
    fileIds: fc.constantFrom([], [existing.fileId]),
    sourceId: mostly(fc.constant(existing.paymentId), fc.uuid()),
    amounts: fc.constantFrom([{ invoiceId: existing.invoiceId, amount: '0.01' }], []),
    ...(path.endsWith('-watcher') && { email: colleague }),
    ...(path.includes('/appointments/') && {
      kind: fc.constantFrom('general', 'managed'),
      email: mostly(fc.emailAddress(), anyText),
    }),
    ...(path.endsWith('/hold') && {
      consent: fc.constant(consultationNotice),
      proof: mostly(fc.constantFrom(...proofs), anyText),
    }),
    ...(path.includes('/hosts/') && { userId: mostly(fc.constant(existing.hostUserId), fc.uuid()) }),
    ...(path.endsWith('/leads/answer-slot') && {
      decision: fc.constantFrom('proposed', 'confirmed', 'declined'),
      startsAt: mostly(
        fc
          .integer({ min: 25, max: 2000 })
          .map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)),
        anyText,
      ),
    }),
    ...(path.includes('/desk/leads/') && { status: fc.constantFrom(undefined, 'read', 'x') }),
    ...(path.endsWith('/api-keys') && { days: fc.constantFrom(90, 365, 1) }),
    ...pushedFields(path, existing.customerId),
    ...(path === '/api/portal/tickets/change' && { change: fc.constantFrom('solved', 'urgent') }),
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

/** For a union, the schema of its first option. */
const shapeOf = (schema: z.ZodType | undefined): object =>
  (schema as z.ZodObject | undefined)?.shape ??
  ((schema as z.ZodUnion | undefined)?.options?.[0] as z.ZodObject | undefined)?.shape ??
  {};

const requestTo = (route: DeclaredRoute, cookie: string, existing: Existing, proofs: string[]) =>
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
    body: bodyFor(route, existing, proofs),
    cookie: rarely(
      fc.constant(cookie),
      fc.oneof(
        header,
        fc.constant(cookieFor('unknown')),
        fc.integer({ min: 1, max: cookie.length - 1 }).map((at) => cookie.slice(0, at)),
      ),
    ),
    type: rarely(fc.constant(typeOf(route)), fc.oneof(header, fc.constant('application/x-www-form-urlencoded'))),
    origin: rarely(fc.constant(siteUrl), header),
    key: rarely(fc.uuid(), header),
    forwarded: rarely(fc.ipV4(), header),
  });

// More with `FUZZ_RUNS=500 npm test -- fuzz`.
const runs = Number(process.env.FUZZ_RUNS || 20);
const key = 'a key of at least thirty-two characters';

describeApi(
  { settings: { mailInKey: key, mailInDomain: 'x.example', mailInAddresses: ['support'] } },
  ({ database, api }) => {
    test.each(declaredRoutes().map((route) => [route.method.toUpperCase(), route.path, route] as const))(
      '%s %s responds to any input without an internal error',
      async (_method, path, route) => {
        const staff = await makeStaff(database);
        const { cookie: ofOwner, existing } = await makeFuzzed(database, staff.userId);
        const unlinked = path === '/api/portal/messages' ? await makeUser(database) : undefined;
        const cookie = unlinked?.cookie ?? (path.startsWith('/api/desk/') ? staff.cookie : ofOwner);
        // One proposal at a time.
        if (path.endsWith('/propose')) await asOperator(database, (tx) => tx.delete(bankAccounts));
        // Each counts once.
        const proofs = await Promise.all(Array.from({ length: path.endsWith('/hold') ? 100 : 1 }, () => proofOf()));
        const seen = new Set<number>();
        const property = fc.asyncProperty(
          requestTo(route, cookie, existing, proofs),
          async ({ method, tail, query, body, cookie: sent, type, origin, key: idempotencyKey, forwarded }) => {
            const hasBody = method !== 'GET' && method !== 'HEAD';
            const purpose = path.includes('/confirm/') ? 'confirm' : 'unsubscribe';
            const target = path
              .replace('{file}', existing.calendarFile)
              .replace('{number}', existing.recordNumber)
              .replace('{token}', linkToken(newsletterKeys, purpose, existing.subscriberId));
            const response = await api.request(`${target}${tail}?${new URLSearchParams(query).toString()}`, {
              method,
              headers: {
                Cookie: sent,
                Origin: origin,
                'Content-Type': type,
                'Idempotency-Key': idempotencyKey,
                ...(path.startsWith('/api/mail/') && { Authorization: `Bearer ${key}` }),
                ...(path.startsWith('/api/v1/') && { Authorization: `Bearer ${existing.apiKey}` }),
                'X-Forwarded-For': forwarded,
              },
              ...(hasBody ? { body } : {}),
            });
            seen.add(response.status);
            expect(response.status).toBeLessThan(500);
            const hasErrorBody = response.status >= 400 && method !== 'HEAD';
            if (!hasErrorBody) await response.body?.cancel();
            // A plain form and a link in a mail get their errors as a page.
            const isPage =
              /^\/api\/(?:leads|newsletter)/.test(path) &&
              response.headers.get('Content-Type')?.startsWith('text/html');
            const isDescribed = async () =>
              isPage === true
                ? (await response.text()).startsWith('<!doctype html>')
                : errorSchema.safeParse(await response.json()).success;
            expect(!hasErrorBody || (await isDescribed())).toBe(true);
          },
        );
        const isAccepted = () =>
          path.startsWith('/api/auth/') || [...seen].some((status) => status in route.responses && status < 400);
        await fc.assert(property, { numRuns: runs });
        // If every request were rejected early, nothing behind the validation would be tested.
        for (let more = 0; more < 20 && !isAccepted(); more += 1) await fc.assert(property, { numRuns: 200 });
        expect(isAccepted()).toBe(true);
      },
    );
  },
);
