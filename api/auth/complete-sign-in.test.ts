import { expect, test } from 'vitest';
import { addPasskey, addTotp, codeOf } from '#tests/support/factors.ts';
import { interleave } from '#tests/support/database.ts';
import { assertDefined, browser, mailsTo, makeUser, openApi, password, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  async function newUser() {
    const { email, userId } = await makeUser(database, { password });
    const owner = authFlows.newBrowser();
    await authFlows.signIn(owner, email);
    return { email, userId, owner };
  }
  async function reset(email: string) {
    await authFlows.newBrowser().post('/api/auth/request-password-reset', { email });
    const mail = assertDefined((await mailsTo(database, email)).find(({ template }) => template === 'reset-password'));
    const body = { token: tokenIn(mail.data.link), newPassword, removePasskeys: true };
    expect((await authFlows.newBrowser().post('/api/auth/reset-password', body)).status).toBe(200);
  }
  const rowsOf = async (userId: string) => {
    const sessions = await database.pool.query('SELECT FROM sessions WHERE user_id = $1', [userId]);
    const waiting = await database.pool.query('SELECT FROM verifications WHERE value = $1', [userId]);
    return sessions.rows.length + waiting.rows.length;
  };
  /** A browser during whose next request the password is reset, right after the statement. */
  async function overtaken(email: string, statement: RegExp, cookies = '') {
    let isReset = false;
    const raced = interleave(database, statement, async () => {
      await reset(email);
      isReset = true;
    });
    const late = browser(await openApi(raced), { cookie: cookies, ipAddress: '203.0.113.98' });
    return { late, isReset: () => isReset };
  }

  test('a password reset during a sign-in leaves it without a session', async () => {
    const { email, userId } = await newUser();
    const { late, isReset } = await overtaken(email, /from "accounts"/);
    const rejected = await authFlows.signIn(late, email);
    expect([rejected.status, rejected.body.error?.code, isReset()]).toEqual([401, 'invalid_credentials', true]);
    expect(rejected.headers.getSetCookie()).toEqual([]);
    expect(await rowsOf(userId)).toBe(0);
    expect((await authFlows.signIn(late, email, newPassword)).status).toBe(200);
  });

  test('a password reset during a sign-in with TOTP leaves no pending sign-in', async () => {
    const { email, userId, owner } = await newUser();
    await addTotp(owner);
    const { late, isReset } = await overtaken(email, /from "accounts"/);
    const rejected = await authFlows.signIn(late, email);
    expect([rejected.status, rejected.body.error?.code, isReset()]).toEqual([401, 'invalid_credentials', true]);
    expect(await rowsOf(userId)).toBe(0);
  });

  test('a password reset while the code is verified leaves the sign-in without a session', async () => {
    const { email, userId, owner } = await newUser();
    const { secret } = await addTotp(owner);
    const client = authFlows.newBrowser();
    expect((await authFlows.signIn(client, email)).body).toEqual({ needsCode: true });
    const cookie = `portal.two_factor=${assertDefined(client.jar.get('portal.two_factor'))}`;
    const { late, isReset } = await overtaken(email, /select "locked_at" from "users"/, cookie);
    const rejected = await late.post('/api/auth/sign-in/code', { kind: 'totp', code: codeOf(secret, 1) });
    expect([rejected.status, isReset()]).toEqual([401, true]);
    expect(await rowsOf(userId)).toBe(0);
  });

  test('a password reset that removes the passkey of a sign-in leaves it without a session', async () => {
    const { email, userId, owner } = await newUser();
    const device = await addPasskey(owner);
    const { late, isReset } = await overtaken(email, /from "passkeys"/);
    const { challenge } = (await late.post('/api/auth/passkey-challenge')).body;
    const rejected = await late.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) });
    expect([rejected.status, rejected.body.error?.code, isReset()]).toEqual([401, 'passkey_refused', true]);
    expect(await rowsOf(userId)).toBe(0);
  });
});
