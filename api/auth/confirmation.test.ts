import { expect, test } from 'vitest';
import { mailsTo, makeUser, assertDefined, password, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const anId = '00000000-0000-4000-8000-000000000001';
const guarded = [
  ['revoke-session', { id: anId }],
  ['revoke-other-sessions', undefined],
  ['change-email', { newEmail: 'new@example.com' }],
  ['totp/start', undefined],
  ['totp/finish', { code: '123456' }],
  ['totp/remove', undefined],
  ['recovery-codes', undefined],
  ['passkeys/start', undefined],
  ['passkeys/remove', { id: anId }],
] as const;

describeApi(({ database, authFlows }) => {
  /** A user whose last confirmation is this old. */
  async function longAgo(interval = '10 minutes') {
    const login = await makeUser(database, { password });
    await database.pool.query(
      `UPDATE sessions SET authenticated_at = now() - $2::interval, created_at = now() - $2::interval WHERE token = $1`,
      [login.token, interval],
    );
    return { ...login, visitor: authFlows.newBrowser(login.cookie) };
  }

  test.each(guarded)('%s needs a recent confirmation', async (path, body) => {
    const { visitor } = await longAgo();
    const refused = await visitor.post(`/api/auth/${path}`, body);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: 'confirmation_required', message: 'Please confirm that it is you before changing this.' },
    ]);
    expect((await authFlows.newBrowser().post(`/api/auth/${path}`, body)).status).toBe(401);
    expect((await visitor.post('/api/auth/confirm/password', { password })).status).toBe(200);
    expect((await visitor.post(`/api/auth/${path}`, body)).status).not.toBe(403);
  });

  test('a confirmation is valid for ten minutes', async () => {
    const { visitor } = await longAgo('9 minutes');
    expect((await visitor.post('/api/auth/totp/start')).status).toBe(200);
    const { confirmedUntil } = (await visitor.get('/api/auth/security')).body;
    expect(new Date(confirmedUntil).getTime()).toBeGreaterThan(Date.now());
    expect((await (await longAgo()).visitor.get('/api/auth/security')).body.confirmedUntil).toBeNull();
  });

  test('a confirmation counts for its own session only', async () => {
    const { visitor, email } = await longAgo();
    await authFlows.signIn(authFlows.newBrowser(), email);
    expect((await visitor.post('/api/auth/totp/start')).status).toBe(403);
  });

  test('a wrong password does not confirm, and attempts are limited', async () => {
    const { visitor } = await longAgo();
    const statuses = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push((await visitor.post('/api/auth/confirm/password', { password: `guess ${at}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect((await visitor.post('/api/auth/totp/start')).status).toBe(403);
  });

  test('revoking the other sessions keeps the current one', async () => {
    const { visitor, email } = await longAgo();
    const others = [authFlows.newBrowser(), authFlows.newBrowser()];
    for (const other of others) await authFlows.signIn(other, email);
    await visitor.post('/api/auth/confirm/password', { password });
    expect((await visitor.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    expect(await Promise.all(others.map((other) => authFlows.isSignedIn(other)))).toEqual([false, false]);
    expect(await authFlows.isSignedIn(visitor)).toBe(true);
  });

  async function fresh() {
    const login = await makeUser(database, { password });
    return { ...login, visitor: authFlows.newBrowser(login.cookie) };
  }

  test('a new email address is confirmed by its own mail, once, and the old one is notified', async () => {
    const { visitor, email } = await fresh();
    const newEmail = `new-${email}`;
    await visitor.post('/api/auth/request-password-reset', { email });
    const stale = assertDefined((await authFlows.newestMail(email)).data.link).split('#reset=')[1];
    expect((await visitor.post('/api/auth/change-email', { newEmail: newEmail.toUpperCase() })).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), newEmail)).status).toBe(401);
    const mail = await authFlows.newestMail(newEmail);
    expect(mail.template).toBe('confirm-email');

    const confirm = () => authFlows.newBrowser().post('/api/auth/confirm-email', { token: tokenIn(mail.data.link) });
    const confirmed = await confirm();
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(confirmed.headers.getSetCookie()).toEqual([]);
    expect((await confirm()).body.error.code).toBe('invalid_token');
    expect((await authFlows.newestMail(email)).template).toBe('email-changed');
    expect((await authFlows.signIn(authFlows.newBrowser(), newEmail)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(401);
    expect((await visitor.get('/api/auth/get-session')).body.user.email).toBe(newEmail);
    const reset = await visitor.post('/api/auth/reset-password', { token: stale, newPassword: 'my own words' });
    expect(reset.body.error.code).toBe('invalid_token');
  });

  test('the response is the same for the email address of another account, which keeps it', async () => {
    const { visitor } = await fresh();
    const owner = await fresh();
    const answers = [
      await visitor.post('/api/auth/change-email', { newEmail: owner.email }),
      await visitor.post('/api/auth/change-email', { newEmail: 'free@example.com' }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ok' }],
    ]);
    expect((await mailsTo(database, owner.email)).map(({ template }) => template)).toEqual(['account-exists']);
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email)).body).toMatchObject({ id: owner.userId });
  });

  test('of two users who request the same email address, the first to confirm gets it', async () => {
    const [one, other] = [await fresh(), await fresh()];
    for (const { visitor } of [one, other])
      await visitor.post('/api/auth/change-email', { newEmail: 'wanted@example.com' });
    const mails = await mailsTo(database, 'wanted@example.com');
    const answers = await Promise.all(
      mails.map(({ data }) => authFlows.newBrowser().post('/api/auth/confirm-email', { token: tokenIn(data.link) })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
  });

  test('the current email address is rejected as the new one', async () => {
    const { visitor, email } = await fresh();
    const same = await visitor.post('/api/auth/change-email', { newEmail: email });
    expect(same.body.error.code).toBe('same_email');
  });
});
