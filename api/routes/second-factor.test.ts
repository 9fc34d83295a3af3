import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import { inOperatorTransaction } from '#api/operator/operator-transaction.ts';
import { removeFactors } from '#api/operator/users.ts';
import { codeOf } from './fixture-authenticator.ts';
import { type Browser, type Entrance, entranceTo, makeLogin, must, openApi, password, siteUrl } from './testing.ts';

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let entrance: Entrance;

  beforeAll(async () => {
    database = await freshDatabase(engine);
    entrance = entranceTo(await openApi(database), database);
  });
  afterAll(() => database.close());

  /** A login whose authenticator is set up; its code of now is used up by that. */
  async function withTotp() {
    const login = await makeLogin(database, { password });
    const visitor = entrance.newBrowser();
    await entrance.signIn(visitor, login.email);
    const { secret } = (await visitor.post('/api/auth/totp/start')).body as { secret: string };
    const finished = await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) });
    expect(finished.status).toBe(200);
    return { ...login, visitor, secret, recoveryCodes: finished.body.recoveryCodes as string[] };
  }
  const giveCode = (visitor: Browser, code: string, kind = 'totp') =>
    visitor.post('/api/auth/sign-in/code', { kind, code });
  const halfWay = async (email: string) => {
    const visitor = entrance.newBrowser();
    expect((await entrance.signIn(visitor, email)).body).toEqual({ needsCode: true });
    return visitor;
  };
  const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
    status,
    body.error.code,
  ];

  test('it is set up with a first code, and only then asked for', async () => {
    const login = await makeLogin(database, { password });
    const visitor = entrance.newBrowser();
    await entrance.signIn(visitor, login.email);
    const started = (await visitor.post('/api/auth/totp/start')).body;
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Rempart%20Azur:/);
    expect((await entrance.signIn(entrance.newBrowser(), login.email)).body).toMatchObject({ email: login.email });

    const wrong = await visitor.post('/api/auth/totp/finish', { code: '000000' });
    expect(errorOf(wrong)).toEqual([401, 'invalid_code']);
    expect((await visitor.get('/api/auth/security')).body).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });

    const spaced = codeOf(started.secret).replace(/^(...)/, '$1 ');
    const { body } = await visitor.post('/api/auth/totp/finish', { code: spaced });
    expect(body.recoveryCodes).toHaveLength(10);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    expect((await visitor.get('/api/auth/security')).body).toMatchObject({ hasTotp: true, recoveryCodesLeft: 10 });
    expect((await entrance.signIn(entrance.newBrowser(), login.email)).body).toEqual({ needsCode: true });
    expect(errorOf(await visitor.post('/api/auth/totp/start'))).toEqual([400, 'factor_exists']);
  });

  test('a password alone opens nothing, and the code does, once', async () => {
    const { email, secret } = await withTotp();
    const visitor = await halfWay(email);
    expect(await entrance.isSignedIn(visitor)).toBe(false);
    expect(visitor.jar.has('portal.session_token')).toBe(false);
    const code = codeOf(secret, 1);
    expect((await giveCode(visitor, code)).body).toMatchObject({ email });
    expect(await entrance.isSignedIn(visitor)).toBe(true);

    expect(errorOf(await giveCode(await halfWay(email), code))).toEqual([401, 'invalid_code']);
  });

  test('the code that set it up is used up, an old one too old, and one of another login wrong', async () => {
    const { email, secret } = await withTotp();
    const other = await withTotp();
    for (const code of [codeOf(secret), codeOf(secret, -3), codeOf(other.secret, 1), '', '1', 'abcdef'])
      expect(errorOf(await giveCode(await halfWay(email), code))).toEqual([401, 'invalid_code']);
    expect((await giveCode(await halfWay(email), codeOf(secret, 1))).status).toBe(200);
  });

  test('of the same code twice at once, one is taken', async () => {
    const { email, secret } = await withTotp();
    const visitors = [await halfWay(email), await halfWay(email)];
    const code = codeOf(secret, 1);
    const answers = await Promise.all(visitors.map((visitor) => giveCode(visitor, code)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
  });

  test('of the same recovery code twice at once, one is taken; it counts down, and works once', async () => {
    const { email, recoveryCodes, visitor: owner } = await withTotp();
    const code = must(recoveryCodes[0]);
    const visitors = [await halfWay(email), await halfWay(email)];
    const answers = await Promise.all(visitors.map((visitor) => giveCode(visitor, code, 'recovery')));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    expect(errorOf(must(answers.find(({ status }) => status === 401)))).toEqual([401, 'invalid_code']);
    expect((await owner.get('/api/auth/security')).body.recoveryCodesLeft).toBe(9);
    expect(errorOf(await giveCode(await halfWay(email), code, 'recovery'))).toEqual([401, 'invalid_code']);
    expect((await giveCode(await halfWay(email), must(recoveryCodes[1]), 'recovery')).status).toBe(200);
  });

  test('new recovery codes void those before', async () => {
    const { email, recoveryCodes, visitor } = await withTotp();
    const { body } = await visitor.post('/api/auth/recovery-codes');
    expect(body.recoveryCodes).toHaveLength(10);
    const refused = await giveCode(await halfWay(email), must(recoveryCodes[0]), 'recovery');
    expect(errorOf(refused)).toEqual([401, 'invalid_code']);
    expect((await giveCode(await halfWay(email), body.recoveryCodes[0], 'recovery')).status).toBe(200);
  });

  test('codes cannot be guessed: ten are looked at in a quarter of an hour, whoever asks', async () => {
    const { email, secret } = await withTotp();
    const statuses = [];
    for (let at = 0; at < 12; at += 1)
      statuses.push((await giveCode(await halfWay(email), String(at).padStart(6, '0'))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect((await giveCode(await halfWay(email), codeOf(secret, 1))).status).toBe(429);
  });

  test('one password is good for five codes', async () => {
    const { email, secret } = await withTotp();
    const visitor = await halfWay(email);
    for (let at = 0; at < 5; at += 1) await giveCode(visitor, String(at).padStart(6, '0'));
    expect(errorOf(await giveCode(visitor, codeOf(secret, 1)))).toEqual([401, 'sign_in_expired']);
  });

  test('without a password before it, or too long after, a code is nothing', async () => {
    const { email, secret } = await withTotp();
    const code = codeOf(secret, 1);
    expect(errorOf(await giveCode(entrance.newBrowser(), code))).toEqual([401, 'sign_in_expired']);
    expect(errorOf(await giveCode(entrance.newBrowser('portal.two_factor=2fa-forged.abc'), code))).toEqual([
      401,
      'sign_in_expired',
    ]);
    const late = await halfWay(email);
    await database.pool.query(`UPDATE verifications SET expires_at = now() WHERE identifier LIKE '2fa-%'`);
    expect(errorOf(await giveCode(late, code))).toEqual([401, 'sign_in_expired']);
  });

  test('whoever is signed in as another cannot answer for them', async () => {
    const victim = await withTotp();
    const attacker = await withTotp();
    expect((await entrance.signIn(attacker.visitor, victim.email)).body).toEqual({ needsCode: true });
    expect(errorOf(await giveCode(attacker.visitor, codeOf(attacker.secret, 1)))).toEqual([401, 'invalid_code']);
    expect((await attacker.visitor.get('/api/auth/get-session')).body.user.email).toBe(attacker.email);
  });

  test('seeds are encrypted where they are kept, and recovery codes not to be read', async () => {
    const { userId, secret, recoveryCodes } = await withTotp();
    const { rows } = await database.pool.query<Record<string, string>>(
      'SELECT secret, backup_codes FROM two_factors WHERE user_id = $1',
      [userId],
    );
    const kept = JSON.stringify(rows);
    const plain = Buffer.from(secret, 'ascii').toString();
    for (const told of [plain, ...recoveryCodes]) expect(kept).not.toContain(told);
    expect(must(rows[0]).secret).toMatch(/^\$ba\$\d+\$[\da-f]{80,}$/);
  });

  test('a wrong password is refused as before, and says nothing of the second factor', async () => {
    const { email } = await withTotp();
    const plain = await makeLogin(database, { password });
    const answers = await Promise.all(
      [email, plain.email, 'nobody-factor@example.com'].map((one) =>
        entrance.signIn(entrance.newBrowser(), one, 'wrong one'),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  });

  test('it can be removed, and a reset of the password does not remove it', async () => {
    const { email, visitor, userId } = await withTotp();
    await visitor.post('/api/auth/request-password-reset', { email });
    const token = must((await entrance.newestMail(email)).data.link).split('#reset=')[1];
    await visitor.post('/api/auth/reset-password', { token, newPassword: 'my own words' });
    const back = entrance.newBrowser();
    expect((await entrance.signIn(back, email, 'my own words')).body).toEqual({ needsCode: true });

    const again = await withTotp();
    expect((await again.visitor.post('/api/auth/totp/remove')).status).toBe(200);
    expect(await entrance.isSignedIn(again.visitor)).toBe(true);
    expect((await entrance.signIn(entrance.newBrowser(), again.email)).body).toMatchObject({ email: again.email });
    expect(errorOf(await again.visitor.post('/api/auth/recovery-codes'))).toEqual([400, 'factor_missing']);
    const { rows } = await database.pool.query('SELECT user_id FROM two_factors WHERE user_id = ANY($1)', [
      [userId, again.userId],
    ]);
    expect(rows).toEqual([{ user_id: userId }]);
  });
  test('the operator removes it for whoever has lost everything, and ends their sessions', async () => {
    const { email, visitor, userId } = await withTotp();
    const client = await database.pool.connect();
    await client.query('RESET ROLE');
    const removed = await inOperatorTransaction({ client }, () =>
      removeFactors(client, { email, locale: 'fr', siteUrl }),
    );
    client.release(true);
    expect(removed).toEqual({ codes: 1, passkeys: 0 });
    expect(await entrance.newestMail(email)).toMatchObject({ template: 'factors-removed', locale: 'fr' });
    expect(await entrance.isSignedIn(visitor)).toBe(false);
    expect((await entrance.signIn(entrance.newBrowser(), email)).body).toMatchObject({ id: userId });
  });
});
