import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';
import { bundleServer, killServers, spawnServer, unreachableDatabase } from '#tests/support/server.ts';
import { writeFixtureSite } from '#tests/support/site.ts';

let fixture: Awaited<ReturnType<typeof startFixtureServer>>;
/** For what ends by a timeout. On a busy machine it may also end what is only slow. */
let impatient: typeof fixture;
beforeAll(async () => {
  fixture = await startFixtureServer();
  impatient = await startFixtureServer({
    limits: { headersTimeout: 300, keepAliveTimeout: 300, connectionsCheckingInterval: 50 },
  });
});
afterAll(() => {
  for (const { server } of [fixture, impatient]) server.close();
});

const get = (target: string, ...headers: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

const statusesOf = (received: string) => received.match(/(?<=HTTP\/1\.1 )\d{3}/g);

async function readUntil(socket: Socket, end: string): Promise<string> {
  let received = '';
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    received += (data as Buffer).toString('latin1');
    if (received.endsWith(end)) return received;
  }
  return received;
}

test('one connection serves pages and the API', async () => {
  const socket = connect(fixture.port, '127.0.0.1');
  for (const [target, end] of [
    ['/', 'Accueil</h1>'],
    ['/healthz', '}'],
    ['/', 'Accueil</h1>'],
  ] as const) {
    socket.write(get(target));
    expect(await readUntil(socket, end)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});

test('a request sent byte by byte gets one response', async () => {
  const socket = connect(fixture.port, '127.0.0.1').setNoDelay();
  for (const byte of get('/')) await new Promise((resolve) => socket.write(byte, resolve));
  expect(statusesOf(await readUntil(socket, '</h1>'))).toEqual(['200']);
  socket.destroy();
});

test('pipelined requests are answered in order', async () => {
  const received = await sendRaw(
    fixture.port,
    get('/large'),
    get('/services'),
    get('/healthz') + get('/', 'Connection: close'),
  );
  expect(statusesOf(received)).toEqual(['200', '200', '200', '200']);
  expect(received.indexOf('<h1>Services')).toBeGreaterThan(16 * 1024 * 1024);
  expect(received.indexOf('"ok"')).toBeGreaterThan(received.indexOf('<h1>Services'));
  expect(received.endsWith('<h1>Accueil</h1>')).toBe(true);
});

test('a request inside the body of another is ignored', async () => {
  const hidden = get('/services');
  const received = await sendRaw(
    fixture.port,
    get('/', `Content-Length: ${hidden.length}`, 'Connection: close') + hidden,
  );
  expect(statusesOf(received)).toEqual(['200']);
});

test('a half-closed client still gets its page', async () => {
  const socket = connect({ port: fixture.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(get('/large'));
  let length = 0;
  for await (const data of socket) length += (data as Buffer).length;
  expect(length).toBeGreaterThan(16 * 1024 * 1024);
});

test.each([
  ['without a request', ''],
  ['after a page', get('/services')],
  ['after an API response', get('/healthz')],
])('an idle connection %s is closed', async (_case, bytes) => {
  const socket = connect(impatient.port, '127.0.0.1');
  if (bytes !== '') socket.write(bytes);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead > 0).toBe(bytes !== '');
});

test('connections over the limit are closed until another one ends', async () => {
  const { port, server, lines } = await startFixtureServer({ limits: { maxConnections: 2 } });
  const request = get('/', 'Connection: close');
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of sockets) {
    socket.write(get('/'));
    await readUntil(socket, '</h1>');
  }
  expect(await sendRaw(port, request)).toBe('');
  expect(await sendRaw(port, request)).toBe('');
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([{ dropped: 1, maxConnections: 2 }]);
  const [first] = sockets;
  first?.destroy();
  // The server notices asynchronously.
  while ((await sendRaw(port, request)) === '');
  for (const socket of sockets) socket.destroy();
  server.close();
});

// FUZZ_SEED repeats a run; the seed is in the test's name.
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const connections = 240;
const atOnce = 24;

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const signIn = ['POST /api/auth/sign-in/password HTTP/1.1', 'Host: localhost', 'Origin: https://www.example.com'];
const json = 'Content-Type: application/json';
const credentials = '{"email":"a@b.example","password":"a long enough password"}';
const page = lines('GET /services HTTP/1.1', 'Host: localhost');

const requests: Record<string, string> = {
  page,
  'large page': lines('GET /large HTTP/1.1', 'Host: localhost'),
  'page, then closed': lines('HEAD / HTTP/1.1', 'Host: localhost', 'Connection: close'),
  'old HTTP': 'GET / HTTP/1.0\r\n\r\n',
  pipelined: page + lines('GET /large HTTP/1.1', 'Host: localhost') + lines('GET /readyz HTTP/1.1', 'Host: x') + page,
  'pipelined, then garbage': `${page}${page}\u0016\u0003\u0001garbage\r\n\r\n`,
  'POST with a length': lines(...signIn, json, `Content-Length: ${credentials.length}`) + credentials,
  'POST in chunks':
    lines(...signIn, json, 'Transfer-Encoding: chunked') +
    `${credentials.length.toString(16)};x=y\r\n${credentials}\r\n0\r\nTrailer: a\r\n\r\n`,
  'POST that waits for 100 Continue':
    lines(...signIn, json, 'Expect: 100-continue', `Content-Length: ${credentials.length}`) + credentials,
  'POST with an unknown expectation': lines(...signIn, 'Expect: miracles', 'Content-Length: 3') + 'abc',
  CONNECT: `${lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com')}\u0016\u0003\u0001 and more`,
  Upgrade: `${lines('GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')}\u0081\u0005hello`,
  'Upgrade of the API': lines(...signIn, 'Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 2') + '{}',
  TRACE: lines('TRACE / HTTP/1.1', 'Host: localhost'),
  'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0',
  'TLS hello': `\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003${'\u00aa'.repeat(200)}`,
  'headers over the limit': lines('GET / HTTP/1.1', 'Host: localhost', `X-Big: ${'a'.repeat(40_000)}`),
  nothing: '',
};

const cuts = ['reset', 'half-close', 'close', 'stall'] as const;

type Random = (below: number) => number;

/** Mulberry32: small, and the same numbers everywhere for the same seed. */
function randomFrom(start: number): Random {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Plan {
  bytes: string;
  cut: (typeof cuts)[number];
  /** Milliseconds before the cut, or 'response': after the first byte of a response, if there is one. */
  pause: number | 'response';
  reads: boolean;
}

function planFrom(random: Random): Plan {
  const kinds = Object.values(requests);
  const whole = kinds[random(kinds.length)] ?? '';
  // Half of them are complete: most code runs after a request has arrived.
  const bytes = random(2) === 0 ? whole : whole.slice(0, random(whole.length + 1));
  return {
    bytes,
    cut: cuts[random(cuts.length)] ?? 'reset',
    pause: random(3) === 0 ? 'response' : random(15),
    reads: random(4) > 0,
  };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function run(port: number, { bytes, cut, pause, reads }: Plan): Promise<Socket> {
  const socket = await openSocket(port);
  socket.write(bytes, 'latin1');
  if (pause === 'response') {
    await Promise.race([once(socket, 'data').catch(() => undefined), once(socket, 'close'), wait(30)]);
    socket.pause();
  } else {
    await wait(pause);
  }
  if (reads) socket.resume();
  if (cut === 'reset') socket.resetAndDestroy();
  if (cut === 'close') socket.destroy();
  if (cut === 'half-close') socket.end();
  return socket;
}

/** First every kind of request with every cut, then random ones. Returns the sockets that stay open. */
async function attack(port: number, random: Random): Promise<Socket[]> {
  const fixed = Object.values(requests).flatMap((bytes) =>
    (['reset', 'half-close', 'stall'] as const).map((cut): Plan => ({ bytes, cut, pause: 5, reads: true })),
  );
  const plans = [...fixed, ...Array.from({ length: connections }, () => planFrom(random))];
  const sockets: Socket[] = [];
  for (let start = 0; start < plans.length; start += atOnce) {
    sockets.push(...(await Promise.all(plans.slice(start, start + atOnce).map((plan) => run(port, plan)))));
  }
  return sockets;
}

/** Open connections of this port according to the kernel: state 0A is the listening socket, inode 0 belongs to no process. */
function heldConnections(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] !== '0A' && fields[9] !== '0').length;
}

describe('a server process', () => {
  beforeAll(bundleServer);
  afterEach(killServers);

  test.runIf(process.platform === 'linux')(
    `survives reset, half-closed and stalled connections and leaks none (FUZZ_SEED=${seed})`,
    async () => {
      const server = spawnServer(unreachableDatabase, '--site', writeFixtureSite());
      const port = await server.port();
      const hasEnded = server.exitCode.then((code) => {
        throw new Error(`The server ended with ${code}:\n${server.errors()}${server.output()}`);
      });
      const sockets = await Promise.race([attack(port, randomFrom(seed)), hasEnded]);
      for (const socket of sockets) socket.destroy();
      const request = lines('GET /services HTTP/1.1', 'Host: localhost', 'Connection: close');
      expect(await sendRaw(port, request)).toMatch(/^HTTP\/1\.1 200 /);
      // Bounded by the test's timeout.
      while (heldConnections(port) > 0) await Promise.race([wait(50), hasEnded]);
      hasEnded.catch(() => undefined);
      server.signal('SIGTERM');
      expect(await server.exitCode).toBe(0);
      expect(server.errors()).toBe('');
    },
  );
});

test(`timeouts close connections that clients keep open (FUZZ_SEED=${seed})`, async () => {
  const { port, server, app } = await startFixtureServer({
    limits: {
      headersTimeout: 200,
      requestTimeout: 300,
      keepAliveTimeout: 200,
      idleTimeout: 400,
      closeTimeout: 200,
      connectionsCheckingInterval: 50,
    },
  });
  app.post('/api/echo', async (c) => c.text(await c.req.text()));
  const sockets = await attack(port, randomFrom(seed));
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, open) => (error === null ? resolve(open) : reject(error)));
    });
  while ((await count()) > 0) await wait(50);
  // Even a request that is sent at once may take longer than these timeouts.
  await expect.poll(() => sendRaw(port, 'GET /services HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
  server.close();
});
