import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { codeOf } from '#tests/support/authenticator.ts';
import { type ApiResponse, type Browser, makeUser, assertDefined, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const confirm = (visitor: Browser, given: object) => visitor.post('/api/auth/confirm/password', given);
const told = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  // Codes change every half minute: here the clock stands still, however slow the machine is.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const grownOld = () => database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '11 minutes'`);

  /** Codes are on, and the session was confirmed a while ago. */
  async function withOldTotp() {
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(login.cookie);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    const { recoveryCodes } = (await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) })).body;
    await grownOld();
    return { ...login, visitor, code: codeOf(secret, 1), recoveryCodes: recoveryCodes as string[] };
  }

  test('where codes are on, the password alone takes no factor off', async () => {
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

  test('a recovery code does too, and is used up by it', async () => {
    const { visitor, recoveryCodes } = await withOldTotp();
    const second = { kind: 'recovery', code: assertDefined(recoveryCodes[0]) };
    expect(told(await confirm(visitor, { password, second }))).toEqual([200, 'ok']);
    expect((await visitor.get('/api/auth/security')).body.recoveryCodesLeft).toBe(9);
    expect(told(await confirm(visitor, { password, second }))).toEqual([401, 'invalid_code']);
    expect(told(await visitor.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
  });

  test('where codes are on, the password is changed after a confirmation only', async () => {
    const { visitor, code } = await withOldTotp();
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect(told(await visitor.post('/api/auth/change-password', change))).toEqual([403, 'confirmation_required']);
    await confirm(visitor, { password, second: { kind: 'totp', code } });
    expect(told(await visitor.post('/api/auth/change-password', change))).toEqual([200, 'ok']);
  });

  test('a session that a password alone had opened elsewhere ends once codes are on', async () => {
    const login = await makeUser(database, { password });
    const elsewhere = authFlows.newBrowser();
    await authFlows.signIn(elsewhere, login.email);
    const visitor = authFlows.newBrowser(login.cookie);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) });
    expect(told(await elsewhere.post('/api/auth/totp/remove'))).toEqual([401, 'unauthorized']);
    expect(told(await visitor.post('/api/auth/totp/remove'))).toEqual([200, 'ok']);
  });

  test('a confirmation gives the session another token, and the one before opens nothing', async () => {
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
    // A confirmation that fails changes nothing.
    expect(told(await confirm(visitor, { password }))).toEqual([400, 'code_required']);
    expect(await authFlows.isSignedIn(stolen)).toBe(true);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(false);
  });

  test('of two confirmations at the same moment one goes on, and its token alone', async () => {
    const { cookie } = await makeUser(database, { password });
    const both = [authFlows.newBrowser(cookie), authFlows.newBrowser(cookie)];
    const answers = await Promise.all(both.map((visitor) => confirm(visitor, { password })));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    const open = await Promise.all(both.map((visitor) => authFlows.isSignedIn(visitor)));
    expect(open.filter(Boolean)).toHaveLength(1);
  });
});
