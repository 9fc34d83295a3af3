import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import { type ApiResponse, assertDefined, type Browser, makeUser, password } from '#tests/support/api.ts';
import { addPasskey, codeOf, confirmWithCode, confirmWithPasskey } from '#tests/support/factors.ts';

const anId = '00000000-0000-4000-8000-000000000001';
const guarded = [
  ['sessions/revoke', { id: anId }],
  ['sessions/revoke-others', undefined],
  ['email/change', { newEmail: 'new@example.com' }],
  ['totp/start', undefined],
  ['totp/finish', { code: '123456' }],
  ['totp/remove', undefined],
  ['recovery-codes', undefined],
  ['passkeys/start', undefined],
  ['passkeys/remove', { id: anId }],
] as const;

const confirm = (client: Browser, given: object) => client.post('/api/auth/password/confirm', given);
const outcomeOf = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  /** A user whose last confirmation is this old. */
  async function confirmedAgo(interval = '10 minutes') {
    const user = await makeUser(database, { password });
    await database.pool.query(
      `UPDATE sessions SET authenticated_at = now() - $2::interval, created_at = now() - $2::interval WHERE token = hash_token($1)`,
      [user.token, interval],
    );
    return { ...user, client: authFlows.newBrowser(user.cookie) };
  }

  test.each(guarded)('%s needs a recent confirmation', async (path, body) => {
    const { client } = await confirmedAgo();
    const rejected = await client.post(`/api/auth/${path}`, body);
    expect([rejected.status, rejected.body.error]).toEqual([
      403,
      { code: 'confirmation_required', message: 'Please confirm that it is you before changing this.' },
    ]);
    expect((await authFlows.newBrowser().post(`/api/auth/${path}`, body)).status).toBe(401);
    expect((await client.post('/api/auth/password/confirm', { password })).status).toBe(200);
    expect((await client.post(`/api/auth/${path}`, body)).status).not.toBe(403);
  });

  test('a confirmation is valid for ten minutes', async () => {
    const { client } = await confirmedAgo('9 minutes');
    expect((await client.post('/api/auth/totp/start')).status).toBe(200);
    const { confirmedUntil } = (await client.get('/api/auth/security')).body;
    expect(new Date(confirmedUntil).getTime()).toBeGreaterThan(Date.now());
    expect((await (await confirmedAgo()).client.get('/api/auth/security')).body.confirmedUntil).toBeNull();
  });

  test('a confirmation counts for its own session only', async () => {
    const { client, email } = await confirmedAgo();
    await authFlows.signIn(authFlows.newBrowser(), email);
    expect((await client.post('/api/auth/totp/start')).status).toBe(403);
  });

  test('a wrong password does not confirm, and attempts are limited', async () => {
    const { client } = await confirmedAgo();
    const statuses = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push((await client.post('/api/auth/password/confirm', { password: `guess ${at}` })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect((await client.post('/api/auth/totp/start')).status).toBe(403);
  });

  describe('with a passkey', () => {
    const newcomer = { newEmail: 'somebody@else.example' };
    const changes = [...guarded.filter(([path]) => path !== 'totp/finish'), ['email/change', newcomer]] as const;

    test('the password alone confirms nothing, neither by signing in nor by asking again', async () => {
      const { client: owner, email } = await confirmedAgo('1 minute');
      const device = await addPasskey(owner);
      const client = authFlows.newBrowser();
      expect((await authFlows.signIn(client, email)).status).toBe(200);
      expect((await client.get('/api/auth/security')).body.confirmedUntil).toBeNull();
      expect(outcomeOf(await confirm(client, { password }))).toEqual([400, 'passkey_required']);
      for (const [path, body] of changes)
        expect([path, ...outcomeOf(await client.post(`/api/auth/${path}`, body))]).toEqual([
          path,
          403,
          'confirmation_required',
        ]);
      const change = { currentPassword: password, newPassword: 'quite another one' };
      expect(outcomeOf(await client.post('/api/auth/password/change', change))).toEqual([403, 'confirmation_required']);
      expect((await confirmWithPasskey(client, device)).status).toBe(200);
      expect(outcomeOf(await client.post('/api/auth/password/change', change))).toEqual([200, 'ok']);
      expect((await client.post('/api/auth/totp/start')).status).toBe(200);
    });

    test('with TOTP too, the password and a code confirm', async () => {
      const { client, email } = await confirmedAgo('1 minute');
      const device = await addPasskey(client);
      await confirmWithPasskey(client, device);
      const { secret } = (await client.post('/api/auth/totp/start')).body as { secret: string };
      await client.post('/api/auth/totp/finish', { code: codeOf(secret) });
      const there = authFlows.newBrowser();
      await authFlows.signIn(there, email);
      await there.post('/api/auth/sign-in/code', { kind: 'totp', code: codeOf(secret, 1) });
      expect(outcomeOf(await confirm(there, { password }))).toEqual([400, 'code_required']);
      expect((await there.post('/api/auth/passkeys/start')).status).toBe(200);
    });
  });

  describe('with TOTP', () => {
    // TOTP codes change every half minute: the clock is stopped, so that a slow machine makes no difference.
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    const expireConfirmations = () =>
      database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);

    /** A user with TOTP whose session needs a new confirmation. */
    async function makeUserWithTotp() {
      const user = await makeUser(database, { password });
      const client = authFlows.newBrowser(user.cookie);
      const { secret } = (await client.post('/api/auth/totp/start')).body as { secret: string };
      const { recoveryCodes } = (await client.post('/api/auth/totp/finish', { code: codeOf(secret) })).body;
      await expireConfirmations();
      return { ...user, client, code: codeOf(secret, 1), recoveryCodes: recoveryCodes as string[] };
    }

    test('with TOTP on, a confirmation needs the password and a code', async () => {
      const { client, code } = await makeUserWithTotp();
      expect(outcomeOf(await confirm(client, { password }))).toEqual([400, 'code_required']);
      const wrong = { kind: 'totp', code: '000000' };
      expect(outcomeOf(await confirm(client, { password, second: wrong }))).toEqual([401, 'invalid_code']);
      expect(outcomeOf(await confirm(client, { password: 'a guess', second: { kind: 'totp', code } }))).toEqual([
        400,
        'invalid_password',
      ]);
      expect(outcomeOf(await client.post('/api/auth/totp/remove'))).toEqual([403, 'confirmation_required']);
      expect(outcomeOf(await confirm(client, { password, second: { kind: 'totp', code } }))).toEqual([200, 'ok']);
      await expireConfirmations();
      expect(outcomeOf(await confirm(client, { password, second: { kind: 'totp', code } }))).toEqual([
        401,
        'invalid_code',
      ]);
    });

    test('a recovery code confirms too, and only once', async () => {
      const { client, recoveryCodes } = await makeUserWithTotp();
      const second = { kind: 'recovery', code: assertDefined(recoveryCodes[0]) };
      expect(outcomeOf(await confirm(client, { password, second }))).toEqual([200, 'ok']);
      expect((await client.get('/api/auth/security')).body.recoveryCodesLeft).toBe(9);
      expect(outcomeOf(await confirm(client, { password, second }))).toEqual([401, 'invalid_code']);
      expect(outcomeOf(await client.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
    });

    test('with TOTP on, changing the password needs a confirmation', async () => {
      const { client, code } = await makeUserWithTotp();
      const change = { currentPassword: password, newPassword: 'quite another one' };
      expect(outcomeOf(await client.post('/api/auth/password/change', change))).toEqual([403, 'confirmation_required']);
      await confirm(client, { password, second: { kind: 'totp', code } });
      expect(outcomeOf(await client.post('/api/auth/password/change', change))).toEqual([200, 'ok']);
    });

    test('adding TOTP ends the sessions that were opened with a password only', async () => {
      const user = await makeUser(database, { password });
      const elsewhere = authFlows.newBrowser();
      await authFlows.signIn(elsewhere, user.email);
      const client = authFlows.newBrowser(user.cookie);
      const { secret } = (await client.post('/api/auth/totp/start')).body as { secret: string };
      await client.post('/api/auth/totp/finish', { code: codeOf(secret) });
      expect(outcomeOf(await client.post('/api/auth/totp/remove'))).toEqual([403, 'confirmation_required']);
      await confirmWithCode(client, { password, secret });
      expect(outcomeOf(await elsewhere.post('/api/auth/totp/remove'))).toEqual([401, 'unauthorized']);
      expect(outcomeOf(await client.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
    });

    test('a confirmation rotates the session token and revokes the old one', async () => {
      const { client, cookie } = await makeUserWithTotp();
      const stolen = authFlows.newBrowser([...client.jar].map((pair) => pair.join('=')).join('; '));
      const plain = await makeUser(database, { password });
      const owner = authFlows.newBrowser(plain.cookie);
      expect(outcomeOf(await confirm(owner, { password }))).toEqual([200, 'ok']);
      expect(await authFlows.isSignedIn(owner)).toBe(true);
      expect(await authFlows.isSignedIn(authFlows.newBrowser(plain.cookie))).toBe(false);
      expect((await owner.get('/api/auth/sessions')).body.sessions).toEqual([
        expect.objectContaining({ isCurrent: true }),
      ]);
      // A failed confirmation rotates nothing.
      expect(outcomeOf(await confirm(client, { password }))).toEqual([400, 'code_required']);
      expect(await authFlows.isSignedIn(stolen)).toBe(true);
      expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(false);
    });

    test('of two concurrent confirmations one succeeds, and only its token is valid', async () => {
      const { cookie } = await makeUser(database, { password });
      const both = [authFlows.newBrowser(cookie), authFlows.newBrowser(cookie)];
      const responses = await Promise.all(both.map((client) => confirm(client, { password })));
      expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
      const open = await Promise.all(both.map((client) => authFlows.isSignedIn(client)));
      expect(open.filter(Boolean)).toHaveLength(1);
    });
  });
});
