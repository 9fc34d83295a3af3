import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDemo } from '#main/admin/demo/create-demo.ts';
import { demoMembers, hasOnlyDemoData } from '#main/admin/demo/demo-members.ts';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { createDemoLinks } from '#api/auth/credentials/demo-links.ts';
import { customers } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { users } from '#api/db/user-schema.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createDocumentWriter } from '#api/documents/document-writer.ts';
import { type Api, assertDefined, makeCustomer, makeUser, openApi, secret } from '#tests/support/api.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

const local = 'http://localhost:3000';
const links = createDemoLinks(hasOnlyDemoData);
let database: TestDatabase;
let api: Api;
let tokens: Map<string, string>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'demo-links-'));
  database = await freshDatabase('embedded');
  const documents = createDocumentWriter();
  const auth = createAuthContext(database, { siteUrl: local, keys: deriveKeys(secret) }, createLog('silent'));
  const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
  await createDemo(database, auth, { demoPassword: undefined }, { files, documents, currency: 'USD' });
  await documents.close();
  const settings = { siteUrl: local, isSiteUrlGiven: false, trustProxy: 0 };
  api = await openApi(database, settings, secret, undefined, undefined, links);
  return () => rm(dataDir, { recursive: true, force: true });
});
afterAll(() => database.close());
beforeEach(() => {
  tokens = new Map(links.issue(demoMembers).map(({ member, token }) => [member.name, token]));
});
const tokenOf = (name: string) => assertDefined(tokens.get(name));

interface Sender {
  headers?: Record<string, string>;
  remoteAddress?: string;
  localPort?: number;
  app?: Api;
}

/** As a browser on this machine sends it, unless the sender says otherwise. */
function send(
  method: string,
  path: string,
  { headers, remoteAddress = '127.0.0.1', localPort = 3000, app = api }: Sender = {},
) {
  const usual = { Host: 'localhost:3000', ...(method === 'POST' && { Origin: local }) };
  const init = { method, headers: { ...usual, ...headers } };
  return app.request(path, init, { incoming: { socket: { remoteAddress, localPort } } });
}
const open = (name: string, sender?: Sender) => send('GET', `/api/demo/${tokenOf(name)}`, sender);
const press = (name: string, sender?: Sender) => send('POST', `/api/demo/${tokenOf(name)}`, sender);
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

test('a start prints a link for everybody in the demo', async () => {
  const everybody = await database.orm.select({ email: users.email }).from(users);
  expect(demoMembers.map(({ email }) => email).toSorted()).toEqual(everybody.map(({ email }) => email).toSorted());
  expect(await hasOnlyDemoData(database)).toBe(true);
});

test('the button signs in as staff and opens the desk, and the audit log says with what', async () => {
  const pressed = await press('Sofia');
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/desk']);
  const cookie = cookiesOf(pressed);
  const desk = await send('GET', '/api/desk/tickets', { headers: { Cookie: cookie } });
  expect(desk.status).toBe(200);
  const { rows } = await asOperator(database, (tx) =>
    tx.execute(sql`SELECT event, details FROM audit_events WHERE event = 'sign_in.done' ORDER BY id DESC LIMIT 1`),
  );
  expect(rows).toMatchObject([{ details: { with: 'demo-link' } }]);
});

test.each(['Claire', 'Paul', 'Karim', 'Nouveau'])(
  'the button signs %s in to the portal, and not to the desk',
  async (name) => {
    const pressed = await press(name);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/customer-portal']);
    const headers = { Cookie: cookiesOf(pressed) };
    const session = (await (await send('GET', '/api/auth/session', { headers })).json()) as { user: { email: string } };
    expect(session.user.email).toBe(demoMembers.find((member) => member.name === name)?.email);
    expect((await send('GET', '/api/desk/tickets', { headers })).status).toBe(404);
  },
);

