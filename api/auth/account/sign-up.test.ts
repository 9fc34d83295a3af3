import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCustomer } from '#api/services/customers/operator-customers.ts';
import { inviteUser } from '#api/services/people/invite-user.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { assertDefined, mailsTo, makeUser, password, siteUrl } from '#tests/support/api.ts';
import { createMailLinks } from '#tests/support/mail-links.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@sign-up.example`;
const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  const { submit, templates, tokenOf } = createMailLinks(database, authFlows);
  async function resetPassword(email: string) {
    await authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
    return submit('password/reset', await tokenOf(email, 'reset-password'), { newPassword });
  }

  test('a sign-up followed by a sign-in does not show whether an email address has an account', async () => {
    const known = await makeUser(database, { password });
    // Its account has just changed to another email address.
    const reserved = await makeUser(database, { password });
    const other = newEmail();
    await authFlows.newBrowser(reserved.cookie).post('/api/auth/email/change', { newEmail: other });
    expect((await submit('email/confirm', await tokenOf(other, 'confirm-email'))).status).toBe(200);
    const responses = [];
    for (const email of [known.email, reserved.email, newEmail()]) {
      const client = authFlows.newBrowser();
      const requests = [
        await authFlows.signUp(client, email, 'a stranger’s'),
        await authFlows.signIn(client, email, 'a stranger’s'),
        await client.post('/api/auth/email/send-verification', { email }),
        await client.post('/api/auth/password/request-reset', { email }),
      ];
      responses.push(requests.map(({ status, body, headers }) => [status, body, [...headers.keys()].toSorted()]));
    }
    expect(responses[0]).toEqual(responses[2]);
    expect(responses[1]).toEqual(responses[2]);
    expect(assertDefined(responses[0])[1]?.slice(0, 2)).toEqual([
      401,
      { error: { code: 'invalid_credentials', message: 'Invalid email or password' } },
    ]);
  });

  test('a sign-in before the verification sends no mail', async () => {
    const email = newEmail();
    const client = authFlows.newBrowser();
    await authFlows.signUp(client, email);
    await authFlows.signIn(client, email);
    expect(await templates(email)).toEqual(['verify-email']);
  });

  test('a first sign-up by an attacker does not set the password of the owner’s later sign-up', async () => {
    const email = newEmail();
    const attacker = authFlows.newBrowser();
    await authFlows.signUp(attacker, email, 'the attacker’s');
    const first = await tokenOf(email, 'verify-email');
    const guessed = await submit('email/verify', first, { password });
    expect(guessed.body.error.code).toBe('invalid_password');

    await authFlows.signUp(authFlows.newBrowser(), email);
    expect((await submit('email/verify', first, { password: 'the attacker’s' })).body.error.code).toBe('invalid_token');
    expect((await submit('email/verify', first, { password })).body.error.code).toBe('invalid_token');
    const second = await tokenOf(email, 'verify-email');
    expect((await submit('email/verify', second, { password: 'the attacker’s' })).status).toBe(400);
    expect((await submit('email/verify', second, { password })).status).toBe(200);
    expect((await authFlows.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
  });

  test('a last sign-up by an attacker cannot be verified, and a password reset voids it', async () => {
    const email = newEmail();
    await authFlows.signUp(authFlows.newBrowser(), email);
    const attacker = authFlows.newBrowser();
    await authFlows.signUp(attacker, email, 'the attacker’s');
    expect((await submit('email/verify', await tokenOf(email, 'verify-email'), { password })).status).toBe(400);
    expect((await resetPassword(email)).status).toBe(200);
    expect(
      (await submit('email/verify', await tokenOf(email, 'verify-email'), { password: 'the attacker’s' })).status,
    ).toBe(400);
    expect((await authFlows.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('an invitation creates a verified account, and its mail says how long it is valid', async () => {
    const email = newEmail();
    const connection = await database.pool.connect();
    await connection.query('RESET ROLE');
    await inOperatorTransaction({ client: connection }, async () => {
      await createCustomer(connection, { name: email });
      await inviteUser(connection, { email, customer: email, roles: ['owner'], locale: 'fr', siteUrl });
    });
    connection.release(true);
    const token = await tokenOf(email, 'invitation');
    expect((await submit('invitations/read', token)).body).toEqual({
      email,
      customer: email,
      roles: ['owner'],
      hasAccount: false,
    });
    expect(assertDefined((await mailsTo(database, email))[0]).data.days).toBe('14');
    expect((await submit('invitations/accept', token, { newPassword })).status).toBe(200);
    expect(await templates(email)).toEqual(['invitation']);
    expect((await submit('invitations/read', token)).body.error.code).toBe('invalid_token');
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('a second verification link can be requested, and the response does not show whether one was sent', async () => {
    const client = authFlows.newBrowser();
    await authFlows.signUp(client, 'again@example.com');
    const ask = (email: string) => client.post('/api/auth/email/send-verification', { email });
    const responses = [await ask('again@example.com'), await ask('unknown@example.com')];
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ok' }],
    ]);
    expect(await mailsTo(database, 'again@example.com')).toHaveLength(2);
    expect(await mailsTo(database, 'unknown@example.com')).toHaveLength(0);
  });

  test('a sign-up with the email address of an account only sends a mail to its owner', async () => {
    const owner = await makeUser(database, { password });
    await authFlows.signUp(authFlows.newBrowser(), owner.email, 'the attacker’s');
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email)).status).toBe(200);
  });

  test('two concurrent sign-ups create one account and get the same response', async () => {
    const responses = await Promise.all([
      authFlows.signUp(authFlows.newBrowser(), 'twice@example.com'),
      authFlows.signUp(authFlows.newBrowser(), 'twice@example.com'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count FROM users WHERE email = 'twice@example.com'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test('passwords of 6 and of 128 characters are accepted', async () => {
    for (const [email, chosen] of [
      ['six@example.com', 'x7 y8z'],
      ['most@example.com', 'x'.repeat(128)],
    ] as const) {
      const client = authFlows.newBrowser();
      await authFlows.signUp(client, email, chosen);
      await authFlows.verify(client, email, chosen);
      expect((await authFlows.signIn(client, email, chosen)).status).toBe(200);
    }
  });
});
