import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bundleMain, killWhatStillRuns, removeBundle, startMain, withoutDatabase } from '#tests/support/process.ts';
import { writeFixtureSite } from '#tests/support/site.ts';
import { sendRaw, startFixtureServer } from '#tests/support/http-server.ts';

// FUZZ_SEED repeats a run; the seed is in the name of the failed test.
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const connections = 240;
const atOnce = 24;

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const signIn = ['POST /api/auth/sign-in/email HTTP/1.1', 'Host: localhost', 'Origin: https://www.example.com'];
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
  /** How many milliseconds pass before the cut; at 'answer' it waits for the first byte of a response, if there is one. */
  pause: number | 'answer';
  reads: boolean;
}

function planFrom(random: Random): Plan {
  const kinds = Object.values(requests);
  const whole = kinds[random(kinds.length)] ?? '';
  // Half of them are sent whole: most code runs behind a request that has arrived.
  const bytes = random(2) === 0 ? whole : whole.slice(0, random(whole.length + 1));
  return {
    bytes,
    cut: cuts[random(cuts.length)] ?? 'reset',
    pause: random(3) === 0 ? 'answer' : random(15),
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
  if (pause === 'answer') {
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

/** Every kind whole and reset, as this needs no luck, and then the random ones. Returns the sockets that stay open. */
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

/** Connections of this port that a process still holds, as the kernel counts them: state 0A listens, inode 0 is no longer anyone's. */
function heldConnections(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] !== '0A' && fields[9] !== '0').length;
}

describe('a server process', () => {
  beforeAll(bundleMain);
  afterEach(killWhatStillRuns);
  afterAll(removeBundle);

  test.runIf(process.platform === 'linux')(
    `lives on, serves and holds no connection after reset, half-closed and stalled ones (FUZZ_SEED=${seed})`,
    async () => {
      const server = startMain(withoutDatabase, '--site', writeFixtureSite());
      const port = await server.port();
      const hasEnded = server.exitCode.then((code) => {
        throw new Error(`The server ended with ${code}:\n${server.errors()}${server.output()}`);
      });
      const sockets = await Promise.race([attack(port, randomFrom(seed)), hasEnded]);
      for (const socket of sockets) socket.destroy();
      const get = lines('GET /services HTTP/1.1', 'Host: localhost', 'Connection: close');
      expect(await sendRaw(port, get)).toMatch(/^HTTP\/1\.1 200 /);
      // Without a deadline of its own: the test's is generous.
      while (heldConnections(port) > 0) await Promise.race([wait(50), hasEnded]);
      hasEnded.catch(() => undefined);
      server.signal('SIGTERM');
      expect(await server.exitCode).toBe(0);
      expect(server.errors()).toBe('');
    },
  );
});

test(`connections that their clients keep open are closed by the server's own timeouts (FUZZ_SEED=${seed})`, async () => {
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
  expect(await sendRaw(port, 'GET /services HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
  server.close();
});
