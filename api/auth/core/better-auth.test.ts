import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deriveKeys } from './auth-settings.ts';
import { codeOf } from '#tests/support/factors.ts';
import { assertDefined, createAuthFlows, makeUser, openApi, password, secret } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

import { countLockedAuthenticators, lockedSentence } from './totp-keys.ts';

const nextSecret = 'another for tests: thirty-two letters';

describeApi(({ database, authFlows }) => {
  // TOTP codes change every half minute: the clock is stopped, so that a slow machine makes no difference.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function withTotp() {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser(user.cookie);
    const { secret: seed } = (await client.post('/api/auth/totp/start')).body as { secret: string };
    const { recoveryCodes } = (await client.post('/api/auth/totp/finish', { code: codeOf(seed) })).body;
    return { ...user, client, seed, recoveryCodes: recoveryCodes as string[] };
  }
  const factorOf = async (userId: string) =>
    assertDefined(
      (await database.pool.query('SELECT secret, backup_codes FROM two_factors WHERE user_id = $1', [userId])).rows[0],
    );
  async function signInWith(email: string, code: string, kind = 'recovery', at = authFlows) {
    const client = at.newBrowser();
    expect((await at.signIn(client, email)).body).toEqual({ needsCode: true });
    return client.post('/api/auth/sign-in/code', { kind, code });
  }

  test('recovery codes are stored as hashes, which do not work as codes', async () => {
    const { email, userId, recoveryCodes } = await withTotp();
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const stored = JSON.parse((await factorOf(userId)).backup_codes) as string[];
    expect(stored).toHaveLength(10);
    for (const one of stored) expect(one).toMatch(/^sha256:[\w-]{43}$/);
    for (const given of [assertDefined(stored[0]), assertDefined(stored[0]).slice('sha256:'.length)].map((one) =>
      one.slice(0, 40),
    ))
      expect((await signInWith(email, given)).status).toBe(401);
    const typed = assertDefined(recoveryCodes[3]).replaceAll('-', ' ').toUpperCase();
    expect((await signInWith(email, typed)).status).toBe(200);
    expect(JSON.parse((await factorOf(userId)).backup_codes)).toEqual(stored.filter((_, at) => at !== 3));
  });

  test('TOTP survives a rotation of AUTH_SECRET, and sessions do not', async () => {
    const { email, userId, cookie, seed, recoveryCodes } = await withTotp();
    expect((await factorOf(userId)).secret).toMatch(/^\$ba\$\d+\$/);
    const later = createAuthFlows(await openApi(database, { secretsBefore: [secret] }, nextSecret), database);
    expect(await later.isSignedIn(later.newBrowser(cookie))).toBe(false);
    expect((await signInWith(email, codeOf(seed, 1), 'totp', later)).status).toBe(200);
    expect((await signInWith(email, assertDefined(recoveryCodes[0]), 'recovery', later)).status).toBe(200);

    const withoutOldSecret = createAuthFlows(await openApi(database, {}, nextSecret), database);
    expect((await signInWith(email, codeOf(seed), 'totp', withoutOldSecret)).status).not.toBe(200);
  });

  test('authenticators that no configured secret opens are counted', async () => {
    await database.pool.query('DELETE FROM two_factors');
    await withTotp();
    await withTotp();
    const count = (...secrets: [string, ...string[]]) =>
      countLockedAuthenticators(database.pool, deriveKeys(secrets[0], secrets.slice(1)));
    expect(await count(secret)).toBe(0);
    expect(await count(nextSecret, secret)).toBe(0);
    expect(await count(nextSecret)).toBe(2);
    expect(await countLockedAuthenticators(database.pool, { library: [] })).toBe(2);
    expect(lockedSentence(2)).toContain('2 authenticators are encrypted with a secret that is not configured');
  });
});
