import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#api/db/schema/accounts.ts';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import { type Api, type Browser, browser, cookieFor, mailsTo, makeLogin, openApi, siteUrl } from './testing.ts';

const password = 'correct horse';

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let api: Api;
  let serial = 0;

  beforeAll(async () => {
    database = await freshDatabase(engine);
    api = await openApi(database);
  });
  afterAll(() => database.close());

  // Each from an address of its own, so that one test's failures do not use up another's allowance.
  const newBrowser = (cookie = '') => browser(api, { cookie, address: `198.51.100.${(serial += 1)}` });
  const signIn = (visitor: Browser, email: string, with_ = password) => visitor.post('/api/auth/sign-in/email', { email, password: with_ });
  const signUp = (visitor: Browser, email: string, with_ = password) => visitor.post('/api/auth/sign-up/email', { email, password: with_ });
  const isSignedIn = async (visitor: Browser) => (await visitor.get('/api/portal/counts')).status === 200;
  const newest = async (email: string) => (await mailsTo(database, email))[0]!;
  const pathOf = (link: string | undefined) => link!.slice(siteUrl.length);

  test('sign-up, the mail’s link, sign-in, sign-out', async () => {
    const visitor = newBrowser();
    const email = 'Whole.Way@example.com';
    expect(await signUp(visitor, email)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(visitor.jar.size).toBe(0);

    const early = await signIn(visitor, email);
    expect(early).toMatchObject({
      status: 403,
      body: { error: { code: 'email_not_verified', message: 'Please verify your email address before signing in.' } },
    });

    const mail = await newest('whole.way@example.com');
    expect(mail).toMatchObject({ template: 'verify-email', sentAt: null });
    const landed = await visitor.get(pathOf(mail.data.link));
    expect([landed.status, landed.headers.get('location')]).toEqual([302, '/?verification=done']);
    expect(await isSignedIn(visitor)).toBe(false);

    const welcome = await signIn(visitor, email);
    expect(welcome).toMatchObject({ status: 200, body: { email: 'whole.way@example.com' } });
    expect(welcome.headers.getSetCookie()).toEqual([expect.stringMatching(/^portal\.session_token=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)]);
    expect(JSON.stringify(welcome.body)).not.toContain('token');
    expect((await visitor.get('/api/auth/get-session')).body).toMatchObject({ user: { email: 'whole.way@example.com' } });
    expect(await isSignedIn(visitor)).toBe(true);

    const kept = [...visitor.jar][0]!.join('=');
    expect((await visitor.post('/api/auth/sign-out')).status).toBe(200);
    expect(visitor.jar.size).toBe(0);
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull();
    expect(await isSignedIn(newBrowser(kept))).toBe(false);
  });

  test('a link that is used again, changed or too old says so, and signs nobody in', async () => {
    const visitor = newBrowser();
    await signUp(visitor, 'links@example.com');
    const path = pathOf((await newest('links@example.com')).data.link);
    for (const [link, told] of [[path, 'done'], [path, 'done'], [`${path}x`, 'expired'], [path.replace(/token=.*/, 'token='), 'expired'], ['/api/auth/verify-email', 'expired']] as const) {
      const landed = await visitor.get(link);
      expect([landed.status, landed.headers.get('location')]).toEqual([302, `/?verification=${told}`]);
    }
    expect(visitor.jar.size).toBe(0);
  });

  test('a second link can be asked for, and nobody learns whether one was sent', async () => {
    const visitor = newBrowser();
    await signUp(visitor, 'again@example.com');
    const ask = (email: string) => visitor.post('/api/auth/send-verification-email', { email });
    const answers = [await ask('again@example.com'), await ask('unknown@example.com')];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([[200, { status: 'ok' }], [200, { status: 'ok' }]]);
    expect(await mailsTo(database, 'again@example.com')).toHaveLength(2);
    expect(await mailsTo(database, 'unknown@example.com')).toHaveLength(0);
  });

  test('known and unknown addresses are answered alike, at every door', async () => {
    const known = await makeLogin(database, { password });
    const doors = [
      (email: string) => signIn(newBrowser(), email, 'wrong one'),
      (email: string) => signUp(newBrowser(), email),
      (email: string) => newBrowser().post('/api/auth/request-password-reset', { email }),
      (email: string) => newBrowser().post('/api/auth/send-verification-email', { email }),
    ];
    for (const [at, door] of doors.entries()) {
      const one = await door(known.email);
      const other = await door(`nobody-${at}@example.com`);
      expect([one.status, one.body]).toEqual([other.status, other.body]);
      const namesOf = (headers: Headers) => [...headers.keys()].toSorted();
      expect(namesOf(one.headers)).toEqual(namesOf(other.headers));
    }
    expect((await mailsTo(database, known.email)).map(({ template }) => template).toSorted()).toEqual(['account-exists', 'reset-password']);
  });

  test('a sign-up with an address that has an account changes nothing but its owner’s inbox', async () => {
    const owner = await makeLogin(database, { password });
    await signUp(newBrowser(), owner.email, 'the attacker’s');
    expect((await signIn(newBrowser(), owner.email, 'the attacker’s')).status).toBe(401);
    expect((await signIn(newBrowser(), owner.email)).status).toBe(200);
  });

  test('two sign-ups at the same moment make one account, and both are told the same', async () => {
    const answers = await Promise.all([signUp(newBrowser(), 'twice@example.com'), signUp(newBrowser(), 'twice@example.com')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await database.pool.query(`SELECT count(*)::integer AS count FROM users WHERE email = 'twice@example.com'`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test.each([
    ['sign-up/email', { email: 'no address', password }, 'Please enter a valid email address.'],
    ['sign-up/email', { email: 'short@example.com', password: '12345' }, 'Password must be at least 6 characters.'],
    ['sign-up/email', { email: 'long@example.com', password: 'x'.repeat(129) }, 'Password must be at most 128 characters.'],
    ['sign-in/email', { email: 'long@example.com', password: 'x'.repeat(129) }, 'Password must be at most 128 characters.'],
    ['reset-password', { token: 'x', newPassword: '12345' }, 'Password must be at least 6 characters.'],
  ])('%s says what is wrong in a sentence', async (path, body, message) => {
    expect(await newBrowser().post(`/api/auth/${path}`, body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', message } } });
  });

  test('a password of 6 and one of 128 characters are taken', async () => {
    for (const [email, with_] of [['six@example.com', '123456'], ['most@example.com', 'x'.repeat(128)]] as const) {
      const visitor = newBrowser();
      await signUp(visitor, email, with_);
      await visitor.get(pathOf((await newest(email)).data.link));
      expect((await signIn(visitor, email, with_)).status).toBe(200);
    }
  });

  test('a forgotten password is replaced through the mail, once, and ends every session', async () => {
    const login = await makeLogin(database, { password });
    const elsewhere = newBrowser(login.cookie);
    expect(await isSignedIn(elsewhere)).toBe(true);
    const visitor = newBrowser();
    await visitor.post('/api/auth/request-password-reset', { email: login.email });
    const { link } = (await newest(login.email)).data;
    const token = link!.split('#reset=')[1]!;
    expect(link).toBe(`${siteUrl}/customer-auth#reset=${token}`);

    const reset = (newPassword: string) => visitor.post('/api/auth/reset-password', { token, newPassword });
    const raced = await Promise.all([reset('new one A'), reset('new one B')]);
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(raced.find(({ status }) => status === 400)!.body.error).toEqual({ code: 'invalid_token', message: 'This link is no longer valid. Please ask for a new one.' });
    expect((await reset('new one C')).body.error.code).toBe('invalid_token');

    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await signIn(newBrowser(), login.email)).status).toBe(401);
    const won = raced[0]!.status === 200 ? 'new one A' : 'new one B';
    expect((await signIn(newBrowser(), login.email, won)).status).toBe(200);
  });

  test('a link to a new password ends with its hour', async () => {
    const login = await makeLogin(database, { password });
    const visitor = newBrowser();
    await visitor.post('/api/auth/request-password-reset', { email: login.email });
    const token = (await newest(login.email)).data.link!.split('#reset=')[1]!;
    await database.pool.query(`UPDATE verifications SET expires_at = now() - interval '1 second'`);
    const late = await visitor.post('/api/auth/reset-password', { token, newPassword: 'too late' });
    expect([late.status, late.body.error.code]).toEqual([400, 'invalid_token']);
    expect((await signIn(newBrowser(), login.email)).status).toBe(200);
  });

  test('choosing a new password by mail verifies the address as well', async () => {
    const visitor = newBrowser();
    await signUp(visitor, 'unverified@example.com', 'somebody else’s');
    await visitor.post('/api/auth/request-password-reset', { email: 'unverified@example.com' });
    const token = (await newest('unverified@example.com')).data.link!.split('#reset=')[1]!;
    await visitor.post('/api/auth/reset-password', { token, newPassword: password });
    expect((await signIn(visitor, 'unverified@example.com')).status).toBe(200);
  });

  test('a change of password ends the other sessions and renews this one', async () => {
    const login = await makeLogin(database, { password });
    const [here, there] = [newBrowser(), newBrowser()];
    await signIn(here, login.email);
    await signIn(there, login.email);
    const before = [...here.jar.values()][0]!;

    const wrong = await here.post('/api/auth/change-password', { currentPassword: 'wrong one', newPassword: 'another' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'invalid_password', message: 'Your current password is not right.' } } });
    expect(await isSignedIn(there)).toBe(true);

    const changed = await here.post('/api/auth/change-password', { currentPassword: password, newPassword: 'another' });
    expect(changed.status).toBe(200);
    expect([...here.jar.values()][0]).not.toBe(before);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(newBrowser(`portal.session_token=${before}`))).toBe(false);
    expect((await signIn(newBrowser(), login.email)).status).toBe(401);
    expect((await signIn(newBrowser(), login.email, 'another')).status).toBe(200);
  });

  test('signing in again gives a new session and ends the one before', async () => {
    const login = await makeLogin(database, { password });
    const visitor = newBrowser();
    await signIn(visitor, login.email);
    const first = [...visitor.jar.values()][0]!;
    await signIn(visitor, login.email);
    expect([...visitor.jar.values()][0]).not.toBe(first);
    expect(await isSignedIn(newBrowser(`portal.session_token=${first}`))).toBe(false);
  });

  test('open sessions are listed and can be ended, one’s own only', async () => {
    const login = await makeLogin(database, { password });
    const other = await makeLogin(database, { password });
    const here = newBrowser();
    await here.post('/api/auth/sign-in/email', { email: login.email, password }, { 'User-Agent': 'A browser' });
    const { sessions: open } = (await here.get('/api/auth/list-sessions')).body;
    expect(open).toHaveLength(2);
    expect(open[0]).toMatchObject({ isCurrent: true, userAgent: 'A browser', ipAddress: expect.stringMatching(/^198\.51\.100\./) });
    const elsewhere = newBrowser(login.cookie);
    expect((await here.post('/api/auth/revoke-session', { id: open[1].id })).status).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);

    const [theirs] = await database.orm.select().from(sessions).where(eq(sessions.userId, other.userId));
    expect((await here.post('/api/auth/revoke-session', { id: theirs!.id })).status).toBe(404);
    expect(await isSignedIn(newBrowser(other.cookie))).toBe(true);
  });

  test('a session ends with its time, and is prolonged by use', async () => {
    const { cookie, token, userId } = await makeLogin(database, { password });
    const visitor = newBrowser(cookie);
    const renewed = await visitor.get('/api/auth/get-session');
    expect(new Date(renewed.body.session.expiresAt).valueOf()).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
    expect(renewed.headers.getSetCookie().join()).toContain('Max-Age=604800');
    await database.pool.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token = $1`, [token]);
    expect((await visitor.get('/api/portal/counts')).status).toBe(401);
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull();
    expect(visitor.jar.size).toBe(0);
    expect(await database.orm.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  test('a cookie that is changed, cut, swapped or signed by another is no session', async () => {
    const { token } = await makeLogin(database);
    const good = cookieFor(token);
    const [name, value] = good.split('=') as [string, string];
    const forged = [`${name}=${value.slice(0, -3)}`, `${name}=A${value.slice(1)}`, `${name}=${token}`, `${name}=${cookieFor('other').split('=')[1]}`, `${name}=${value.slice(0, -4)}`, `${name}=${'x'.repeat(3000)}`];
    expect(await isSignedIn(newBrowser(good))).toBe(true);
    for (const cookie of forged) {
      expect((await newBrowser(cookie).get('/api/portal/counts')).status).toBe(401);
      expect((await newBrowser(cookie).get('/api/auth/get-session')).body).toBeNull();
    }
  });

  test.each(['https://evil.example', 'null', `${siteUrl}.evil.example`, 'http://PORTAL.test:80', ''])('a request from %j is refused, with or without a session', async (origin) => {
    const { cookie, email } = await makeLogin(database, { password });
    for (const visitor of [newBrowser(), newBrowser(cookie)]) {
      for (const [path, body] of [['sign-in/email', { email, password }], ['sign-out', undefined], ['sign-up/email', { email, password }]] as const) {
        const refused = await visitor.post(`/api/auth/${path}`, body, { Origin: origin });
        expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden_origin']);
        expect(refused.headers.getSetCookie()).toEqual([]);
      }
      const ticket = await visitor.post('/api/portal/tickets', { subject: 's', description: 'd' }, { Origin: origin });
      expect([ticket.status, ticket.body.error.code]).toEqual([403, 'forbidden_origin']);
    }
    expect(await isSignedIn(newBrowser(cookie))).toBe(true);
  });

  test('a password cannot be guessed from many addresses, nor many accounts from one', async () => {
    const victim = await makeLogin(database, { password });
    const guesses = await Promise.all(Array.from({ length: 14 }, () => signIn(newBrowser(), victim.email, 'a guess')));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.body.error).toEqual({ code: 'too_many_requests', message: 'Too many attempts. Please try again later.' });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(newBrowser(), victim.email)).status).toBe(429);

    const one = newBrowser();
    await database.orm.execute(sql`UPDATE rate_limits SET count = 49 WHERE key LIKE 'sign-in:address:%'`);
    const sprayed = [];
    for (let at = 0; at < 3; at += 1) sprayed.push((await signIn(one, `spray-${at}@example.com`, 'a guess')).status);
    expect(sprayed).toEqual([401, 401, 401]);
    await database.orm.execute(sql`UPDATE rate_limits SET count = 50 WHERE key LIKE 'sign-in:address:%'`);
    expect((await signIn(one, 'spray-9@example.com', 'a guess')).status).toBe(429);
  });

  test('signing in rightly, however often, uses up no allowance', async () => {
    const login = await makeLogin(database, { password });
    for (let at = 0; at < 12; at += 1) expect((await signIn(newBrowser(), login.email)).status).toBe(200);
  });

  test.runIf(engine === 'postgresql')('two copies of the server share sessions and limits', async () => {
    const other = await openApi(await database.openCopy());
    const login = await makeLogin(database, { password });
    const visitor = newBrowser();
    await signIn(visitor, login.email);
    const there = browser(other, { cookie: [...visitor.jar][0]!.join('=') });
    expect(await isSignedIn(there)).toBe(true);
    await there.post('/api/auth/sign-out');
    expect(await isSignedIn(visitor)).toBe(false);

    const doors = [api, other].map((one) => browser(one, { address: '203.0.113.99' }));
    const guesses = await Promise.all(Array.from({ length: 14 }, (_, at) => signIn(doors[at % 2]!, login.email, 'a guess')));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  });
});
