import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { InterruptibleMailServer } from '#tests/resilience/faults.ts';
import {
  type ChaosRun,
  type Client,
  expectStatus,
  newIpAddress,
  parseJson,
  pause,
  pick,
  repeat,
  sendAs,
} from './client.ts';
import { lists, password as signUpPassword } from './target.ts';

// The rate limit of api/auth: then sign-in is blocked for 15 minutes.
const maxFailures = 10;

/** Wrong passwords for one user from ever new IP addresses: failures are counted per email address too. */
export const passwordGuessing: Client = {
  name: 'password guessing',
  run: async (chaos) => {
    const { name } = passwordGuessing;
    const victim = `victim-${chaos.target.engine}@user.example`;
    let failures = 0;
    const guess = async () => {
      const body = { email: victim, password: `guess ${Math.random()}` };
      // A forged X-Forwarded-For must not help.
      const headers = { 'X-Forwarded-For': newIpAddress() };
      const response = await sendAs(chaos, name, {
        method: 'POST',
        path: '/api/auth/sign-in/password',
        body,
        headers,
        from: newIpAddress(),
      });
      if (!expectStatus(chaos, name, response, 401, 429)) return;
      if (response?.status === 401) failures += 1;
      if (failures > maxFailures)
        chaos.results.addViolation(`${chaos.target.name}: passwords could be guessed without a limit`);
    };
    await Promise.all(Array.from({ length: 4 }, () => repeat(chaos, 120, guess)));
  },
};

const flip = (text: string, at: number) => {
  const letter = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
};

/** Cookies that were changed, combined from two, or emptied. */
export const tamperedCookies: Client = {
  name: 'tampered cookies',
  run: (chaos) =>
    repeat(chaos, 150, async () => {
      const [one, other] = [pick(chaos.target.customers), pick(chaos.target.customers)];
      const [name = '', value = ''] = one.cookie.split('=');
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const [otherToken = ''] = decodeURIComponent(other.cookie.split('=')[1] ?? '').split('.');
      const tampered = pick([
        `${flip(token, Math.floor(Math.random() * token.length))}.${signature}`,
        `${token}.${flip(signature, Math.floor(Math.random() * (signature.length - 2)))}`,
        `${otherToken === token ? flip(token, 0) : otherToken}.${signature}`,
        `${token}.`,
        token,
        `' OR 1=1 --.${signature}`,
      ]);
      const headers = { Cookie: `${name}=${encodeURIComponent(tampered)}` };
      const response = await sendAs(chaos, 'tampered cookies', { path: `/api/portal/${pick(lists)}`, headers });
      expectStatus(chaos, 'tampered cookies', response, 401);
    }),
};

/** Cross-site requests of a signed-in browser. */
export const forgedOrigins: Client = {
  name: 'forged origins',
  run: (chaos) =>
    repeat(chaos, 200, async () => {
      const customer = pick(chaos.target.customers);
      const Origin = pick(['https://evil.example', 'null', undefined, `${chaos.target.origin()}.evil.example`]);
      const body = { subject: `forged ${customer.marker}`, description: 'Written by another site' };
      const headers = { Cookie: customer.cookie, Origin };
      const path = pick(['/api/portal/tickets', '/api/auth/sign-out']);
      const response = await sendAs(chaos, 'forged origins', { method: 'POST', path, body, headers }, customer);
      expectStatus(chaos, 'forged origins', response, 403);
    }),
};

/** Ids, markers and cursors of other customers, wherever a request has a parameter. */
export const foreignIds: Client = {
  name: 'foreign ids',
  run: (chaos) =>
    repeat(chaos, 100, async () => {
      const [one, other] = [pick(chaos.target.customers), pick(chaos.target.customers)];
      if (one === other) return;
      const list = pick(lists);
      const headers = { Cookie: one.cookie };
      const query = pick([
        `q=${other.id}`,
        `q=${other.marker}`,
        `cursor=${await cursorOf(chaos, list)}`,
        `customer_id=${other.id}`,
      ]);
      const response = await sendAs(
        chaos,
        'foreign ids',
        { path: `/api/portal/${list}?limit=3&${query}`, headers },
        one,
      );
      expectStatus(chaos, 'foreign ids', response, 200, 400);
      const id = other.id;
      const revoked = await sendAs(
        chaos,
        'foreign ids',
        { method: 'POST', path: '/api/auth/sessions/revoke', body: { id }, headers },
        one,
      );
      // 429 after a hundred attempts in an hour.
      expectStatus(chaos, 'foreign ids', revoked, 404, 403, 429);
    }),
};

async function cursorOf(chaos: ChaosRun, list: string): Promise<string> {
  const owner = pick(chaos.target.customers);
  const message = { path: `/api/portal/${list}?limit=3`, headers: { Cookie: owner.cookie } };
  const response = await sendAs(chaos, 'foreign ids', message, owner);
  return response?.status === 200
    ? encodeURIComponent(parseJson<{ nextCursor: string | null }>(response).nextCursor ?? '')
    : '';
}

const maxSlowClients = 60;

