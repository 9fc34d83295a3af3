import { expect, test } from 'vitest';
import { codeOf, confirmWithPasskey, newPasskeyDevice } from '#tests/support/factors.ts';
import { type Browser, makeUser, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, authFlows }) => {
  const challengeFor = async (client: Browser) =>
    (await client.post('/api/auth/passkeys/challenge')).body as { challenge: string; userVerification: string };
  const signInWith = async (client: Browser, device: ReturnType<typeof newPasskeyDevice>, ceremony = {}) => {
    const { challenge } = await challengeFor(client);
    return client.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge, ceremony) });
  };
  const rejected = { status: 401, body: { error: { code: 'passkey_rejected' } } };

  async function withPasskey() {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, user.email);
    const device = newPasskeyDevice();
    const { challenge } = (await client.post('/api/auth/passkeys/start')).body as { challenge: string };
    const response = device.register(challenge);
    const finished = await client.post('/api/auth/passkeys/finish', { response, name: 'My phone' });
    expect(finished).toMatchObject({ status: 200 });
    return { ...user, client, device, response };
  }

  test('a passkey can be added, listed, used to sign in without a password, and removed', async () => {
    const { email, client, device } = await withPasskey();
    const { passkeys } = (await client.get('/api/auth/security')).body;
    expect(passkeys).toMatchObject([{ name: 'My phone' }]);
    const there = authFlows.newBrowser();
    expect((await challengeFor(there)).userVerification).toBe('required');
    expect(await signInWith(there, device)).toMatchObject({ status: 200, body: { email } });
    expect(await authFlows.isSignedIn(there)).toBe(true);

    expect((await client.post('/api/auth/passkeys/remove', { id: passkeys[0].id })).status).toBe(403);
    expect((await confirmWithPasskey(client, device)).status).toBe(200);
    expect((await client.post('/api/auth/passkeys/remove', { id: passkeys[0].id })).status).toBe(200);
    expect((await client.post('/api/auth/passkeys/remove', { id: passkeys[0].id })).status).toBe(404);
    expect(await signInWith(authFlows.newBrowser(), device)).toMatchObject(rejected);
  });

  test.each(['\0', 'a\0b', '\ud800'])(
    'a credential id that the database cannot store (%j) is a bad request',
    async (id) => {
      const response = { id, rawId: 'abc', type: 'public-key', response: {} };
      expect((await authFlows.newBrowser().post('/api/auth/sign-in/passkey', { response })).status).toBe(400);
    },
  );

  test('a passkey replaces both factors', async () => {
    const { email, client, device } = await withPasskey();
    await confirmWithPasskey(client, device);
    const { secret } = (await client.post('/api/auth/totp/start')).body;
    await client.post('/api/auth/totp/finish', { code: codeOf(secret) });
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).body).toEqual({ needsCode: true });
    expect((await signInWith(authFlows.newBrowser(), device)).status).toBe(200);
  });

  test('an assertion for another origin, without user verification, or by another key is rejected', async () => {
    const { device } = await withPasskey();
    for (const ceremony of [{ origin: 'https://evil.example' }, { isUnverified: true }])
      expect(await signInWith(authFlows.newBrowser(), device, ceremony)).toMatchObject(rejected);
    expect(await signInWith(authFlows.newBrowser(), newPasskeyDevice())).toMatchObject(rejected);
    expect((await signInWith(authFlows.newBrowser(), device)).status).toBe(200);
  });

  test('a challenge can be used once, in the browser that requested it', async () => {
    const { device } = await withPasskey();
    const client = authFlows.newBrowser();
    const { challenge } = await challengeFor(client);
    const cookie = client.jar.get('portal.passkey') ?? '';
    const post = (from: Browser) =>
      from.post('/api/auth/sign-in/passkey', { response: device.authenticate(challenge) });
    expect(await post(authFlows.newBrowser())).toMatchObject(rejected);
    expect((await post(client)).status).toBe(200);
    expect(await post(authFlows.newBrowser(`portal.passkey=${cookie}`))).toMatchObject(rejected);
  });

  test('only the user’s own passkey confirms, and the session that better-auth creates is deleted', async () => {
    const { client, device, userId, token } = await withPasskey();
    const other = await withPasskey();
    await database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`);
    const confirm = async (chosen: typeof device) => {
      const { challenge } = await challengeFor(client);
      return client.post('/api/auth/passkeys/confirm', { response: chosen.authenticate(challenge) });
    };
    expect(await confirm(other.device)).toMatchObject(rejected);
    expect((await client.post('/api/auth/totp/start')).status).toBe(403);
    expect((await confirm(device)).status).toBe(200);
    expect((await client.post('/api/auth/totp/start')).status).toBe(200);
    const { rows } = await database.pool.query(
      'SELECT token FROM sessions WHERE user_id = $1 AND token <> hash_token($2)',
      [userId, token],
    );
    expect(rows).toHaveLength(1);
  });

  test('a registration response cannot be replayed on another account', async () => {
    const { response } = await withPasskey();
    const attacker = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, attacker.email);
    await client.post('/api/auth/passkeys/start');
    expect(await client.post('/api/auth/passkeys/finish', { response, name: 'Stolen' })).toMatchObject({
      body: { error: { code: expect.stringMatching(/passkey_rejected|internal_error/) } },
    });
    expect((await client.get('/api/auth/security')).body.passkeys).toEqual([]);
  });

  test('users cannot remove the passkeys of others', async () => {
    const { client: owner } = await withPasskey();
    const { client: attacker, device } = await withPasskey();
    await confirmWithPasskey(attacker, device);
    const { passkeys } = (await owner.get('/api/auth/security')).body;
    expect((await attacker.post('/api/auth/passkeys/remove', { id: passkeys[0].id })).status).toBe(404);
    expect((await owner.get('/api/auth/security')).body.passkeys).toHaveLength(1);
  });
});
