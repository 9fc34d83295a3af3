import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import {
  assertDefined,
  type Browser,
  browser,
  mailsTo,
  makeUser,
  openApi,
  password,
  siteUrl,
  tokenIn,
} from '#tests/support/api.ts';
import { addTotp, codeOf } from '#tests/support/factors.ts';
import { interleave } from '#tests/support/database.ts';
import { hashPassword } from '#api/auth/core/password-hash.ts';

const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  async function newUser() {
    const { email, userId } = await makeUser(database, { password });
    const owner = authFlows.newBrowser();
    await authFlows.signIn(owner, email);
    return { email, userId, owner };
  }
  async function reset(from: Browser, email: string, chosen = newPassword) {
    await from.post('/api/auth/password/request-reset', { email });
    const mail = assertDefined((await mailsTo(database, email)).find(({ template }) => template === 'reset-password'));
    return from.post('/api/auth/password/reset', { token: tokenIn(mail.data.link), newPassword: chosen });
  }

  test('failed attempts of others do not lock out the owner after a reset', async () => {
    const { email, owner } = await newUser();
    const { secret } = await addTotp(owner);
    const stranger = authFlows.newBrowser();
    for (let round = 0; round < 2; round += 1) {
      await authFlows.signIn(stranger, email);
      for (let tried = 0; tried < 5; tried += 1)
        await stranger.post('/api/auth/sign-in/code', { kind: 'totp', code: '000000' });
    }
    const blocked = await stranger.post('/api/auth/sign-in/code', { kind: 'totp', code: '000000' });
    for (let tried = 0; tried < 11; tried += 1) await authFlows.signIn(stranger, email, 'wrong one');
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(429);
    expect([401, 429]).toContain(blocked.status);

    const elsewhere = authFlows.newBrowser();
    expect((await reset(elsewhere, email)).status).toBe(200);
    const before = (await mailsTo(database, email)).length;
    expect((await authFlows.signIn(elsewhere, email, newPassword)).body).toEqual({ needsCode: true });
    const code = { kind: 'totp', code: codeOf(secret, 1) };
    expect((await elsewhere.post('/api/auth/sign-in/code', code)).status).toBe(200);
    // The browser that used the link is known: no mail about a new one.
    expect(await mailsTo(database, email)).toHaveLength(before);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).body).toEqual({ needsCode: true });
  });

  test('resets restore the quota of codes at most three times a day', async () => {
    const { email, userId } = await newUser();
    const known = async () =>
      (await database.pool.query('SELECT FROM known_devices WHERE user_id = $1', [userId])).rows.length;
    const counts: number[] = [];
    for (let day = 0; day < 4; day += 1) {
      expect((await reset(authFlows.newBrowser(), email, `${newPassword} ${day}`)).status).toBe(200);
      counts.push(await known());
    }
    expect(counts).toEqual([1, 1, 1, 0]);
  });

  test('of two concurrent changes of the password the later one is rejected', async () => {
    const { email, userId, owner } = await newUser();
    const overtake = async () => {
      const hash = await hashPassword(newPassword);
      await database.pool.query('UPDATE accounts SET password = $1 WHERE user_id = $2', [hash, userId]);
    };
    const raced = interleave(database, /from "accounts"/, overtake);
    const cookie = `portal.session_token=${owner.sessionCookie()}`;
    const late = browser(await openApi(raced), { cookie, ipAddress: '203.0.113.97' });
    const body = { currentPassword: password, newPassword: 'the later words' };
    expect((await late.post('/api/auth/password/change', body)).body.error.code).toBe('invalid_password');
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('no database connection is held while a password is hashed', async () => {
    const { email, owner } = await newUser();
    const isConnectionHeld: boolean[] = [];
    // The rate limiter reads the clock before each hash.
    const now = () => {
      isConnectionHeld.push(database.pool.totalCount > database.pool.idleCount);
      return performance.now();
    };
    const api = await openApi(database, {}, undefined, now);
    const client = browser(api, {
      cookie: `portal.session_token=${owner.sessionCookie()}`,
      ipAddress: '203.0.113.96',
    });
    const body = { currentPassword: password, newPassword: 'the later words' };
    expect((await client.post('/api/auth/password/change', body)).status).toBe(200);
    expect((await reset(client, email)).status).toBe(200);
    expect([...new Set(isConnectionHeld)]).toEqual([false]);
  });

  test('a reset link works once and ends every session', async () => {
    const user = await makeUser(database, { password });
    const elsewhere = authFlows.newBrowser(user.cookie);
    expect(await authFlows.isSignedIn(elsewhere)).toBe(true);
    const client = authFlows.newBrowser();
    await client.post('/api/auth/password/request-reset', { email: user.email });
    const { link } = (await authFlows.newestMail(user.email)).data;
    const token = link?.split('#reset=')[1];
    expect(link).toBe(`${siteUrl}/customer-auth#reset=${token}`);

    const submit = (chosen: string) => client.post('/api/auth/password/reset', { token, newPassword: chosen });
    const raced = await Promise.all([submit('new one A'), submit('new one B')]);
    expect(raced.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    expect(assertDefined(raced.find(({ status }) => status === 400)).body.error).toEqual({
      code: 'invalid_token',
      message: 'This link is no longer valid. Please ask for a new one.',
    });
    expect((await submit('new one C')).body.error.code).toBe('invalid_token');

    expect(await authFlows.isSignedIn(elsewhere)).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).status).toBe(401);
    const won = raced[0].status === 200 ? 'new one A' : 'new one B';
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email, won)).status).toBe(200);
  });

  test('a password reset also verifies the email address', async () => {
    const client = authFlows.newBrowser();
    await authFlows.signUp(client, 'unverified@example.com', 'somebody else’s');
    await client.post('/api/auth/password/request-reset', { email: 'unverified@example.com' });
    const token = (await authFlows.newestMail('unverified@example.com')).data.link?.split('#reset=')[1];
    await client.post('/api/auth/password/reset', { token, newPassword: password });
    expect((await authFlows.signIn(client, 'unverified@example.com')).status).toBe(200);
  });

  test('changing the password ends the other sessions and rotates this one', async () => {
    const user = await makeUser(database, { password });
    const [here, there] = [authFlows.newBrowser(), authFlows.newBrowser()];
    await authFlows.signIn(here, user.email);
    await authFlows.signIn(there, user.email);
    const before = here.sessionCookie();

    const wrong = await here.post('/api/auth/password/change', {
      currentPassword: 'wrong one',
      newPassword: 'another one',
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_password', message: 'Your current password is not right.' } },
    });
    expect(await authFlows.isSignedIn(there)).toBe(true);

    const changed = await here.post('/api/auth/password/change', {
      currentPassword: password,
      newPassword: 'another one',
    });
    expect(changed.status).toBe(200);
    expect(here.sessionCookie()).not.toBe(before);
    expect(await authFlows.isSignedIn(here)).toBe(true);
    expect(await authFlows.isSignedIn(there)).toBe(false);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(`portal.session_token=${before}`))).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email, 'another one')).status).toBe(200);
  });

  test('a reset token is stored as a hash, which does not work as a token', async () => {
    const { email, userId } = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await client.post('/api/auth/password/request-reset', { email });
    const token = assertDefined(assertDefined((await authFlows.newestMail(email)).data.link).split('#reset=')[1]);
    const { rows } = await database.pool.query('SELECT identifier FROM verifications WHERE value = $1', [userId]);
    const stored = String(assertDefined(rows[0]).identifier);
    expect(stored).toMatch(/^reset-password:#[\w-]{43}$/);
    expect(stored).not.toContain(token);
    const submit = (given: string) =>
      client.post('/api/auth/password/reset', { token: given, newPassword: 'quite another one' });
    for (const given of [stored.split(':')[1], stored.split('#')[1]])
      expect((await submit(assertDefined(given))).status).toBe(400);
    expect((await submit(token)).status).toBe(200);
    expect((await submit(token)).body.error.code).toBe('invalid_token');
  });
});
