import { beforeAll, expect, test } from 'vitest';
import { type Api, type ApiResponse, browser, makeUser, openApi, password, siteUrl } from '#tests/support/api.ts';
import { ServerBusyError } from '#api/lib/errors.ts';
import { hashPassword, limitConcurrency, verifyPassword } from './password-hash.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';

test('a hash verifies its own password only', async () => {
  const hash = await hashPassword('pass phrase 🙂');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword({ hash, password: 'pass phrase 🙂' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'pass phrase' })).toBe(false);
  expect(await hashPassword('pass phrase 🙂')).not.toBe(hash);
});

test('composed and decomposed accents are the same', async () => {
  expect(await verifyPassword({ hash: await hashPassword('été'), password: 'été'.normalize('NFD') })).toBe(true);
});

test('a hash is verified with its own cost parameters', async () => {
  const cheaper = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
  expect(await verifyPassword({ hash: `${cheaper}${'A'.repeat(43)}`, password: 'x' })).toBe(false);
});

test.each(['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$a$b', '$2b$10$abcdefghijklmnopqrstuv'])(
  'rejects malformed hashes: %j',
  async (hash) => {
    expect(await verifyPassword({ hash, password: '' })).toBe(false);
  },
);

/** Calls that run until the test ends them. */
function heldWork(limits: { running: number; waiting: number }) {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  const work = limitConcurrency(limits, async (at: number) => {
    started.push(at);
    await new Promise<void>((resolve) => ends.set(at, resolve));
    return at;
  });
  return { work, started, end: (at: number) => ends.get(at)?.() };
}

test('limits the calls that run at once, and runs all in order', async () => {
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = limitConcurrency({ running: 2, waiting: 20 }, async (at: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    order.push(at);
    running -= 1;
    if (at % 3 === 0) throw new Error(String(at));
    return at;
  });
  const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => work(undefined, at)));
  expect(most).toBe(2);
  expect(order).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  expect(await work(undefined, 1)).toBe(1);
});

test('rejects calls while the queue is full', async () => {
  const { work, started, end } = heldWork({ running: 1, waiting: 2 });
  const calls = [0, 1, 2].map((at) => work(undefined, at));
  await expect(work(undefined, 3)).rejects.toThrow(ServerBusyError);
  end(0);
  await calls[0];
  const last = work(undefined, 4);
  await expect(work(undefined, 5)).rejects.toThrow(ServerBusyError);
  for (const at of [1, 2, 4]) {
    await new Promise(setImmediate);
    end(at);
  }
  expect(await Promise.all([...calls, last])).toEqual([0, 1, 2, 4]);
  expect(started).toEqual([0, 1, 2, 4]);
});

test('an aborted call leaves the queue and never runs', async () => {
  const { work, started, end } = heldWork({ running: 1, waiting: 2 });
  const gone = new AbortController();
  const first = work(undefined, 0);
  const leaving = [work(gone.signal, 1), work(gone.signal, 2)];
  gone.abort();
  for (const call of leaving) await expect(call).rejects.toThrow(ServerBusyError);
  await expect(work(gone.signal, 3)).rejects.toThrow(ServerBusyError);
  const next = work(undefined, 4);
  end(0);
  await first;
  await new Promise(setImmediate);
  end(4);
  expect(await next).toBe(4);
  expect(started).toEqual([0, 4]);
});

/** Keeps the queue of hashes full while `work` runs. */
async function withFullQueue<T>(work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const places = Array.from({ length: 52 }, async () => {
    while (!over.signal.aborted)
      await hashPassword('filler').catch((error: unknown) => {
        if (!(error instanceof ServerBusyError)) throw error;
      });
  });
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(places);
  }
}

const outcomeOf = ({ status, body, headers }: ApiResponse) => [status, body.error?.code, headers.get('retry-after')];
const busy = [503, 'server_busy', '5'];

describeDatabase(({ database }) => {
  let api: Api;
  beforeAll(async () => {
    api = await openApi(database, {}, undefined, () => 0);
  });

  test('a full queue of hashes responds 503, and the attempt does not count against the account', async () => {
    const { email, cookie } = await makeUser(database, { password });
    const rejected = await withFullQueue(async () => {
      const responses = [];
      for (let at = 0; at < 11; at += 1)
        responses.push(await browser(api).post('/api/auth/sign-in/password', { email, password }));
      responses.push(await browser(api, { cookie }).post('/api/auth/password/confirm', { password }));
      return responses;
    });
    for (const response of rejected) expect(outcomeOf(response)).toEqual(busy);
    expect(rejected[0]?.body.error.message).toBe('The server is busy right now. Please try again in a few seconds.');
    expect((await browser(api).post('/api/auth/sign-in/password', { email, password })).status).toBe(200);
  });

  test('no password is hashed for a client that has disconnected', async () => {
    const { email } = await makeUser(database, { password });
    const response = await api.request('/api/auth/sign-in/password', {
      method: 'POST',
      headers: { Origin: siteUrl, 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.8' },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.abort(),
    });
    expect(response.status).toBe(503);
  });

  test('the rate of hashes is limited for all networks together', async () => {
    let now = 0;
    const own = await openApi(database, {}, undefined, () => now);
    const { email } = await makeUser(database, { password });
    const signIn = async (at: number, name = email, signal?: AbortSignal) =>
      own.request('/api/auth/sign-in/password', {
        method: 'POST',
        headers: { Origin: siteUrl, 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${at}` },
        body: JSON.stringify({ email: name, password }),
        ...(signal && { signal }),
      });
    // Requests of disconnected clients count, and need no hash.
    await Promise.all(Array.from({ length: 149 }, (_, at) => signIn(at, `n${at}@example.com`, AbortSignal.abort())));
    expect([(await signIn(201)).status, (await signIn(202)).status]).toEqual([200, 503]);
    const signUp = await browser(own, { ipAddress: '192.0.2.204' }).post('/api/auth/sign-up', {
      email: 'new@example.com',
      password,
    });
    expect(signUp.status).toBe(503);
    now += 1_000;
    expect((await signIn(203)).status).toBe(200);
  });
});
