import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assertDefined, browser, mailsTo, makeUser, openApi, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { addPasskey, addTotp, codeOf } from '#tests/support/factors.ts';
import { interleave } from '#tests/support/database.ts';

describeApi(({ database, authFlows }) => {
  test('sign-up, verification by mail, sign-in, sign-out', async () => {
    const client = authFlows.newBrowser();
    const email = 'Whole.Way@example.com';
    expect(await authFlows.signUp(client, email)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(client.jar.size).toBe(0);

    const early = await authFlows.signIn(client, email);
    expect(early).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_credentials', message: 'Invalid email or password' } },
    });

    const mail = await authFlows.newestMail('whole.way@example.com');
    expect(mail).toMatchObject({ template: 'verify-email', doneAt: null });
    expect(mail.data.link).toBe(`${siteUrl}/#verify=${tokenIn(mail.data.link)}`);
    expect(await authFlows.verify(client, 'whole.way@example.com')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await authFlows.isSignedIn(client)).toBe(false);

    const welcome = await authFlows.signIn(client, email);
    expect(welcome).toMatchObject({ status: 200, body: { email: 'whole.way@example.com' } });
    expect(welcome.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portal\.session_token=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^portal\.device=.+; HttpOnly; SameSite=Lax$/),
    ]);
    expect(JSON.stringify(welcome.body)).not.toContain('token');
    expect((await client.get('/api/auth/session')).body).toMatchObject({
      user: { email: 'whole.way@example.com' },
    });
    expect(await authFlows.isSignedIn(client)).toBe(true);

    const stored = `portal.session_token=${client.sessionCookie()}`;
    expect((await client.post('/api/auth/sign-out')).status).toBe(200);
    expect([...client.jar.keys()]).toEqual(['portal.device']);
    expect((await client.get('/api/auth/session')).body).toBeNull();
    expect(await authFlows.isSignedIn(authFlows.newBrowser(stored))).toBe(false);
  });

  test('responses do not show whether an email address has an account', async () => {
    const known = await makeUser(database, { password });
    const requests = [
      (email: string) => authFlows.signIn(authFlows.newBrowser(), email, 'wrong one'),
      (email: string) => authFlows.signUp(authFlows.newBrowser(), email),
      (email: string) => authFlows.newBrowser().post('/api/auth/password/request-reset', { email }),
      (email: string) => authFlows.newBrowser().post('/api/auth/email/send-verification', { email }),
    ];
    for (const [at, request] of requests.entries()) {
      const one = await request(known.email);
      const other = await request(`nobody-${at}@example.com`);
      expect([one.status, one.body]).toEqual([other.status, other.body]);
      const namesOf = (headers: Headers) => [...headers.keys()].toSorted();
      expect(namesOf(one.headers)).toEqual(namesOf(other.headers));
    }
    expect((await mailsTo(database, known.email)).map(({ template }) => template).toSorted()).toEqual([
      'account-exists',
      'reset-password',
    ]);
  });

  const invalidEmail = { code: 'invalid_email', message: 'Please enter a valid email address.' };
  const tooShort = { code: 'password_too_short', message: 'Password must be at least 6 characters.' };
  const tooLong = { code: 'password_too_long', message: 'Password must be at most 128 characters.' };
  const invalidLink = {
    code: 'invalid_token',
    message: 'This link is no longer valid. Please ask for a new one.',
  };
  test.each([
    ['sign-up', { email: 'no address', password }, invalidEmail],
    ['sign-up', { email: 'short@example.com', password: '12345' }, tooShort],
    ['sign-up', { email: 'long@example.com', password: 'x'.repeat(129) }, tooLong],
    ['sign-in/password', { email: 'long@example.com', password: 'x'.repeat(129) }, tooLong],
    ['password/reset', { token: 'x', newPassword: '12345' }, tooShort],
    ['password/reset', { token: 'a\0b', newPassword: password }, invalidLink],
    ['password/reset', { token: '', newPassword: password }, invalidLink],
  ])('%s explains invalid input', async (path, body, error) => {
    expect(await authFlows.newBrowser().post(`/api/auth/${path}`, body)).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test('sign-in attempts are limited per account and per network', async () => {
    const victim = await makeUser(database, { password });
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => authFlows.signIn(authFlows.newBrowser(), victim.email, 'a guess')),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const rejected = guesses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(4);
    expect(assertDefined(rejected[0]).body.error).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
    });
    expect(Number(assertDefined(rejected[0]).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await authFlows.signIn(authFlows.newBrowser(), victim.email)).status).toBe(429);

    const one = authFlows.newBrowser();
    await database.orm.execute(sql`UPDATE rate_limits SET count = 49 WHERE key LIKE 'sign-in:ip:%'`);
    const sprayed = [];
    for (let at = 0; at < 3; at += 1)
      sprayed.push((await authFlows.signIn(one, `spray-${at}@example.com`, 'a guess')).status);
    expect(sprayed).toEqual([401, 401, 401]);
    await database.orm.execute(sql`UPDATE rate_limits SET count = 50 WHERE key LIKE 'sign-in:ip:%'`);
    expect((await authFlows.signIn(one, 'spray-9@example.com', 'a guess')).status).toBe(429);
  });

  test('successful sign-ins do not count against the limit', async () => {
    const user = await makeUser(database, { password });
    for (let at = 0; at < 12; at += 1)
      expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).status).toBe(200);
  });
});

const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  async function newUser() {
    const { email, userId } = await makeUser(database, { password });
    const owner = authFlows.newBrowser();
    await authFlows.signIn(owner, email);
    return { email, userId, owner };
  }
  async function reset(email: string) {
    await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
    const mail = assertDefined((await mailsTo(database, email)).find(({ template }) => template === 'reset-password'));
    const body = { token: tokenIn(mail.data.link), newPassword, removePasskeys: true };
    expect((await authFlows.newBrowser().post('/api/auth/password/reset', body)).status).toBe(200);
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
    const { challenge } = (await late.post('/api/auth/passkeys/challenge')).body;
    const rejected = await late.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) });
    expect([rejected.status, rejected.body.error?.code, isReset()]).toEqual([401, 'passkey_rejected', true]);
    expect(await rowsOf(userId)).toBe(0);
  });
});
