import { beforeAll, expect, test } from 'vitest';
import { ServerBusyError } from './limit-concurrency.ts';
import { hashPassword } from './password-hash.ts';
import { type Api, type ApiResponse, browser, makeUser, openApi, password, siteUrl } from '#tests/support/api.ts';
import { describeDatabase } from '#tests/support/database-test.ts';

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

const refusal = ({ status, body, headers }: ApiResponse) => [status, body.error?.code, headers.get('retry-after')];
const busy = [503, 'server_busy', '5'];

describeDatabase(({ database }) => {
  let api: Api;
  beforeAll(async () => {
    api = await openApi(database, {}, undefined, () => 0);
  });

  test('a full queue of hashes responds 503, and the attempt does not count against the account', async () => {
    const { email, cookie } = await makeUser(database, { password });
    const refused = await withFullQueue(async () => {
      const answers = [];
      for (let at = 0; at < 11; at += 1)
        answers.push(await browser(api).post('/api/auth/sign-in/email', { email, password }));
      answers.push(await browser(api, { cookie }).post('/api/auth/confirm/password', { password }));
      return answers;
    });
    for (const answer of refused) expect(refusal(answer)).toEqual(busy);
    expect(refused[0]?.body.error.message).toBe('The server is busy right now. Please try again in a few seconds.');
    expect((await browser(api).post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  });

  test('no password is hashed for a client that has disconnected', async () => {
    const { email } = await makeUser(database, { password });
    const answer = await api.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { Origin: siteUrl, 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.8' },
      body: JSON.stringify({ email, password }),
      signal: AbortSignal.abort(),
    });
    expect(answer.status).toBe(503);
  });

  test('the rate of hashes is limited for all networks together', async () => {
    let now = 0;
    const own = await openApi(database, {}, undefined, () => now);
    const { email } = await makeUser(database, { password });
    const signIn = async (at: number, name = email, signal?: AbortSignal) =>
      own.request('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { Origin: siteUrl, 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${at}` },
        body: JSON.stringify({ email: name, password }),
        ...(signal && { signal }),
      });
    // Requests of disconnected clients count, and need no hash.
    await Promise.all(Array.from({ length: 149 }, (_, at) => signIn(at, `n${at}@example.com`, AbortSignal.abort())));
    expect([(await signIn(201)).status, (await signIn(202)).status]).toEqual([200, 503]);
    const signUp = await browser(own, { ipAddress: '192.0.2.204' }).post('/api/auth/sign-up/email', {
      email: 'new@example.com',
      password,
    });
    expect(signUp.status).toBe(503);
    now += 1_000;
    expect((await signIn(203)).status).toBe(200);
  });
});