const unfinishedRequests = [
  // Headers that never end.
  'GET /services HTTP/1.1\r\nHost: chaos\r\nX-Slow: ',
  // A body that never comes.
  'POST /api/portal/tickets HTTP/1.1\r\nHost: chaos\r\nOrigin: http://chaos\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
  // A connection that is kept and not used.
  'GET /healthz HTTP/1.1\r\nHost: chaos\r\nConnection: keep-alive\r\n\r\n',
];

/** Clients that hold connections open without finishing a request must not affect others. */
export const slowClients: Client = {
  name: 'slow clients',
  run: async (chaos) => {
    const open = new Set<Socket>();
    const tally = chaos.results.tally('slow clients');
    await repeat(chaos, 100, async () => {
      for (const socket of open) if (Math.random() < 0.2) socket.write('a');
      const url = pick(chaos.target.instances.urls());
      if (open.size >= maxSlowClients || url === undefined) return;
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      open.add(socket);
      tally.sent += 1;
      socket.on('error', () => undefined).once('close', () => open.delete(socket));
      socket.resume().write(pick(unfinishedRequests));
      await wait(0);
    });
    for (const socket of open) socket.destroy();
  },
};

const resetRequests = [
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /services HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/portal/invoices HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /api/portal/tickets HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n{',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'not a request\r\n\r\n',
];

/** Clients that reset their connection during a request: no instance may exit because of it. */
export const connectionResets: Client = {
  name: 'connection resets',
  run: (chaos) =>
    repeat(chaos, 100, async () => {
      const url = pick(chaos.target.instances.urls());
      if (url === undefined) return;
      chaos.results.tally('connection resets').sent += 1;
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      socket.write(pick(resetRequests));
      await wait(Math.random() * 30);
      socket.resetAndDestroy();
    }),
};

const mailLinkClient = 'reused mail links';
const mailTimeoutMs = 8_000;

function newestToken(mail: InterruptibleMailServer, email: string, link: RegExp): string | undefined {
  return mail
    .received()
    .toReversed()
    .filter(({ to }) => to.includes(email))
    .map(({ readable }) => link.exec(readable)?.[1])
    .find((token) => token !== undefined);
}

/** Each link is used twice at once and once more: only one use may succeed, and verifying signs nobody in. */
export const mailLinks = (mail: InterruptibleMailServer): Client => ({
  name: mailLinkClient,
  run: (chaos) =>
    repeat(chaos, 1500, async () => {
      const email = pick([...chaos.results.signUps]);
      if (email === undefined) return;
      const verification = newestToken(mail, email, /#verify=([\w.-]+)/);
      if (verification !== undefined) await verifyAgain(chaos, verification);
      const body = { email };
      await sendAs(chaos, mailLinkClient, {
        method: 'POST',
        path: '/api/auth/password/request-reset',
        body,
        from: newIpAddress(),
      });
      const token = await waitForResetToken(chaos, mail, email);
      if (token !== undefined) await useTwice(chaos, token);
    }),
});

async function waitForResetToken(
  { signal }: ChaosRun,
  mail: InterruptibleMailServer,
  email: string,
): Promise<string | undefined> {
  const newest = () => newestToken(mail, email, /#reset=([\w-]+)/);
  const before = newest();
  for (const deadline = performance.now() + mailTimeoutMs; performance.now() < deadline && !signal.aborted;) {
    const token = newest();
    if (token !== undefined && token !== before) return token;
    await pause(100, signal);
  }
  return undefined;
}

async function useTwice(chaos: ChaosRun, token: string): Promise<void> {
  const reset = (newPassword: string) => {
    const message = {
      method: 'POST' as const,
      path: '/api/auth/password/reset',
      body: { token, newPassword },
      from: newIpAddress(),
    };
    return sendAs(chaos, mailLinkClient, message);
  };
  const raced = await Promise.all([reset('first of two words'), reset('second of two words')]);
  const again = await reset('third of the words');
  const used = [...raced, again].filter((response) => response?.status === 200).length;
  if (used > 1) chaos.results.addViolation(`${chaos.target.name}: one link set a password ${used} times`);
}

async function verifyAgain(chaos: ChaosRun, token: string): Promise<void> {
  const verify = (given: string, password = signUpPassword) => {
    const path = '/api/auth/email/verify';
    return sendAs(chaos, mailLinkClient, {
      method: 'POST',
      path,
      body: { token: given, password },
      from: newIpAddress(),
    });
  };
  expectStatus(chaos, mailLinkClient, await verify(token, 'not the password'), 400);
  const responses = [...(await Promise.all([verify(token), verify(token)])), await verify(token)];
  const used = responses.filter((response) => response?.status === 200).length;
  if (used > 1) chaos.results.addViolation(`${chaos.target.name}: one link verified an email address ${used} times`);
  if (responses.some((response) => response?.headers['set-cookie'] !== undefined))
    chaos.results.addViolation(`${chaos.target.name}: a link that verifies an email address set a cookie`);
  const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  expectStatus(chaos, mailLinkClient, await verify(forged), 400);
}
