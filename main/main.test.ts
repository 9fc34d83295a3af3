import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDataFolder } from '#tests/support/database.ts';
import { bundleServer, killServers, spawnServer, unreachableDatabase } from '#tests/support/server.ts';
import { writeFixtureSite } from '#tests/support/site.ts';

const site = writeFixtureSite();
const start = (settings: Record<string, string> = unreachableDatabase) => spawnServer(settings, '--site', site);

beforeAll(bundleServer);
afterEach(killServers);

// The answer "100 Continue" says that the server has the request and waits for its body.
const slowRequest = [
  'POST /api/auth/sign-in HTTP/1.1',
  'Host: localhost',
  'Expect: 100-continue',
  'Transfer-Encoding: chunked',
  '\r\n',
].join('\r\n');

/** A connection and the data received on it so far. */
function openConnection(port: number): { socket: Socket; received: () => string } {
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  return { socket, received: () => received };
}

/** The code of the error that ends the connection; empty if it ends without one. */
const closing = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code)).once('close', () => resolve(''));
  });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(10);
}

test('before the database is open, pages are served and the API returns 503 with Retry-After', async () => {
  const server = start();
  const url = `http://127.0.0.1:${await server.port()}`;
  expect(server.output()).toMatch(
    /^Site: http:\/\/localhost:(\d+)\/\nCustomer portal: http:\/\/localhost:\1\/customer-portal\nStaff desk: http:\/\/localhost:\1\/desk\n/m,
  );
  expect((await fetch(`${url}/services`)).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const path of ['/readyz', '/api/portal/customers/current']) {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, answer.headers.has('Retry-After')]).toEqual([503, true]);
  }
  server.signal('SIGTERM');
  expect(await server.exitCode).toBe(0);
  expect(server.errors()).toBe('');
});

test('without SITE_URL pages and the API name the port that the system chose, and the log says so', async () => {
  const server = start();
  const port = await server.port();
  const sitemap = await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text();
  expect(new Set(sitemap.match(/http:\/\/[^/]+/g))).toEqual(new Set([`http://localhost:${port}`]));
  const openApi = (await (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).json()) as { servers: unknown };
  expect(openApi.servers).toEqual([{ url: `http://localhost:${port}` }]);
  expect(server.output()).toContain(`SITE_URL is not set: pages and mails name http://localhost:${port}.`);
  server.signal('SIGTERM');
  expect(await server.exitCode).toBe(0);
});

test('SIGTERM during a slow request: nothing new is accepted, it finishes, the process ends with 0', async () => {
  const server = start();
  const port = await server.port();
  const { socket, received } = openConnection(port);
  socket.write(slowRequest);
  await until(() => received().includes('100 Continue'));
  server.signal('SIGTERM');
  await server.printed('"stopping"');
  // What connects between the message and the end of listening is closed without an error; what comes after it is refused.
  await expect.poll(() => closing(openConnection(port).socket)).toMatch(/^ECONN(?:REFUSED|RESET)$/);
  socket.write('2\r\n{}\r\n0\r\n\r\n');
  await once(socket, 'close');
  expect(received()).toMatch(/HTTP\/1\.1 403[^]*connection: close[^]*"forbidden_origin"/i);
  expect(await server.exitCode).toBe(0);
});

test('SIGTERM during a slow download: the client gets all of it', async () => {
  const server = start();
  const { socket, received } = openConnection(await server.port());
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => received().length > 0);
  socket.pause();
  server.signal('SIGTERM');
  await server.printed('"stopping"');
  socket.resume();
  await once(socket, 'close');
  expect(received().length).toBeGreaterThan(16 * 1024 * 1024);
  expect(await server.exitCode).toBe(0);
});

test('SIGINT with idle connections and with half a request: they do not delay the shutdown', async () => {
  const server = start();
  const port = await server.port();
  const silent = openConnection(port);
  const served = openConnection(port);
  const called = openConnection(port);
  const half = openConnection(port);
  half.socket.write('GET /services HTTP/1.1\r\nHost: local');
  served.socket.write('GET /services HTTP/1.1\r\nHost: localhost\r\n\r\n');
  called.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => served.received() !== '' && called.received() !== '');
  server.signal('SIGINT');
  expect(await server.exitCode).toBe(0);
  for (const { socket } of [silent, served, called, half]) socket.destroy();
});

