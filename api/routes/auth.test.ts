import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { type ApiResponse, browser, makeUser, password, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

const newEmail = () => `${randomBytes(6).toString('hex')}@links.example`;

/** Runs `work` with the server's clock moved forward; the database's clock stays. */
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

describeApi(({ database, api, authFlows }) => {
  const isVerified = async (email: string) =>
    (await database.pool.query('SELECT email_verified FROM users WHERE email = $1', [email])).rows[0]?.email_verified;
  const tokenTo = async (email: string) => tokenIn((await authFlows.newestMail(email)).data.link);
  const press = async (route: string, email: string, more = {}) => {
    const token = await tokenTo(email);
    return () => authFlows.newBrowser().post(`/api/auth/${route}`, { token, ...more });
  };

  async function signedUp(): Promise<string> {
    const email = newEmail();
    await authFlows.signUp(authFlows.newBrowser(), email);
    return email;
  }
  async function emailChangeRequested(): Promise<{ before: string; after: string }> {
    const { email, cookie } = await makeUser(database);
    const after = newEmail();
    await authFlows.newBrowser(cookie).post('/api/auth/email/change', { newEmail: after });
    return { before: email, after };
  }
  test.each(['email/verify', 'email/confirm', 'email/undo', 'password/read-reset-link'])(
    'opening the link of %s changes nothing',
    async (route) => {
      const { status } = await browser(api).get(`/api/auth/${route}?token=abc`);
      expect(status).toBe(401);
    },
  );

  test('a verification link works once, needs the password of the sign-up and signs nobody in', async () => {
    const client = authFlows.newBrowser();
    const email = await signedUp();
    const token = await tokenTo(email);
    const wrong = await client.post('/api/auth/email/verify', { token, password: 'a guess' });
    expect([wrong.status, wrong.body.error.code, await isVerified(email)]).toEqual([400, 'invalid_password', false]);
    const responses: ApiResponse[] = [];
    for (const given of [token, token, `${token}x`, token.slice(0, -9), '', 'a b'])
      responses.push(await client.post('/api/auth/email/verify', { token: given, password }));
    expect(responses.map(({ status, body }) => [status, body.status ?? body.error.code])).toEqual([
      [200, 'ok'],
      [400, 'invalid_token'],
      [400, 'invalid_token'],
      [400, 'invalid_token'],
      [400, 'invalid_token'],
      [400, 'invalid_token'],
    ]);
    expect(new Set(responses.slice(1).map(({ body }) => body.error.message))).toEqual(
      new Set(['This link is no longer valid. Please ask for a new one.']),
    );
    expect(client.jar.size).toBe(0);
  });

  test('a request from another site is rejected', async () => {
    const email = await signedUp();
    const body = { token: await tokenTo(email), password };
    const forged = await authFlows
      .newBrowser()
      .post('/api/auth/email/verify', body, { Origin: 'https://evil.example' });
    expect([forged.status, forged.body.error.code]).toEqual([403, 'forbidden_origin']);
    expect(await isVerified(email)).toBe(false);
  });

  const moreFor: Record<string, object> = {
    'email/verify': { password },
    'invitations/accept': { newPassword: password },
  };
  test.each([
    ['email/verify', 30],
    ['email/confirm', 30],
    ['email/undo', 30],
    ['password/read-reset-link', 60],
    ['invitations/read', 60],
    ['invitations/accept', 30],
  ])('guessing tokens of %s is rate limited', async (route, limit) => {
    const client = authFlows.newBrowser();
    const statuses = [];
    for (let at = 0; at <= limit; at += 1) {
      const guess = { token: `guess-${at}`, ...moreFor[route] };
      statuses.push((await client.post(`/api/auth/${route}`, guess)).status);
    }
    expect(statuses).toEqual([...Array<number>(limit).fill(400), 429]);
  });

  test.each([
    ['a verification', day, async () => press('email/verify', await signedUp(), { password })],
    ['a new email address', hour, async () => press('email/confirm', (await emailChangeRequested()).after)],
    [
      'a new password',
      hour,
      async () => {
        const { email } = await makeUser(database);
        await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
        return press('password/reset', email, { newPassword: 'in due time' });
      },
    ],
    [
      'undoing a change of email address',
      7 * day,
      async () => press('email/undo', (await emailChangeRequested()).before),
    ],
  ])('the link of %s expires', async (_, lifetime, mailed) => {
    const [one, other] = [await mailed(), await mailed()];
    const tooLate = await later(lifetime + minute, one);
    expect([tooLate.status, tooLate.body.error?.code]).toEqual([400, 'invalid_token']);
    expect((await later(lifetime - minute, other)).status).toBe(200);
  });
});
