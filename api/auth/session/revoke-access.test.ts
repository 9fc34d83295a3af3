import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { inviteUser, linkUser } from '#api/services/people/invite-user.ts';
import { createCustomer } from '#api/services/customers/operator-customers.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { endSessions, removeFactors } from '#api/services/people/users.ts';
import { addPasskey, addTotp, codeOf, confirmWithCode, confirmWithPasskey } from '#tests/support/factors.ts';
import { assertDefined, type Browser, mailsTo, makeUser, password, siteUrl } from '#tests/support/api.ts';
import { createMailLinks } from '#tests/support/mail-links.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { makeReplyAddress } from '#tests/support/reply-address.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@recovery.example`;
const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  const { submit, templates, tokenOf } = createMailLinks(database, authFlows);
  const count = async (table: string, userId: string) =>
    assertDefined(
      (await database.pool.query(`SELECT count(*)::integer AS n FROM ${table} WHERE user_id = $1`, [userId])).rows[0],
    ).n as number;
  const emailOf = async (userId: string) =>
    (await database.pool.query('SELECT email FROM users WHERE id = $1', [userId])).rows[0]?.email as string;

  async function asOperator<T>(work: (connection: Parameters<typeof endSessions>[0]) => Promise<T>): Promise<T> {
    const connection = await database.pool.connect();
    try {
      await connection.query('RESET ROLE');
      return await inOperatorTransaction({ client: connection }, () => work(connection));
    } finally {
      connection.release(true);
    }
  }

  /** A user whose account an intruder is signed in to as well. */
  async function intruded() {
    const { email, userId } = await makeUser(database, { password });
    const [owner, intruder] = [authFlows.newBrowser(), authFlows.newBrowser()];
    await authFlows.signIn(owner, email);
    await authFlows.signIn(intruder, email);
    return { email, userId, owner, intruder };
  }
  async function requestChange(from: Browser): Promise<string> {
    const wanted = newEmail();
    expect((await from.post('/api/auth/email/change', { newEmail: wanted })).status).toBe(200);
    return wanted;
  }
  async function change(from: Browser): Promise<string> {
    const wanted = await requestChange(from);
    expect((await submit('email/confirm', await tokenOf(wanted, 'confirm-email'))).status).toBe(200);
    return wanted;
  }
  async function resetPassword(email: string, more = {}) {
    await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
    return submit('password/reset', await tokenOf(email, 'reset-password'), { newPassword, ...more });
  }

  test.each([
    ['a reset', ({ email }) => resetPassword(email)],
    [
      'a change of password',
      ({ owner }) => owner.post('/api/auth/password/change', { currentPassword: password, newPassword }),
    ],
    ['signing out other sessions', ({ owner }) => owner.post('/api/auth/sessions/revoke-others')],
    ['adding TOTP', ({ owner }) => addTotp(owner)],
    ['adding a passkey', ({ owner }) => addPasskey(owner)],
    ['users sign-out', ({ email }) => asOperator((connection) => endSessions(connection, email))],
    [
      'users remove-factors',
      ({ email }) => asOperator((connection) => removeFactors(connection, { email, locale: 'en', siteUrl })),
    ],
    [
      'users link',
      ({ email }) =>
        asOperator(async (connection) => {
          await createCustomer(connection, { name: email });
          await linkUser(connection, {
            email,
            customer: email,
            roles: ['owner'],
            locale: 'en',
            siteUrl,
            isConfirmed: true,
          });
        }),
    ],
    [
      'accepting an invitation',
      async ({ owner, email }) => {
        await asOperator(async (connection) => {
          await createCustomer(connection, { name: email });
          await inviteUser(connection, { email, customer: email, roles: ['owner'], locale: 'en', siteUrl });
        });
        await owner.post('/api/portal/invitations/accept', {
          token: await tokenOf(email, 'invitation'),
        });
      },
    ],
  ] satisfies [string, (user: Awaited<ReturnType<typeof intruded>>) => Promise<unknown>][])(
    '%s revokes everything that an intruder has prepared',
    async (_, recover) => {
      const user = await intruded();
      const { email, userId, intruder } = user;
      const wanted = await requestChange(intruder);
      await makeReplyAddress(database, userId);
      await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
      const resetToken = await tokenOf(email, 'reset-password');
      await recover(user);
      expect(await authFlows.isSignedIn(intruder)).toBe(false);
      expect((await submit('email/confirm', await tokenOf(wanted, 'confirm-email'))).body.error.code).toBe(
        'invalid_token',
      );
      expect((await submit('password/reset', resetToken, { newPassword: 'by the intruder' })).status).toBe(400);
      expect((await submit('password/read-reset-link', resetToken)).status).toBe(400);
      expect([email, undefined]).toContain(await emailOf(userId));
      expect(await count('known_devices', userId)).toBeLessThanOrEqual(1);
      expect(await count('reply_tokens', userId)).toBe(0);
    },
  );

  test('the acting user stays signed in, and their browser stays known', async () => {
    const { email, owner, intruder, userId } = await intruded();
    expect((await owner.post('/api/auth/sessions/revoke-others')).status).toBe(200);
    expect([await authFlows.isSignedIn(owner), await authFlows.isSignedIn(intruder)]).toEqual([true, false]);
    expect(await count('known_devices', userId)).toBe(1);
    const before = (await templates(email)).length;
    await owner.post('/api/auth/sign-out');
    await authFlows.signIn(owner, email);
    expect(await templates(email)).toHaveLength(before);
    await authFlows.signIn(intruder, email);
    expect((await templates(email))[0]).toBe('new-device');
  });

  test('a password reset ends a pending sign-in', async () => {
    const { email, owner } = await intruded();
    const { secret } = await addTotp(owner);
    const intruder = authFlows.newBrowser();
    expect((await authFlows.signIn(intruder, email)).body).toEqual({ needsCode: true });
    await resetPassword(email);
    const code = { kind: 'totp', code: codeOf(secret, 1) };
    expect((await intruder.post('/api/auth/sign-in/code', code)).body.error.code).toBe('sign_in_expired');
  });

  test.each([
    [undefined, 1],
    [false, 1],
    [true, 0],
  ])('a reset with removePasskeys %s leaves %i passkeys, and its mail says so', async (removePasskeys, left) => {
    const { email, userId, intruder } = await intruded();
    const device = await addPasskey(intruder);
    await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
    const token = await tokenOf(email, 'reset-password');
    expect((await submit('password/read-reset-link', token)).body).toEqual({ email, isFirst: false, passkeys: 1 });
    const response = await submit('password/reset', token, { newPassword, removePasskeys });
    expect(response.status).toBe(200);
    expect(await count('passkeys', userId)).toBe(left);
    expect(assertDefined((await mailsTo(database, email))[0])).toMatchObject({
      template: 'password-reset',
      data: { passkeys: String(left), resetLink: `${siteUrl}/customer-auth?view=forgot` },
    });
    const client = authFlows.newBrowser();
    const { challenge } = (await client.post('/api/auth/passkeys/challenge')).body;
    const shown = await client.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) });
    expect(shown.status).toBe(left === 1 ? 200 : 401);
  });

  test('the owner is notified of every change of credentials', async () => {
    const { email, owner } = await intruded();
    const notifications = async () =>
      (await templates(email)).filter((template) => template !== 'new-device').toReversed();
    await owner.post('/api/auth/password/change', { currentPassword: password, newPassword: password.toUpperCase() });
    const device = await addPasskey(owner);
    await confirmWithPasskey(owner, device);
    const { passkeys } = (await owner.get('/api/auth/security')).body;
    await owner.post('/api/auth/passkeys/remove', { id: passkeys[0].id });
    const { recoveryCodes, secret } = await addTotp(owner);
    await confirmWithCode(owner, { password: password.toUpperCase(), secret });
    await owner.post('/api/auth/recovery-codes');
    expect(await notifications()).toEqual([
      'password-changed',
      'passkey-added',
      'passkey-removed',
      'totp-added',
      'recovery-codes-renewed',
    ]);
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, email, password.toUpperCase());
    const old = { kind: 'recovery', code: assertDefined(recoveryCodes[0]) };
    expect((await client.post('/api/auth/sign-in/code', old)).status).toBe(401);
    const renewed = (await owner.post('/api/auth/recovery-codes')).body.recoveryCodes as string[];
    const good = { kind: 'recovery', code: assertDefined(renewed[0]) };
    await authFlows.signIn(client, email, password.toUpperCase());
    expect((await client.post('/api/auth/sign-in/code', good)).status).toBe(200);
    const second = { kind: 'recovery', code: assertDefined(renewed[1]) };
    await client.post('/api/auth/password/confirm', { password: password.toUpperCase(), second });
    await client.post('/api/auth/totp/remove');
    await client.post('/api/auth/totp/remove');
    expect((await notifications()).slice(5)).toEqual([
      'recovery-codes-renewed',
      'recovery-code-used',
      'recovery-code-used',
      'totp-removed',
    ]);
    const used = (await mailsTo(database, email)).filter(({ template }) => template === 'recovery-code-used');
    expect(used.map(({ data }) => data.left)).toEqual(['8', '9']);
  });

  test('the old email address can cancel a requested change, which locks the account', async () => {
    const { email, userId, owner, intruder } = await intruded();
    const device = await addPasskey(owner);
    await authFlows.signIn(intruder, email);
    await confirmWithPasskey(intruder, device);
    const wanted = await requestChange(intruder);
    const token = await tokenOf(email, 'email-change-requested');
    expect((await submit('email/undo', token)).status).toBe(200);

    expect((await submit('email/confirm', await tokenOf(wanted, 'confirm-email'))).status).toBe(400);
    expect(await emailOf(userId)).toBe(email);
    expect([await authFlows.isSignedIn(owner), await authFlows.isSignedIn(intruder)]).toEqual([false, false]);
    const right = await authFlows.signIn(authFlows.newBrowser(), email);
    const wrong = await authFlows.signIn(authFlows.newBrowser(), email, 'wrong one');
    expect([right.status, right.body]).toEqual([401, wrong.body]);
    const client = authFlows.newBrowser();
    const { challenge } = (await client.post('/api/auth/passkeys/challenge')).body;
    expect(await client.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) })).toMatchObject({
      status: 401,
      body: { error: { code: 'passkey_rejected' } },
    });
    expect(await count('sessions', userId)).toBe(0);
    expect((await submit('email/undo', token)).body.error.code).toBe('invalid_token');

    expect((await resetPassword(email)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('a locked account with TOTP gets the response of a wrong password', async () => {
    const { email, owner } = await intruded();
    const { secret } = await addTotp(owner);
    await confirmWithCode(owner, { password, secret });
    await requestChange(owner);
    await submit('email/undo', await tokenOf(email, 'email-change-requested'));
    const rejected = await authFlows.signIn(authFlows.newBrowser(), email);
    expect([rejected.status, rejected.body.error?.code]).toEqual([401, 'invalid_credentials']);
    expect(rejected.headers.getSetCookie()).toEqual([]);
  });

  test('the old email address can revert a change, whatever the intruder does meanwhile', async () => {
    const { email, userId, intruder } = await intruded();
    const [taken, again] = [await change(intruder), await change(intruder)];
    await intruder.post('/api/auth/password/change', { currentPassword: password, newPassword: 'the intruder’s own' });
    await intruder.post('/api/auth/sessions/revoke-others');
    // A new account cannot take the old email address either.
    await authFlows.signUp(authFlows.newBrowser(), email, 'the intruder’s own');
    expect(await emailOf(userId)).toBe(again);

    const mine = await tokenOf(email, 'email-changed');
    const theirs = await tokenOf(taken, 'email-changed');
    expect((await submit('email/undo', theirs)).status).toBe(200);
    expect(await emailOf(userId)).toBe(taken);
    const raced = await Promise.all([submit('email/undo', mine), submit('email/undo', mine)]);
    expect(raced.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
    expect(await emailOf(userId)).toBe(email);
    expect(await count('email_undo_links', userId)).toBe(0);
    expect(await authFlows.isSignedIn(intruder)).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, 'the intruder’s own')).status).toBe(401);
    await authFlows.newBrowser().post('/api/auth/password/request-reset', { email: taken });
    expect(await templates(taken)).not.toContain('reset-password');
    expect((await resetPassword(email)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('using the oldest undo link voids the later ones', async () => {
    const { email, userId, intruder } = await intruded();
    const taken = await change(intruder);
    await change(intruder);
    const theirs = await tokenOf(taken, 'email-changed');
    expect((await submit('email/undo', await tokenOf(email, 'email-change-requested'))).status).toBe(200);
    expect(await emailOf(userId)).toBe(email);
    expect((await submit('email/undo', theirs)).body.error.code).toBe('invalid_token');
    expect(await emailOf(userId)).toBe(email);
  });

  test('undo links are stored as hashes', async () => {
    const { email, userId, intruder } = await intruded();
    await change(intruder);
    const { rows } = await database.pool.query('SELECT * FROM email_undo_links WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(2);
    for (const template of ['email-change-requested', 'email-changed'])
      expect(JSON.stringify(rows)).not.toContain(await tokenOf(email, template));
    for (const { token_hash: hash } of rows) expect((await submit('email/undo', hash)).status).toBe(400);
  });
});