test('a second signal ends it at once', async () => {
  const server = start();
  const { socket, received } = openConnection(await server.port());
  socket.on('error', () => undefined).write(slowRequest);
  await until(() => received().includes('100 Continue'));
  server.signal('SIGTERM');
  await server.printed('"stopping"');
  await wait(600);
  server.signal('SIGTERM');
  expect(await server.exitCode).toBe(1);
});

test('a public URL without TLS is warned about, a local one is not', async () => {
  const open = start({ ...unreachableDatabase, SITE_URL: 'http://www.example.com' });
  await open.port();
  expect(open.output()).toMatch(
    /"level":40.*SITE_URL is http:\/\/www\.example\.com: passwords and sessions travel unencrypted/,
  );
  const own = start({ ...unreachableDatabase, SITE_URL: 'http://localhost:3000' });
  await own.port();
  expect(own.output()).not.toContain('unencrypted');
  for (const server of [open, own]) server.signal('SIGTERM');
});

/** The facts of a company, all but some. */
function writeCompanyFile(change: (file: typeof completeCompany) => unknown = (file) => file): string {
  const file = join(mkdtempSync(join(tmpdir(), 'company-')), 'company.json');
  writeFileSync(file, JSON.stringify(change(structuredClone(completeCompany))));
  return file;
}
const completeCompany = {
  phone: '+33 4 65 71 00 07',
  email: 'bonjour@ardoise.example',
  publisher: {
    legalForm: 'SAS',
    capital: '1 000 €',
    registration: 'RCS Nice 000 000 000',
    siret: '000 000 000 00000',
    vatNumber: 'FR00000000000',
    director: 'Ada Martin',
    hostName: 'Ardoise',
    hostAddress: '1 rue du Port, 06000 Nice',
    hostPhone: '+33 4 65 71 00 08',
  },
};

test('a public site names the facts of its company that nobody has filled in, in one line', async () => {
  const COMPANY_FILE = writeCompanyFile();
  const served = (siteUrl: string) => start({ ...unreachableDatabase, SITE_URL: siteUrl, COMPANY_FILE });
  const open = served('https://www.example.com');
  await open.printed('lacks facts');
  expect(open.output().match(/"level":40.*lacks facts.*/g)).toEqual([
    expect.stringMatching(/fill in publisher\.trainingActivityNumber, .*offers\.freeAuditUntil in \/.*company\.json\./),
  ]);
  const own = served('http://localhost:3000');
  await own.port();
  expect(own.output()).not.toContain('lacks facts');
  for (const server of [open, own]) server.signal('SIGTERM');
});

test('a public site without the facts that the law requires does not start, unless placeholders are allowed', async () => {
  const COMPANY_FILE = writeCompanyFile(({ publisher: { director: _director, ...publisher }, ...file }) => ({
    ...file,
    publisher: { ...publisher, hostName: null },
  }));
  const served = (settings: Record<string, string>) => start({ ...unreachableDatabase, COMPANY_FILE, ...settings });
  const refused = served({ SITE_URL: 'https://www.example.com' });
  expect(await refused.exitCode).toBe(78);
  expect(refused.errors()).toContain(`fill in publisher.director, publisher.hostName in ${COMPANY_FILE}`);
  expect(refused.errors()).toContain('ALLOW_PLACEHOLDERS=yes');
  const unnamed = served({ SITE_URL: 'https://www.example.com', COMPANY_FILE: '' });
  expect(await unnamed.exitCode).toBe(78);
  expect(unnamed.errors()).toContain('in the file that COMPANY_FILE names');
  const demonstration = served({ SITE_URL: 'https://www.example.com', ALLOW_PLACEHOLDERS: 'yes' });
  const trial = served({ SITE_URL: 'http://localhost:3000' });
  for (const server of [demonstration, trial]) {
    expect(await server.port()).toBeGreaterThan(0);
    server.signal('SIGTERM');
  }
});

