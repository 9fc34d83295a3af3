import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '#tests/support/authenticator.ts';
import { type ApiResponse, type Browser, makeUser, assertDefined, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const confirm = (visitor: Browser, given: object) => visitor.post('/api/auth/confirm/password', given);
const told = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  // TOTP codes change every half minute: the clock is stopped, so that a slow machine makes no difference.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const grownOld = () => database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);

  /** A user with TOTP whose session needs a new confirmation. */
  async function withOldTotp() {
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(login.cookie);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    const { recoveryCodes } = (await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) })).body;
    await grownOld();
    return { ...login, visitor, code: codeOf(secret, 1), recoveryCodes: recoveryCodes as string[] };
  }

  test('with TOTP on, a confirmation needs the password and a code', async () => {
    const { visitor, code } = await withOldTotp();
    expect(told(await confirm(visitor, { password }))).toEqual([400, 'code_required']);
    const wrong = { kind: 'totp', code: '000000' };
    expect(told(await confirm(visitor, { password, second: wrong }))).toEqual([401, 'invalid_code']);
    expect(told(await confirm(visitor, { password: 'a guess', second: { kind: 'totp', code } }))).toEqual([
      400,
      'invalid_password',
    ]);
    expect(told(await visitor.post('/api/auth/totp/remove'))).toEqual([403, 'confirmation_required']);
    expect(told(await confirm(visitor, { password, second: { kind: 'totp', code } }))).toEqual([200, 'ok']);
    await grownOld();
    expect(told(await confirm(visitor, { password, second: { kind: 'totp', code } }))).toEqual([401, 'invalid_code']);
  });

  test('a recovery code confirms too, and only once', async () => {
    const { visitor, recoveryCodes } = await withOldTotp();
    const second = { kind: 'recovery', code: assertDefined(recoveryCodes[0]) };
    expect(told(await confirm(visitor, { password, second }))).toEqual([200, 'ok']);
    expect((await visitor.get('/api/auth/security')).body.recoveryCodesLeft).toBe(9);
    expect(told(await confirm(visitor, { password, second }))).toEqual([401, 'invalid_code']);
    expect(told(await visitor.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
  });

  test('with TOTP on, changing the password needs a confirmation', async () => {
    const { visitor, code } = await withOldTotp();
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect(told(await visitor.post('/api/auth/change-password', change))).toEqual([403, 'confirmation_required']);
    await confirm(visitor, { password, second: { kind: 'totp', code } });
    expect(told(await visitor.post('/api/auth/change-password', change))).toEqual([200, 'ok']);
  });

  test('adding TOTP ends the sessions that were opened with a password only', async () => {
    const login = await makeUser(database, { password });
    const elsewhere = authFlows.newBrowser();
    await authFlows.signIn(elsewhere, login.email);
    const visitor = authFlows.newBrowser(login.cookie);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) });
    expect(told(await elsewhere.post('/api/auth/totp/remove'))).toEqual([401, 'unauthorized']);
    expect(told(await visitor.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
  });

  test('a confirmation rotates the session token and revokes the old one', async () => {
    const { visitor, cookie } = await withOldTotp();
    const stolen = authFlows.newBrowser([...visitor.jar].map((pair) => pair.join('=')).join('; '));
    const plain = await makeUser(database, { password });
    const owner = authFlows.newBrowser(plain.cookie);
    expect(told(await confirm(owner, { password }))).toEqual([200, 'ok']);
    expect(await authFlows.isSignedIn(owner)).toBe(true);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(plain.cookie))).toBe(false);
    expect((await owner.get('/api/auth/list-sessions')).body.sessions).toEqual([
      expect.objectContaining({ isCurrent: true }),
    ]);
    // A failed confirmation rotates nothing.
    expect(told(await confirm(visitor, { password }))).toEqual([400, 'code_required']);
    expect(await authFlows.isSignedIn(stolen)).toBe(true);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(false);
  });

  test('of two concurrent confirmations one succeeds, and only its token is valid', async () => {
    const { cookie } = await makeUser(database, { password });
    const both = [authFlows.newBrowser(cookie), authFlows.newBrowser(cookie)];
    const answers = await Promise.all(both.map((visitor) => confirm(visitor, { password })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    const open = await Promise.all(both.map((visitor) => authFlows.isSignedIn(visitor)));
    expect(open.filter(Boolean)).toHaveLength(1);
  });
});
