import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { z } from 'zod';
import { assertDefined, cookieFor, type DeclaredRoute, siteUrl } from './api.ts';
import {
  acceptableOf,
  acceptableRecord,
  anyText,
  anyValue,
  choice,
  cursorOf,
  header,
  mostly,
  rarely,
} from './arbitraries.ts';
import { pdf } from './files.ts';
import { documentOf, type Existing } from './fuzzed.ts';
import { fields } from './fuzzed-fields.ts';
import { pushedFields } from './fuzzed-integration.ts';
import { consultationNotice, newsletterNotice } from './leads.ts';

/** Random values, and one that the route should accept. */
interface Fuzzed<T> {
  any: fc.Arbitrary<T>;
  accepted: T;
}

/** Nearly valid queries: each parameter is one of the route's, with a value that it might accept. */
function queryFor(route: DeclaredRoute, existing: Existing): Fuzzed<Record<string, string>> {
  const { path, request } = route;
  const query = request?.query as z.ZodObject | undefined;
  if (query === undefined)
    return { any: fc.dictionary(choice('token', 'callbackURL', 'id'), anyText, { maxKeys: 2 }), accepted: {} };
  const sorts = (query.shape.sort as z.ZodOptional<z.ZodEnum> | undefined)?.unwrap().options as string[] | undefined;
  const known: Record<string, fc.Arbitrary<string>> = {
    limit: fc.integer({ min: 1, max: 500 }).map(String),
    sort: choice(...(sorts ?? ['id'])),
    direction: choice('asc', 'desc'),
    status: fc.oneof(choice('paid', 'open,closed', 'x'), anyText),
    q: anyText,
    count: fc.constant('true'),
    cursor: cursorOf(listOf(path), sorts ?? ['happenedAt']),
    id: fc.constant(idFor(route, existing)),
    customerId: fc.constant(existing.customerId),
    userId: fc.constant(existing.userId),
    active: fc.constant('true'),
    priority: anyText,
    tag: mostly(fc.constant('vpn'), anyText),
    assignee: choice('me', 'none', existing.userId),
    event: choice('staff', 'ticket.created', 'x.y'),
    list: path.endsWith('/records/file') ? fc.constant('contracts') : choice('invoices', 'licenses'),
    locale: fc.constant('fr'),
    hash: fc.constant('h'.repeat(43)),
    unknown: fc.constant('accepted'),
    remember: fc.constant('siren'),
    replace: fc.constant('document'),
    accept: fc.constant('contradictions'),
    month: choice('2026-11', '2026-13'),
    after: choice('0', '1', '999999999'),
    unread: fc.constant('true'),
    due: fc.constant('soon'),
    tray: choice('clean', 'doubtful', 'x'),
    overdue: fc.constant('true'),
    form: choice('contact', 'x'),
    waiting: fc.constant('true'),
    snoozed: fc.constant('true'),
    name: mostly(
      fc.constant(path.endsWith('/records/file') ? 'a.pdf' : 'a.txt'),
      fc.oneof(choice('a.png', '../a.svg'), anyText),
    ),
    inline: fc.constant('1'),
    sender: choice('', 'a@x.example'),
    recipient: choice('support@x.example', 'reply+abc@x.example'),
    from: choice('2026-01-31', '2026-02-30'),
    to: choice('2026-12-31', '1969-12-31'),
    format: choice('csv', 'pdf'),
    language: choice('fr', 'en'),
    year: choice('2026', '1', 'x'),
    number: mostly(choice(`F-${existing.customerId}`, '<b>', 'é/ 1'), anyText),
    invoiceId: fc.constant(existing.invoiceId),
    replaces: fc.constant(existing.recordFileId),
    until: choice('2026-12-31', '0000-00-00'),
    customer: fc.constant(existing.customerId),
    since: anyText,
    domain: mostly(fc.constant('x.example'), fc.oneof(choice('example', 'x.example.'), anyText)),
  };
  if (path.includes('/appointments')) {
    known['from'] = choice('2031-01-13T00:00:00Z', '2031-02-30T00:00:00Z');
    known['until'] = choice('2031-01-20T00:00:00Z', '2099-01-01T00:00:00Z');
    known['kind'] = choice('general', 'x');
  }
  const names = Object.keys(query.shape);
  const each = Object.fromEntries(names.map((name) => [name, rarely(assertDefined(known[name]), anyText)]));
  const requiredKeys = names.filter((name) => !(query.shape[name] as z.ZodType).safeParse(undefined).success);
  return {
    any: rarely(
      fc.record(each, { requiredKeys }) as fc.Arbitrary<Record<string, string>>,
      fc.dictionary(anyText, anyText, { maxKeys: 3 }),
    ),
    accepted: acceptableRecord(
      Object.fromEntries(
        Object.entries(each).filter(([name]) => requiredKeys.includes(name) || needed(path).includes(name)),
      ),
    ) as Record<string, string>,
  };
}

