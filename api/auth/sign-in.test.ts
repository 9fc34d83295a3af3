import { expect, test } from 'vitest';
import { mailsTo, makeUser, assertDefined, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

describeApi(({ database, authFlows }) => {
  test('sign-up, verification by mail, sign-in, sign-out', async () => {
    const visitor = authFlows.newBrowser();
    const email = 'Whole.Way@example.com';
    expect(await authFlows.signUp(visitor, email)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(visitor.jar.size).toBe(0);

    const early = await authFlows.signIn(visitor, email);
    expect(early).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_credentials', message: 'Invalid email or password' } },
    });

    const mail = await authFlows.newestMail('whole.way@example.com');
    expect(mail).toMatchObject({ template: 'verify-email', sentAt: null });
    expect(mail.data.link).toBe(`${siteUrl}/#verify=${tokenIn(mail.data.link)}`);
    expect(await authFlows.verify(visitor, 'whole.way@example.com')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await authFlows.isSignedIn(visitor)).toBe(false);

    const welcome = await authFlows.signIn(visitor, email);
    expect(welcome).toMatchObject({ status: 200, body: { email: 'whole.way@example.com' } });
    expect(welcome.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portal\.session_token=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^portal\.device=.+; HttpOnly; SameSite=Lax$/),
    ]);
    expect(JSON.stringify(welcome.body)).not.toContain('token');
    expect((await visitor.get('/api/auth/get-session')).body).toMatchObject({
      user: { email: 'whole.way@example.com' },
    });
    expect(await authFlows.isSignedIn(visitor)).toBe(true);

    const kept = `portal.session_token=${visitor.sessionCookie()}`;
    expect((await visitor.post('/api/auth/sign-out')).status).toBe(200);
    expect([...visitor.jar.keys()]).toEqual(['portal.device']);
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull();
    expect(await authFlows.isSignedIn(authFlows.newBrowser(kept))).toBe(false);
  });

  test('a second verification link can be requested, and the response does not show whether one was sent', async () => {
    const visitor = authFlows.newBrowser();
    await authFlows.signUp(visitor, 'again@example.com');
    const ask = (email: string) => visitor.post('/api/auth/send-verification-email', { email });
    const answers = [await ask('again@example.com'), await ask('unknown@example.com')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ok' }],
    ]);
    expect(await mailsTo(database, 'again@example.com')).toHaveLength(2);
    expect(await mailsTo(database, 'unknown@example.com')).toHaveLength(0);
  });

  test('responses do not show whether an email address has an account', async () => {
    const known = await makeUser(database, { password });
    const doors = [
      (email: string) => authFlows.signIn(authFlows.newBrowser(), email, 'wrong one'),
      (email: string) => authFlows.signUp(authFlows.newBrowser(), email),
      (email: string) => authFlows.newBrowser().post('/api/auth/request-password-reset', { email }),
      (email: string) => authFlows.newBrowser().post('/api/auth/send-verification-email', { email }),
    ];
    for (const [at, door] of doors.entries()) {
      const one = await door(known.email);
      const other = await door(`nobody-${at}@example.com`);
      expect([one.status, one.body]).toEqual([other.status, other.body]);
      const namesOf = (headers: Headers) => [...headers.keys()].toSorted();
      expect(namesOf(one.headers)).toEqual(namesOf(other.headers));
    }
    expect((await mailsTo(database, known.email)).map(({ template }) => template).toSorted()).toEqual([
      'account-exists',
      'reset-password',
    ]);
  });

  test('a sign-up with the email address of an account only sends a mail to its owner', async () => {
    const owner = await makeUser(database, { password });
    await authFlows.signUp(authFlows.newBrowser(), owner.email, 'the attacker’s');
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email)).status).toBe(200);
  });

  test('two concurrent sign-ups create one account and get the same response', async () => {
    const answers = await Promise.all([
      authFlows.signUp(authFlows.newBrowser(), 'twice@example.com'),
      authFlows.signUp(authFlows.newBrowser(), 'twice@example.com'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count FROM users WHERE email = 'twice@example.com'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test.each([
    ['sign-up/email', { email: 'no address', password }, 'Please enter a valid email address.'],
    ['sign-up/email', { email: 'short@example.com', password: '12345' }, 'Password must be at least 6 characters.'],
    [
      'sign-up/email',
      { email: 'long@example.com', password: 'x'.repeat(129) },
      'Password must be at most 128 characters.',
    ],
    [
      'sign-in/email',
      { email: 'long@example.com', password: 'x'.repeat(129) },
      'Password must be at most 128 characters.',
    ],
    ['reset-password', { token: 'x', newPassword: '12345' }, 'Password must be at least 6 characters.'],
    [
      'reset-password',
      { token: 'a\0b', newPassword: password },
      'This link is no longer valid. Please ask for a new one.',
    ],
    ['reset-password', { token: '', newPassword: password }, 'This link is no longer valid. Please ask for a new one.'],
  ])('%s explains invalid input', async (path, body, message) => {
    expect(await authFlows.newBrowser().post(`/api/auth/${path}`, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message } },
    });
  });

  test('passwords of 6 and of 128 characters are accepted', async () => {
    for (const [email, with_] of [
      ['six@example.com', 'x7 y8z'],
      ['most@example.com', 'x'.repeat(128)],
    ] as const) {
      const visitor = authFlows.newBrowser();
      await authFlows.signUp(visitor, email, with_);
      await authFlows.verify(visitor, email, with_);
      expect((await authFlows.signIn(visitor, email, with_)).status).toBe(200);
    }
  });

  test('a reset link works once and ends every session', async () => {
    const login = await makeUser(database, { password });
    const elsewhere = authFlows.newBrowser(login.cookie);
    expect(await authFlows.isSignedIn(elsewhere)).toBe(true);
    const visitor = authFlows.newBrowser();
    await visitor.post('/api/auth/request-password-reset', { email: login.email });
    const { link } = (await authFlows.newestMail(login.email)).data;
    const token = link?.split('#reset=')[1];
    expect(link).toBe(`${siteUrl}/customer-auth#reset=${token}`);

    const reset = (newPassword: string) => visitor.post('/api/auth/reset-password', { token, newPassword });
    const raced = await Promise.all([reset('new one A'), reset('new one B')]);
    expect(raced.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    expect(assertDefined(raced.find(({ status }) => status === 400)).body.error).toEqual({
      code: 'invalid_token',
      message: 'This link is no longer valid. Please ask for a new one.',
    });
    expect((await reset('new one C')).body.error.code).toBe('invalid_token');

    expect(await authFlows.isSignedIn(elsewhere)).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), login.email)).status).toBe(401);
    const won = raced[0].status === 200 ? 'new one A' : 'new one B';
    expect((await authFlows.signIn(authFlows.newBrowser(), login.email, won)).status).toBe(200);
  });

  test('a password reset also verifies the email address', async () => {
    const visitor = authFlows.newBrowser();
    await authFlows.signUp(visitor, 'unverified@example.com', 'somebody else’s');
    await visitor.post('/api/auth/request-password-reset', { email: 'unverified@example.com' });
    const token = (await authFlows.newestMail('unverified@example.com')).data.link?.split('#reset=')[1];
    await visitor.post('/api/auth/reset-password', { token, newPassword: password });
    expect((await authFlows.signIn(visitor, 'unverified@example.com')).status).toBe(200);
  });

  test('changing the password ends the other sessions and rotates this one', async () => {
    const login = await makeUser(database, { password });
    const [here, there] = [authFlows.newBrowser(), authFlows.newBrowser()];
    await authFlows.signIn(here, login.email);
    await authFlows.signIn(there, login.email);
    const before = here.sessionCookie();

    const wrong = await here.post('/api/auth/change-password', {
      currentPassword: 'wrong one',
      newPassword: 'another one',
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_password', message: 'Your current password is not right.' } },
    });
    expect(await authFlows.isSignedIn(there)).toBe(true);

    const changed = await here.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'another one',
    });
    expect(changed.status).toBe(200);
    expect(here.sessionCookie()).not.toBe(before);
    expect(await authFlows.isSignedIn(here)).toBe(true);
    expect(await authFlows.isSignedIn(there)).toBe(false);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(`portal.session_token=${before}`))).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), login.email)).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), login.email, 'another one')).status).toBe(200);
  });
});
