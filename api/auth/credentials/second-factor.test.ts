import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { removeFactors } from '#api/services/people/users.ts';
import { codeOf, confirmWithCode } from '#tests/support/factors.ts';
import { assertDefined, type Browser, mailsTo, makeUser, password, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, authFlows }) => {
  // TOTP codes change every half minute: the clock is stopped, so that a slow machine makes no difference.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A user with TOTP on; setting it up has used the current code. */
  async function withTotp() {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, user.email);
    const { secret } = (await client.post('/api/auth/totp/start')).body as { secret: string };
    const firstCode = codeOf(secret);
    const finished = await client.post('/api/auth/totp/finish', { code: firstCode });
    expect(finished.status).toBe(200);
    return { ...user, client, secret, firstCode, recoveryCodes: finished.body.recoveryCodes as string[] };
  }
  const giveCode = (client: Browser, code: string, kind = 'totp') =>
    client.post('/api/auth/sign-in/code', { kind, code });
  const enterPassword = async (email: string) => {
    const client = authFlows.newBrowser();
    expect((await authFlows.signIn(client, email)).body).toEqual({ needsCode: true });
    return client;
  };
  const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
    status,
    body.error.code,
  ];

  test('TOTP is on only after a first valid code', async () => {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, user.email);
    const started = (await client.post('/api/auth/totp/start')).body;
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Rempart%20Azur:/);
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).body).toMatchObject({ email: user.email });

    const wrong = await client.post('/api/auth/totp/finish', { code: '000000' });
    expect(errorOf(wrong)).toEqual([401, 'invalid_code']);
    expect((await client.get('/api/auth/security')).body).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });

    const spaced = codeOf(started.secret).replace(/^(...)/, '$1 ');
    const { body } = await client.post('/api/auth/totp/finish', { code: spaced });
    expect(body.recoveryCodes).toHaveLength(10);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await client.get('/api/auth/security')).body).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 });
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).body).toEqual({ needsCode: true });
    // The session was confirmed without the code, which is one of the factors now.
    expect(errorOf(await client.post('/api/auth/totp/start'))).toEqual([403, 'confirmation_required']);
    await confirmWithCode(client, { password, secret: started.secret });
    expect(errorOf(await client.post('/api/auth/totp/start'))).toEqual([400, 'factor_exists']);
  });

  test('signing in needs a code after the password, and a code works once', async () => {
    const { email, secret } = await withTotp();
    const client = await enterPassword(email);
    expect(await authFlows.isSignedIn(client)).toBe(false);
    expect(client.jar.has('portal.session_token')).toBe(false);
    const code = codeOf(secret, 1);
    expect((await giveCode(client, code)).body).toMatchObject({ email });
    expect(await authFlows.isSignedIn(client)).toBe(true);

    expect(errorOf(await giveCode(await enterPassword(email), code))).toEqual([401, 'invalid_code']);
  });

  test('the code of the setup, an expired code and a code of another user are rejected', async () => {
    const { email, secret, firstCode } = await withTotp();
    const other = await withTotp();
    for (const code of [firstCode, codeOf(secret, -3), codeOf(other.secret, 1), '', '1', 'abcdef'])
      expect(errorOf(await giveCode(await enterPassword(email), code))).toEqual([401, 'invalid_code']);
    expect((await giveCode(await enterPassword(email), codeOf(secret, 1))).status).toBe(200);
  });

  test('of two concurrent requests with the same code one succeeds', async () => {
    const { email, secret } = await withTotp();
    const clients = [await enterPassword(email), await enterPassword(email)];
    const code = codeOf(secret, 1);
    const responses = await Promise.all(clients.map((client) => giveCode(client, code)));
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
  });

  test('of two concurrent requests with the same recovery code one succeeds, and it is used up', async () => {
    const { email, recoveryCodes, client: owner } = await withTotp();
    const code = assertDefined(recoveryCodes[0]);
    const clients = [await enterPassword(email), await enterPassword(email)];
    const responses = await Promise.all(clients.map((client) => giveCode(client, code, 'recovery')));
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    expect(errorOf(assertDefined(responses.find(({ status }) => status === 401)))).toEqual([401, 'invalid_code']);
    expect((await owner.get('/api/auth/security')).body.recoveryCodesLeft).toBe(9);
    expect(errorOf(await giveCode(await enterPassword(email), code, 'recovery'))).toEqual([401, 'invalid_code']);
    expect((await giveCode(await enterPassword(email), assertDefined(recoveryCodes[1]), 'recovery')).status).toBe(200);
  });

  test('new recovery codes replace the old ones', async () => {
    const { email, recoveryCodes, client, secret } = await withTotp();
    await confirmWithCode(client, { password, secret });
    const { body } = await client.post('/api/auth/recovery-codes');
    expect(body.recoveryCodes).toHaveLength(10);
    const rejected = await giveCode(await enterPassword(email), assertDefined(recoveryCodes[0]), 'recovery');
    expect(errorOf(rejected)).toEqual([401, 'invalid_code']);
    expect((await giveCode(await enterPassword(email), body.recoveryCodes[0], 'recovery')).status).toBe(200);
  });

  /** Ten wrong codes at once, from unknown devices. */
  const guessTen = async (email: string) => {
    const clients = await Promise.all([enterPassword(email), enterPassword(email)]);
    const guesses = Array.from({ length: 10 }, (_, at) => giveCode(assertDefined(clients[at % 2]), `1234${at}0`));
    return (await Promise.all(guesses)).map(({ status }) => status);
  };
  const wait = (seconds: number) =>
    database.pool.query(
      `UPDATE rate_limits SET blocked_until = blocked_until - make_interval(secs => $1) WHERE key LIKE 'code:backoff:%'`,
      [seconds],
    );
  const warnings = async (email: string) =>
    (await mailsTo(database, email)).filter(({ template }) => template === 'code-failures');

  test('every ten wrong codes lead to a longer wait, and the owner is notified once a day', async () => {
    const { email, secret } = await withTotp();
    expect(await warnings(email)).toEqual([]);
    for (const seconds of [900, 3_600, 14_400, 86_400, 86_400]) {
      expect(await guessTen(email)).toEqual(Array<number>(10).fill(401));
      const rejected = await giveCode(await enterPassword(email), codeOf(secret, 1));
      expect(errorOf(rejected)).toEqual([429, 'too_many_requests']);
      expect(rejected.body.error.message).toMatch(
        /^Too many wrong codes were entered\. Please try again in \d+ \w+\.$/,
      );
      const { rows } = await database.pool.query(
        `SELECT FROM rate_limits WHERE key LIKE 'code:backoff:%' AND count % 10 = 0
          AND blocked_until BETWEEN now() + make_interval(secs => $1 - 300) AND now() + make_interval(secs => $1)`,
        [seconds],
      );
      expect(rows).toHaveLength(1);
      await wait(seconds);
    }
    expect(await warnings(email)).toMatchObject([{ data: { resetLink: `${siteUrl}/customer-auth?view=forgot` } }]);
    expect((await giveCode(await enterPassword(email), codeOf(secret, 1))).status).toBe(200);
  });

  test('of forty concurrent wrong codes ten are verified', async () => {
    const { email } = await withTotp();
    const clients: Browser[] = [];
    for (let at = 0; at < 8; at += 1) clients.push(await enterPassword(email));
    const guesses = Array.from({ length: 40 }, (_, at) =>
      giveCode(assertDefined(clients[at % 8]), String(100_000 + at)),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(await warnings(email)).toHaveLength(1);
  });

  test('a valid code resets the counter', async () => {
    const { email, secret, recoveryCodes } = await withTotp();
    for (const [kind, code] of [
      ['totp', codeOf(secret, 1)],
      ['recovery', assertDefined(recoveryCodes[0])],
    ] as const) {
      for (let at = 0; at < 9; at += 1)
        expect((await giveCode(await enterPassword(email), `00000${at}`)).status).toBe(401);
      expect((await giveCode(await enterPassword(email), code, kind)).status).toBe(200);
    }
    expect(await warnings(email)).toEqual([]);
  });

  test('wrong codes from unknown devices do not block known ones', async () => {
    const { email, secret, client } = await withTotp();
    await guessTen(email);
    expect((await giveCode(await enterPassword(email), codeOf(secret, 1))).status).toBe(429);
    await client.post('/api/auth/sign-out');
    expect((await authFlows.signIn(client, email)).body).toEqual({ needsCode: true });
    expect((await giveCode(client, codeOf(secret, 1))).status).toBe(200);
    // Unknown devices stay blocked.
    expect((await giveCode(await enterPassword(email), codeOf(secret, -1))).status).toBe(429);
  });

  test('codes of confirmations and of sign-ins share a limit', async () => {
    const { email, secret, client } = await withTotp();
    const confirm = (code: string) =>
      client.post('/api/auth/password/confirm', { password, second: { kind: 'totp', code } });
    for (let at = 0; at < 10; at += 1) expect((await confirm(`20000${at}`)).status).toBe(401);
    await database.pool.query(`DELETE FROM rate_limits WHERE key LIKE 'confirm:%'`);
    expect(errorOf(await confirm(codeOf(secret, 1)))).toEqual([429, 'too_many_requests']);
    expect(await warnings(email)).toHaveLength(1);
    await client.post('/api/auth/sign-out');
    await authFlows.signIn(client, email);
    expect((await giveCode(client, codeOf(secret, 1))).status).toBe(429);
  });

  test('a pending sign-in accepts five codes', async () => {
    const { email, secret } = await withTotp();
    const client = await enterPassword(email);
    for (let at = 0; at < 5; at += 1) await giveCode(client, String(at).padStart(6, '0'));
    expect(errorOf(await giveCode(client, codeOf(secret, 1)))).toEqual([401, 'sign_in_expired']);
  });

  test('a code is rejected without a recent password', async () => {
    const { email, secret } = await withTotp();
    const code = codeOf(secret, 1);
    expect(errorOf(await giveCode(authFlows.newBrowser(), code))).toEqual([401, 'sign_in_expired']);
    expect(errorOf(await giveCode(authFlows.newBrowser('portal.two_factor=2fa-forged.abc'), code))).toEqual([
      401,
      'sign_in_expired',
    ]);
    const late = await enterPassword(email);
    await database.pool.query(
      `UPDATE verifications SET expires_at = now() - interval '1 hour' WHERE identifier LIKE '2fa-%'`,
    );
    expect(errorOf(await giveCode(late, code))).toEqual([401, 'sign_in_expired']);
  });

  test('a code of the signed-in user does not complete the sign-in of another', async () => {
    const victim = await withTotp();
    const attacker = await withTotp();
    expect((await authFlows.signIn(attacker.client, victim.email)).body).toEqual({ needsCode: true });
    expect(errorOf(await giveCode(attacker.client, codeOf(attacker.secret, 1)))).toEqual([401, 'invalid_code']);
    expect((await attacker.client.get('/api/auth/session')).body.user.email).toBe(attacker.email);
  });

  test('TOTP secrets are stored encrypted, and recovery codes hashed', async () => {
    const { userId, secret, recoveryCodes } = await withTotp();
    const { rows } = await database.pool.query<Record<string, string>>(
      'SELECT secret, backup_codes FROM two_factors WHERE user_id = $1',
      [userId],
    );
    const stored = JSON.stringify(rows);
    const plain = Buffer.from(secret, 'ascii').toString();
    for (const shown of [plain, ...recoveryCodes]) expect(stored).not.toContain(shown);
    expect(assertDefined(rows[0]).secret).toMatch(/^\$ba\$\d+\$[\da-f]{80,}$/);
  });

  test('the response to a wrong password does not show whether TOTP is on', async () => {
    const { email } = await withTotp();
    const plain = await makeUser(database, { password });
    const responses = await Promise.all(
      [email, plain.email, 'nobody-factor@example.com'].map((one) =>
        authFlows.signIn(authFlows.newBrowser(), one, 'wrong one'),
      ),
    );
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  });

  test('TOTP can be removed, and a password reset keeps it', async () => {
    const { email, client, userId } = await withTotp();
    await client.post('/api/auth/password/request-reset', { email });
    const token = assertDefined((await authFlows.newestMail(email)).data.link).split('#reset=')[1];
    await client.post('/api/auth/password/reset', { token, newPassword: 'my own words' });
    const back = authFlows.newBrowser();
    expect((await authFlows.signIn(back, email, 'my own words')).body).toEqual({ needsCode: true });

    const again = await withTotp();
    await confirmWithCode(again.client, { password, secret: again.secret });
    expect((await again.client.post('/api/auth/totp/remove')).status).toBe(200);
    expect(await authFlows.isSignedIn(again.client)).toBe(true);
    expect((await authFlows.signIn(authFlows.newBrowser(), again.email)).body).toMatchObject({ email: again.email });
    expect(errorOf(await again.client.post('/api/auth/recovery-codes'))).toEqual([400, 'factor_missing']);
    const { rows } = await database.pool.query('SELECT user_id FROM two_factors WHERE user_id = ANY($1)', [
      [userId, again.userId],
    ]);
    expect(rows).toEqual([{ user_id: userId }]);
  });
  test('an operator can remove the factors of a user, which ends their sessions', async () => {
    const { email, client, userId } = await withTotp();
    const connection = await database.pool.connect();
    await connection.query('RESET ROLE');
    const removed = await inOperatorTransaction({ client: connection }, () =>
      removeFactors(connection, { email, locale: 'fr', siteUrl }),
    );
    connection.release(true);
    expect(removed).toEqual({ codes: 1, passkeys: 0 });
    expect(await authFlows.newestMail(email)).toMatchObject({ template: 'factors-removed', locale: 'fr' });
    expect(await authFlows.isSignedIn(client)).toBe(false);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).body).toMatchObject({ id: userId });
  });
});