/** Parameters that a schema leaves optional, because another one could be given instead. */
function needed(path: string): string[] {
  if (path.includes('/imports/')) return ['customerId'];
  if (path.startsWith('/api/v1/documents/')) return ['customer'];
  return path.endsWith('/tickets/file') ? ['id'] : [];
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

function bodyFor(route: DeclaredRoute, existing: Existing, proofs: string[]): Fuzzed<string> {
  const { path, request } = route;
  const text = (any: fc.Arbitrary<string>) => ({ any, accepted: acceptableOf(any) as string });
  if (path.endsWith('-document') || path.startsWith('/api/v1/documents/'))
    return text(mostly(fc.constant(documentOf(existing.customerId)), anyText));
  if (typeOf(route) === 'application/octet-stream')
    return text(
      mostly(
        fc.constant(path.endsWith('/records/file') ? String(pdf) : 'text'),
        fc.oneof(choice('', '<svg/>'), anyText),
      ),
    );
  if (typeOf(route) === 'message/rfc822') return text(mostly(fc.constant('From: a@x.example\n\nHello'), anyText));
  if (request?.body?.content['text/csv'] !== undefined)
    return text(mostly(fc.constant('number,amount\n'), fc.oneof(anyText, fc.constant('number,amount\n1,ten\n'))));
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
    fileIds: choice([], [existing.fileId]),
    sourceId: mostly(fc.constant(existing.paymentId), fc.uuid()),
    amounts: choice([{ invoiceId: existing.invoiceId, amount: '0.01' }], []),
    ...(path.endsWith('-watcher') && { email: colleague }),
    ...(path.includes('/appointments/') && {
      kind: choice('general', 'managed'),
      email: mostly(fc.constant('ada@x.example'), fc.oneof(fc.emailAddress(), anyText)),
    }),
    ...(path.endsWith('/hold') && {
      consent: fc.constant(consultationNotice),
      proof: mostly(choice(...proofs), anyText),
    }),
    ...(path.includes('/hosts/') && { userId: mostly(fc.constant(existing.hostUserId), fc.uuid()) }),
    ...(path.endsWith('/leads/answer-slot') && {
      decision: choice('proposed', 'confirmed', 'declined'),
      startsAt: mostly(
        fc
          .integer({ min: 25, max: 2000 })
          .map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)),
        anyText,
      ),
    }),
    ...(path.includes('/desk/leads/') && { status: choice(undefined, 'read', 'x') }),
    ...(path.includes('/canned-replies') && { title: mostly(fc.constant(randomUUID()), anyText) }),
    ...(path.includes('/desk/customers') && { name: mostly(fc.constant(randomUUID()), anyText) }),
    ...(path.endsWith('/cancel-domain') && {
      domain: mostly(fc.constant('x.example'), anyText),
      ids: choice([existing.appointmentId], []),
    }),
    ...(path === '/api/newsletter' && { consent: mostly(fc.constant(newsletterNotice), anyText) }),
    ...(path.endsWith('/api-keys') && { days: choice(90, 365, 1) }),
    ...pushedFields(path, existing.customerId),
    ...(path === '/api/portal/tickets/change' && { change: choice('solved', 'urgent') }),
  };
  const schema = (request?.body?.content['application/json'] as { schema: z.ZodType } | undefined)?.schema;
  const names = Object.keys(shapeOf(schema));
  const parts = Object.fromEntries(names.map((name) => [name, rarely(known[name] ?? anyText, anyValue)]));
  const nearly = fc.record(parts);
  const any = fc.oneof(
    { weight: 12, arbitrary: nearly.map((body) => JSON.stringify(body)) },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(choice(...names, '__proto__', 'constructor', 'role'), anyValue)
        .map((body) => JSON.stringify(body)),
    },
    { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: anyText },
    { weight: 1, arbitrary: choice('x'.repeat(70_000), `${'['.repeat(20_000)}${']'.repeat(20_000)}`) },
  );
  return { any, accepted: JSON.stringify(acceptableRecord(parts)) };
}

/** For a union, the schema of its first option. */
const shapeOf = (schema: z.ZodType | undefined): object =>
  (schema as z.ZodObject | undefined)?.shape ??
  ((schema as z.ZodUnion | undefined)?.options?.[0] as z.ZodObject | undefined)?.shape ??
  {};

export interface FuzzedRequest {
  method: string;
  tail: string;
  query: Record<string, string>;
  body: string;
  cookie: string;
  type: string;
  origin: string;
  key: string;
  forwarded: string;
}

/** Requests to a route that may be accepted, and the same one each time that must be. */
export function requestsTo(
  route: DeclaredRoute,
  cookie: string,
  existing: Existing,
  proofs: string[],
): Fuzzed<FuzzedRequest> {
  const [query, body] = [queryFor(route, existing), bodyFor(route, existing, proofs)];
  const method = route.method.toUpperCase();
  const any = fc.record({
    method: rarely(fc.constant(method), fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST')),
    tail: rarely(
      fc.constant(''),
      anyText.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    ),
    query: query.any,
    body: body.any,
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
  const accepted = {
    method,
    tail: '',
    query: query.accepted,
    body: body.accepted,
    cookie,
    type: typeOf(route),
    origin: siteUrl,
    key: randomUUID(),
    forwarded: '192.0.2.1',
  };
  return { any, accepted };
}