test('a request to open the link changes nothing, however often', async () => {
  for (const method of ['HEAD', 'GET', 'GET', 'HEAD', 'OPTIONS']) {
    const response = await send(method, `/api/demo/${tokenOf('Claire')}`, { headers: { 'Sec-Purpose': 'prefetch' } });
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(await (await open('Claire')).text()).toContain('Sign in as Claire');
  expect((await press('Claire')).status).toBe(303);
});

test('a link works once, and of two presses at once one does', async () => {
  const statuses = (await Promise.all([press('Hugo'), press('Hugo')])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([303, 404]);
  const again = await press('Hugo');
  expect([again.status, again.headers.getSetCookie()]).toEqual([404, []]);
  expect((await open('Hugo')).status).toBe(404);
});

test.each(['', 'a'.repeat(24), '%2e%2e', "x'--", `${'A'.repeat(23)}%00`])(
  'a guessed token, %j, opens nothing',
  async (guess) => {
    for (const method of ['GET', 'POST']) {
      const response = await send(method, `/api/demo/${guess}`);
      expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
    }
  },
);

test('a restart ends earlier links', async () => {
  const earlier = tokenOf('Sofia');
  links.issue(demoMembers);
  expect((await send('POST', `/api/demo/${earlier}`)).status).toBe(404);
});

const strangers: [string, Sender][] = [
  ['from the network', { remoteAddress: '192.168.1.20' }],
  ['from the network, as a mapped IPv6 address', { remoteAddress: '::ffff:192.168.1.20' }],
  ['from a link-local address', { remoteAddress: 'fe80::1%lo' }],
  ['to another host name', { headers: { Host: 'portal.example.com:3000' } }],
  ['to a rebound name', { headers: { Host: '127.0.0.1.nip.example:3000' } }],
  ['to a name with localhost in it', { headers: { Host: 'localhost.example.com:3000' } }],
  ['to localhost as the user of another host', { headers: { Host: 'localhost:3000@evil.example' } }],
  ['to another port', { headers: { Host: 'localhost:8080' } }],
  ['without a port', { headers: { Host: 'localhost' } }],
  ['through a proxy', { headers: { 'X-Forwarded-For': '203.0.113.7' } }],
  ['through a proxy that names this machine', { headers: { 'X-Forwarded-For': '127.0.0.1' } }],
  ['through a tunnel', { headers: { 'X-Forwarded-Host': 'abc.tunnel.example' } }],
  ['through a standard proxy', { headers: { Forwarded: 'for=127.0.0.1' } }],
  ['through a cache', { headers: { Via: '1.1 cache' } }],
  ['through nginx', { headers: { 'X-Real-IP': '127.0.0.1' } }],
];

test.each(strangers)(
  'a request %s is refused as if there were no such route, and uses nothing up',
  async (_name, sender) => {
    for (const method of ['GET', 'POST']) {
      const origin = `http://${sender.headers?.['Host'] ?? 'localhost:3000'}`;
      const headers = { ...sender.headers, ...(method === 'POST' && { Origin: origin }) };
      const response = await send(method, `/api/demo/${tokenOf('Sofia')}`, { ...sender, headers });
      expect([403, 404]).toContain(response.status);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toContain('Sofia');
    }
    expect((await press('Sofia')).status).toBe(303);
  },
);

test('without a connection, whose address nobody knows, it is refused', async () => {
  const headers = { Host: 'localhost:3000', Origin: local };
  expect((await api.request(`/api/demo/${tokenOf('Sofia')}`, { method: 'POST', headers })).status).toBe(404);
});

test.each([['https://evil.example'], ['http://localhost:4000'], ['null'], ['']])(
  'a page of %j cannot press the button',
  async (Origin) => {
    expect((await press('Sofia', { headers: { Origin } })).status).toBe(403);
    expect((await open('Sofia')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  },
);

test('a server without the links has no such route', async () => {
  const app = await openApi(database, { siteUrl: local, isSiteUrlGiven: false });
  const unknown = await (await send('GET', '/api/nothing/here', { app })).text();
  for (const method of ['GET', 'POST']) {
    const response = await send(method, `/api/demo/${tokenOf('Sofia')}`, { app });
    expect([response.status, await response.text()]).toEqual([404, unknown]);
  }
  expect(app.routes.filter(({ path }) => path.startsWith('/api/demo'))).toEqual([]);
});

test('a locked account stays locked', async () => {
  const email = eq(users.email, 'paul@cabinet-massena.example');
  await database.orm.update(users).set({ lockedAt: new Date() }).where(email);
  const response = await press('Paul');
  await database.orm.update(users).set({ lockedAt: null }).where(email);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.headers.getSetCookie()).toEqual([]);
});

// Each is undone, so that the next begins with the demo's data.
const otherData: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'somebody has signed up',
    async () => {
      const { userId } = await makeUser(database);
      return () => asOperator(database, (tx) => tx.delete(users).where(eq(users.id, userId)));
    },
  ],
  [
    'there is another customer',
    async () => {
      const { id, userId } = await makeCustomer(database, 'Boulangerie du Port');
      return () =>
        asOperator(database, async (tx) => {
          await tx.delete(users).where(eq(users.id, userId));
          await tx.delete(customers).where(eq(customers.id, id));
        });
    },
  ],
  [
    'a customer has another name',
    async () => {
      const named = (from: string, to: string) =>
        asOperator(database, (tx) => tx.update(customers).set({ name: to }).where(eq(customers.name, from)));
      await named('Atlas Distribution', 'Boulangerie du Port');
      return () => named('Boulangerie du Port', 'Atlas Distribution');
    },
  ],
  [
    'a user has another email address',
    async () => {
      const moved = (from: string, to: string) =>
        database.orm.update(users).set({ email: to }).where(eq(users.email, from));
      await moved('karim@atlas-distribution.example', 'ada@real.example');
      return () => moved('ada@real.example', 'karim@atlas-distribution.example');
    },
  ],
];

test.each(otherData)('once %s, no link works any more', async (_name, change) => {
  const undo = await change();
  const [opened, pressed] = [await open('Sofia'), await press('Sofia')];
  await undo();
  expect([opened.status, pressed.status, pressed.headers.getSetCookie()]).toEqual([404, 404, []]);
  expect(await hasOnlyDemoData(database)).toBe(true);
});

test('a database that is empty, or PostgreSQL, is not the demo', async () => {
  const empty = await freshDatabase('embedded');
  expect(await hasOnlyDemoData(empty)).toBe(false);
  await empty.close();
  expect(await hasOnlyDemoData({ ...database, engine: 'postgresql' })).toBe(false);
});
