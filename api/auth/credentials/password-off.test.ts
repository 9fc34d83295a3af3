import { expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { removeFactors } from '#api/services/people/users.ts';
import { type ApiResponse, mailsTo, makeUser, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { addPasskey, addTotp, confirmWithPasskey, signInWithPasskey } from '#tests/support/factors.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const outcomeOf = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  async function withPasskeys(wanted: number) {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser(user.cookie);
    const devices = [];
    for (let at = 0; at < wanted; at += 1) {
      const device = await addPasskey(client);
      devices.push(device);
      await confirmWithPasskey(client, device);
    }
    const [device] = devices;
    if (device === undefined) throw new Error('There is no passkey.');
    return { ...user, client, device };
  }

  async function withPasswordOff() {
    const user = await withPasskeys(2);
    expect(outcomeOf(await user.client.post('/api/auth/password/disable'))).toEqual([200, 'ok']);
    return user;
  }

  const templatesTo = async (email: string) => (await mailsTo(database, email)).map(({ template }) => template);

  test('one passkey is not enough, and neither is the password', async () => {
    const { client, email } = await withPasskeys(1);
    expect(outcomeOf(await client.post('/api/auth/password/disable'))).toEqual([409, 'two_passkeys_required']);
    const attacker = authFlows.newBrowser();
    await authFlows.signIn(attacker, email);
    expect(outcomeOf(await attacker.post('/api/auth/password/disable'))).toEqual([403, 'confirmation_required']);
  });

  test('with the password off only a passkey signs in and confirms', async () => {
    const { email, client, device, userId } = await withPasswordOff();
    expect((await client.get('/api/auth/security')).body.hasPassword).toBe(false);
    expect((await templatesTo(email))[0]).toBe('password-disabled');
    expect(outcomeOf(await authFlows.signIn(authFlows.newBrowser(), email))).toEqual([401, 'invalid_credentials']);
    expect(outcomeOf(await client.post('/api/auth/password/confirm', { password }))).toEqual([400, 'passkey_required']);
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect(outcomeOf(await client.post('/api/auth/password/change', change))).toEqual([400, 'password_disabled']);
    expect((await signInWithPasskey(authFlows.newBrowser(), device)).status).toBe(200);
    const { rows } = await database.pool.query('SELECT password FROM accounts WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ password: null }]);
    expect(outcomeOf(await client.post('/api/auth/password/disable'))).toEqual([200, 'ok']);
    expect((await templatesTo(email)).filter((template) => template === 'password-disabled')).toHaveLength(1);
  });

  test('codes from an authenticator end with the password that they follow, and cannot be added without one', async () => {
    const { email, client, userId } = await withPasskeys(2);
    await addTotp(client);
    expect(outcomeOf(await client.post('/api/auth/password/disable'))).toEqual([200, 'ok']);
    expect((await client.get('/api/auth/security')).body).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });
    const { rows } = await database.pool.query('SELECT FROM two_factors WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
    expect(outcomeOf(await client.post('/api/auth/totp/start'))).toEqual([400, 'password_disabled']);
    expect(outcomeOf(await authFlows.signIn(authFlows.newBrowser(), email))).toEqual([401, 'invalid_credentials']);
  });

  test('the mailbox resets nothing: the mail explains it, and links from before are void', async () => {
    const { email, client } = await withPasskeys(2);
    const visitor = authFlows.newBrowser();
    await visitor.post('/api/auth/password/request-reset', { email });
    const token = tokenIn((await mailsTo(database, email))[0]?.data.link);
    await client.post('/api/auth/password/disable');
    const reset = { token, newPassword: 'quite another one', removePasskeys: true };
    expect(outcomeOf(await visitor.post('/api/auth/password/reset', reset))).toEqual([400, 'invalid_token']);
    const asked = await visitor.post('/api/auth/password/request-reset', { email });
    expect([asked.status, asked.body]).toEqual([200, { status: 'ok' }]);
    expect((await mailsTo(database, email))[0]).toMatchObject({
      template: 'password-off',
      data: { link: `${siteUrl}/customer-auth`, contactLink: `${siteUrl}/contact` },
    });
    expect((await client.get('/api/auth/security')).body.passkeys).toHaveLength(2);
  });

  test('the second passkey stays while the password is off, also of two removals at once', async () => {
    const { client, device } = await withPasswordOff();
    await confirmWithPasskey(client, device);
    await addPasskey(client);
    const { passkeys } = (await client.get('/api/auth/security')).body as { passkeys: { id: string }[] };
    const removals = await Promise.all(
      passkeys.map(({ id }) => client.post('/api/auth/passkeys/remove', { id }).then(outcomeOf)),
    );
    expect(removals.filter(([status]) => status === 200)).toHaveLength(1);
    expect(removals.filter(([, code]) => code === 'two_passkeys_required')).toHaveLength(2);
  });

  test('a new password turns it on again', async () => {
    const { email, client } = await withPasswordOff();
    const enable = (newPassword: string) => client.post('/api/auth/password/enable', { newPassword });
    expect(outcomeOf(await enable('password'))).toEqual([400, 'password_too_common']);
    expect(outcomeOf(await enable('quite another one'))).toEqual([200, 'ok']);
    expect(outcomeOf(await enable('a third one here'))).toEqual([400, 'bad_request']);
    expect((await templatesTo(email))[0]).toBe('password-enabled');
    expect(outcomeOf(await authFlows.signIn(authFlows.newBrowser(), email))).toEqual([401, 'invalid_credentials']);
    const there = authFlows.newBrowser();
    expect((await authFlows.signIn(there, email, 'quite another one')).status).toBe(200);
    expect((await there.get('/api/auth/security')).body).toMatchObject({ hasPassword: true, confirmedUntil: null });
  });

  test('who lost every passkey gets a link for a new password after the operator removed them', async () => {
    const { email } = await withPasswordOff();
    const operator = await database.pool.connect();
    await operator.query('RESET ROLE');
    await inOperatorTransaction({ client: operator }, () =>
      removeFactors(operator, { email, locale: 'en', siteUrl }),
    ).finally(() => operator.release(true));
    const visitor = authFlows.newBrowser();
    await visitor.post('/api/auth/password/request-reset', { email });
    const [mail] = await mailsTo(database, email);
    expect(mail?.template).toBe('reset-password');
    const reset = { token: tokenIn(mail?.data.link), newPassword: 'quite another one' };
    expect((await visitor.post('/api/auth/password/reset', reset)).status).toBe(200);
    expect((await authFlows.signIn(visitor, email, 'quite another one')).status).toBe(200);
  });
});