test.each([
  ['is missing', undefined, /cannot be read/],
  ['is not JSON', '{ "phone": }', /is not JSON/],
  ['has an unknown fact', '{ "publisher": { "siren": "1" } }', /publisher: Unrecognized key/],
  ['has a phone number that cannot be called', '{ "phone": "04 65" }', /phone: must be an international number/],
  [
    'has several mistakes',
    '{ "phone": "04 65", "publisher": { "insurance": "AXA" }, "training": { "results": "95 %" } }',
    /phone: .*; publisher\.insurance: must be an object: .*"territory".*; training\.results: must be an object/,
  ],
  ['has markup', '{ "address": "<script>" }', /address: must be 1 to 120/],
])('a company file that %s ends the start with one sentence', async (_case, text, reason) => {
  const COMPANY_FILE = join(mkdtempSync(join(tmpdir(), 'company-')), 'company.json');
  if (text !== undefined) writeFileSync(COMPANY_FILE, text);
  const refused = start({ ...unreachableDatabase, COMPANY_FILE });
  expect(await refused.exitCode).toBe(78);
  expect(refused.errors()).toMatch(reason);
  expect(refused.errors().trim()).not.toContain('\n');
});

test('a port in use, a foreign host, an invalid setting, a missing build: a one-line error without a stack trace', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const empty = mkdtempSync(join(tmpdir(), 'empty-'));
  const cases: [ReturnType<typeof spawnServer>, RegExp][] = [
    [
      start({ ...unreachableDatabase, PORT: port }),
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use: .*\\.\\n$`),
    ],
    [start({ ...unreachableDatabase, HOST: '192.0.2.1' }), /^The setting HOST is "192\.0\.2\.1", .*\.\n$/],
    [start({ ...unreachableDatabase, LOG_LEVEL: 'loud' }), /^The setting LOG_LEVEL is "loud": .*\.\n$/],
    [spawnServer(unreachableDatabase, '--site', empty), /^The site is not built .*\.\n$/],
  ];
  for (const [server, sentence] of cases) {
    expect(await server.exitCode).toBe(78);
    expect(server.errors()).toMatch(sentence);
    expect(server.output()).toBe('');
  }
  taken.close();
});

test('two servers on one data folder: the second says so and stops', async () => {
  const settings = { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'data-')), 'data') };
  await prepareDataFolder(settings.DATA_DIR);
  const first = start(settings);
  await first.printed('Database: embedded');
  expect(first.output()).toContain('for trials');
  const second = start(settings);
  expect(await second.exitCode).toBe(78);
  expect(second.errors()).toMatch(/^[^\n]*in use[^\n]*\n$/);
  const answer = await fetch(`http://127.0.0.1:${await first.port()}/readyz`);
  expect(answer.status).toBe(200);
  first.signal('SIGTERM');
  expect(await first.exitCode).toBe(0);
});

const demoLink = /(http:\/\/localhost:\d+\/api\/demo\/[A-Za-z\d]+)$/gm;

test('a trial prints links that sign in without a password; with other settings the next start has none', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'demo-'));
  await prepareDataFolder(DATA_DIR);
  const trial = start({ DATA_DIR });
  const port = await trial.port();
  await trial.printed(/Hugo .*\/api\/demo\/\w{24}\n/);
  const links = trial.output().match(demoLink) ?? [];
  expect(links).toHaveLength(6);
  // The links lead to localhost, which may be another address here than that of the server.
  const own = links.map((link) => link.replace('localhost', '127.0.0.1'));
  const press = (link: string, headers = {}) =>
    fetch(link, { method: 'POST', redirect: 'manual', headers: { Origin: `http://127.0.0.1:${port}`, ...headers } });
  const [claire = '', , , , sofia = ''] = own;
  expect(await (await fetch(sofia)).text()).toContain('Sign in as Sofia');
  expect((await press(sofia, { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
  const signedIn = await press(sofia);
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/desk']);
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  expect((await fetch(`http://127.0.0.1:${port}/api/desk/tickets`, { headers: { Cookie } })).status).toBe(200);
  expect((await press(sofia)).status).toBe(404);
  await trial.printed('"path":"/api/demo/[token]"');
  expect(trial.output().match(new RegExp(sofia.split('/').at(-1) ?? '', 'g'))).toHaveLength(1);
  expect(await trial.stop()).toBe(0);
  // Each other condition is in demo-links.test.ts.
  const proxied = start({ DATA_DIR, TRUST_PROXY: '1' });
  const proxiedPort = await proxied.port();
  await proxied.printed('Database: embedded');
  const known = claire.replace(String(port), String(proxiedPort));
  expect((await fetch(known)).headers.get('content-type')).toContain('application/json');
  await proxied.stop();
  expect(proxied.output()).not.toMatch(demoLink);
}, 600_000);
