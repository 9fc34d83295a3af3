import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { inviteUser } from '#api/admin/invite-user.ts';
import { createCustomer } from '#api/admin/customers.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { mailsTo, makeUser, assertDefined, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@sign-up.example`;
const newPassword = 'my own new words';

describeApi(({ database, authFlows }) => {
  const templates = async (email: string) => (await mailsTo(database, email)).map(({ template }) => template);
  const tokenOf = async (email: string, template: string) =>
    tokenIn(assertDefined((await mailsTo(database, email)).find((mail) => mail.template === template)).data.link);
  const press = (door: string, token: string, more = {}) =>
    authFlows.newBrowser().post(`/api/auth/${door}`, { token, ...more });
  async function resetPassword(email: string) {
    await authFlows.newBrowser().post('/api/auth/request-password-reset', { email });
    return press('reset-password', await tokenOf(email, 'reset-password'), { newPassword });
  }

  test('a sign-up followed by a sign-in does not show whether an email address has an account', async () => {
    const known = await makeUser(database, { password });
    // Its account has just changed to another email address.
    const reserved = await makeUser(database, { password });
    const other = newEmail();
    await authFlows.newBrowser(reserved.cookie).post('/api/auth/change-email', { newEmail: other });
    expect((await press('confirm-email', await tokenOf(other, 'confirm-email'))).status).toBe(200);
    const answers = [];
    for (const email of [known.email, reserved.email, newEmail()]) {
      const visitor = authFlows.newBrowser();
      const asked = [
        await authFlows.signUp(visitor, email, 'a stranger’s'),
        await authFlows.signIn(visitor, email, 'a stranger’s'),
        await visitor.post('/api/auth/send-verification-email', { email }),
        await visitor.post('/api/auth/request-password-reset', { email }),
      ];
      answers.push(asked.map(({ status, body, headers }) => [status, body, [...headers.keys()].toSorted()]));
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);
    expect(assertDefined(answers[0])[1]?.slice(0, 2)).toEqual([
      401,
      { error: { code: 'invalid_credentials', message: 'Invalid email or password' } },
    ]);
  });

  test('a sign-in before the verification sends no mail', async () => {
    const email = newEmail();
    const visitor = authFlows.newBrowser();
    await authFlows.signUp(visitor, email);
    await authFlows.signIn(visitor, email);
    expect(await templates(email)).toEqual(['verify-email']);
  });

  test('a first sign-up by an attacker does not set the password of the owner’s later sign-up', async () => {
    const email = newEmail();
    const attacker = authFlows.newBrowser();
    await authFlows.signUp(attacker, email, 'the attacker’s');
    const first = await tokenOf(email, 'verify-email');
    const guessed = await press('verify-email', first, { password });
    expect(guessed.body.error.code).toBe('invalid_password');

    await authFlows.signUp(authFlows.newBrowser(), email);
    expect((await press('verify-email', first, { password: 'the attacker’s' })).body.error.code).toBe('invalid_token');
    expect((await press('verify-email', first, { password })).body.error.code).toBe('invalid_token');
    const second = await tokenOf(email, 'verify-email');
    expect((await press('verify-email', second, { password: 'the attacker’s' })).status).toBe(400);
    expect((await press('verify-email', second, { password })).status).toBe(200);
    expect((await authFlows.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
  });

  test('a last sign-up by an attacker cannot be verified, and a password reset voids it', async () => {
    const email = newEmail();
    await authFlows.signUp(authFlows.newBrowser(), email);
    const attacker = authFlows.newBrowser();
    await authFlows.signUp(attacker, email, 'the attacker’s');
    expect((await press('verify-email', await tokenOf(email, 'verify-email'), { password })).status).toBe(400);
    expect((await resetPassword(email)).status).toBe(200);
    expect(
      (await press('verify-email', await tokenOf(email, 'verify-email'), { password: 'the attacker’s' })).status,
    ).toBe(400);
    expect((await authFlows.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('an invitation link is marked as the first password, and its mail says how long it is valid', async () => {
    const email = newEmail();
    const client = await database.pool.connect();
    await client.query('RESET ROLE');
    await inOperatorTransaction({ client }, async () => {
      await createCustomer(client, { name: email });
      await inviteUser(client, { email, customer: email, locale: 'fr', siteUrl });
    });
    client.release(true);
    const token = await tokenOf(email, 'invitation');
    expect((await press('reset-link', token)).body).toEqual({ email, isFirst: true, passkeys: 0 });
    expect(assertDefined((await mailsTo(database, email))[0]).data.days).toBe('14');
    expect((await press('reset-password', token, { newPassword })).status).toBe(200);
    expect(await templates(email)).toEqual(['invitation']);
    expect((await press('reset-link', token)).body.error.code).toBe('invalid_token');
    expect((await authFlows.signIn(authFlows.newBrowser(), email, newPassword)).status).toBe(200);
  });
});
