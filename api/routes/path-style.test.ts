import { expect, test } from 'vitest';
import { registeredRoutes } from '#tests/support/api.ts';

// docs/decisions/023-paths-of-the-api.md. Whatever is listed here and not needed fails the last test.

/** Plurals without an s. */
const irregularPlurals = ['people', 'staff'];

/** One per caller: these have no list and no id. */
const singletons = [
  'me',
  'session',
  'security',
  'email',
  'password',
  'totp',
  'language',
  'profile',
  'health',
  'search',
  'dashboard',
];

const verbs = [
  'accept add allocate answer apply approve archive book cancel challenge change confirm convert correct decide disable discard dismiss enable end export finish',
  'hold issue',
  'invite mark match merge move preview propose publish raise rate read remove reply request reschedule resend reset revoke send set snooze start stop',
  'switch undo verify view void withdraw',
].flatMap((line) => line.split(' '));
const readingVerbs = ['get', 'list', 'find', 'fetch', 'load', 'show'];

/** Each with its reason. */
const exceptions: Record<string, string> = {
  'GET /healthz': 'Monitoring is configured with it.',
  'GET /readyz': 'Monitoring is configured with it.',
  'GET /api/openapi.json': 'A document that tools load by this name.',
  'GET /api/calendar/:file': 'Calendar programs are configured with it.',
  'GET /api/appointments/feeds/:file': 'Calendar programs are configured with it.',
  'GET /api/leads/challenge': 'A noun here: what a browser solves.',
  'GET /api/portal/invoices/archive': 'A noun here: the ZIP of a year.',
  'GET /api/desk/invoices/archive': 'A noun here: the ZIP of a year.',
  'POST /api/mail/inbound': 'Mail services are configured with it.',
  'POST /api/newsletter': 'There is one newsletter.',
  'GET /api/newsletter/confirm/:token': 'A link in mails.',
  'POST /api/newsletter/confirm/:token': 'The button of the page that it opens.',
  'GET /api/newsletter/unsubscribe/:token': 'A link in mails.',
  'POST /api/newsletter/unsubscribe/:token': 'Mail services post to the URL of a header (RFC 8058).',
  'POST /api/auth/sign-up': 'There is no session yet, and no resource of the caller.',
  'POST /api/auth/sign-out': 'Works without a session, too.',
  'POST /api/auth/sign-in/password': 'Named after the credential.',
  'POST /api/auth/sign-in/code': 'Named after the credential.',
  'POST /api/auth/sign-in/passkey': 'Named after the credential.',
  'PUT /api/portal/tickets/file': 'An upload, which proxies and browsers may repeat.',
  'PUT /api/desk/tickets/file': 'An upload, which proxies and browsers may repeat.',
  'PUT /api/desk/records/file': 'An upload, which proxies and browsers may repeat.',
};

/** What is wrong with a route, and which of the words above it needs. */
function check(method: string, path: string): { violation?: string; needed: string[] } {
  const name = `${method} ${path}`;
  if (name in exceptions) return { needed: [name] };
  // Other programs expect resources with their numbers in the path (decision 029).
  if (/^(?:GET|PUT) \/api\/v1\/[a-z]+s(?:\/:number)?$/.test(name)) return { needed: [] };
  const word = '[a-z]+(?:-[a-z]+)*';
  const parts = new RegExp(
    `^/api/(?:(?:auth|portal|desk)/|(?=(?:appointments|leads)(?:/|$)))(${word})(?:/(${word}))?$`,
  ).exec(path);
  const [, resource = '', action = ''] = parts ?? [];
  const [verb = ''] = action.split('-');
  const isListed = irregularPlurals.includes(resource) || singletons.includes(resource);
  const needed = [...(isListed ? [resource] : []), ...(method === 'POST' && action !== '' ? [verb] : [])];
  const rules: [isBroken: boolean, violation: string][] = [
    [parts === null, 'is not /<plural resource>[/<action>] in kebab-case'],
    [!isListed && !/[^s]s$/.test(resource), `${resource} is neither plural nor a singleton`],
    [method !== 'GET' && method !== 'POST', 'is neither GET nor POST'],
    [method === 'POST' && action !== '' && !verbs.includes(verb), `${verb} is not a verb`],
    [method === 'GET' && [...verbs, ...readingVerbs].includes(verb), `GET already says ${verb}`],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken === undefined ? { needed } : { violation: `${name}: ${broken[1]}`, needed };
}

test.each(registeredRoutes().map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  expect(check(method, path).violation).toBeUndefined();
});

test.each([
  ['GET', '/api/portal/ticket', 'neither plural nor a singleton'],
  ['GET', '/api/portal/tickets/:id', 'not /<plural resource>'],
  ['POST', '/api/desk/tickets/watchers/add', 'not /<plural resource>'],
  ['POST', '/api/desk/cannedReplies', 'not /<plural resource>'],
  ['POST', '/api/desk/import/preview', 'neither plural nor a singleton'],
  ['POST', '/api/desk/tickets/note', 'note is not a verb'],
  ['GET', '/api/auth/sessions/list', 'GET already says list'],
  ['GET', '/api/auth/get-session', 'neither plural nor a singleton'],
  ['DELETE', '/api/portal/tickets', 'neither GET nor POST'],
  ['GET', '/api/other/tickets', 'not /<plural resource>'],
  ['POST', '/api/v1/invoices', 'not /<plural resource>'],
  ['GET', '/api/v1/invoice/:number', 'not /<plural resource>'],
])('the test above notices %s %s', (method, path, violation) => {
  expect(check(method, path).violation).toContain(violation);
});

test('every exception, singleton, plural and verb is needed', () => {
  const needed = new Set(registeredRoutes().flatMap(({ method, path }) => check(method, path).needed));
  const listed = [...Object.keys(exceptions), ...singletons, ...irregularPlurals, ...verbs];
  expect(listed.filter((one) => !needed.has(one))).toEqual([]);
});
