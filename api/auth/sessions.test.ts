import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '#api/db/schema/users.ts';
import { browser, cookieFor, makeUser, assertDefined, openApi, password, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

describeApi(({ engine, database, api, authFlows }) => {
  test('signing in again replaces the session of the browser', async () => {
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await authFlows.signIn(visitor, login.email);
    const first = visitor.sessionCookie();
    await authFlows.signIn(visitor, login.email);
    expect(visitor.sessionCookie()).not.toBe(first);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(`portal.session_token=${first}`))).toBe(false);
  });

  test('users can list and revoke their own sessions only', async () => {
    const login = await makeUser(database, { password });
    const other = await makeUser(database, { password });
    const here = authFlows.newBrowser();
    await here.post('/api/auth/sign-in/email', { email: login.email, password }, { 'User-Agent': 'A browser' });
    const { sessions: open } = (await here.get('/api/auth/list-sessions')).body;
    expect(open).toHaveLength(2);
    expect(open[0]).toMatchObject({
      isCurrent: true,
      userAgent: 'A browser',
      ipAddress: expect.stringMatching(/^198\.51\.100\./),
    });
    const elsewhere = authFlows.newBrowser(login.cookie);
    expect((await here.post('/api/auth/revoke-session', { id: open[1].id })).status).toBe(200);
    expect(await authFlows.isSignedIn(elsewhere)).toBe(false);

    const [theirs] = await database.orm.select().from(sessions).where(eq(sessions.userId, other.userId));
    expect((await here.post('/api/auth/revoke-session', { id: assertDefined(theirs).id })).status).toBe(404);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(other.cookie))).toBe(true);
  });

  test('a session includes the currency of the portal', async () => {
    const { cookie } = await makeUser(database);
    const euros = await openApi(database, { currency: 'EUR' });
    expect((await browser(euros, { cookie }).get('/api/auth/get-session')).body.currency).toBe('EUR');
    expect((await browser(euros).get('/api/auth/get-session')).body).toBeNull();
    expect((await authFlows.newBrowser(cookie).get('/api/auth/get-session')).body.currency).toBe('USD');
  });

  test('a session expires, and use extends it', async () => {
    const { cookie, token, userId } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(cookie);
    const renewed = await visitor.get('/api/auth/get-session');
    expect(new Date(renewed.body.session.expiresAt).valueOf()).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
    expect(renewed.headers.getSetCookie().join()).toContain('Max-Age=604800');
    await database.pool.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token = $1`, [token]);
    expect((await visitor.get('/api/portal/counts')).status).toBe(401);
    expect((await visitor.get('/api/auth/get-session')).body).toBeNull();
    expect(visitor.jar.size).toBe(0);
    expect(await database.orm.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  test('a modified, truncated or forged session cookie is rejected', async () => {
    const { token } = await makeUser(database);
    const good = cookieFor(token);
    const [name, value] = good.split('=') as [string, string];
    const forged = [
      `${name}=${value.slice(0, -3)}`,
      `${name}=A${value.slice(1)}`,
      `${name}=${token}`,
      `${name}=${cookieFor('other').split('=')[1]}`,
      `${name}=${value.slice(0, -4)}`,
      `${name}=${'x'.repeat(3000)}`,
    ];
    expect(await authFlows.isSignedIn(authFlows.newBrowser(good))).toBe(true);
    for (const cookie of forged) {
      expect((await authFlows.newBrowser(cookie).get('/api/portal/counts')).status).toBe(401);
      expect((await authFlows.newBrowser(cookie).get('/api/auth/get-session')).body).toBeNull();
    }
  });

  test.each(['https://evil.example', 'null', `${siteUrl}.evil.example`, 'http://PORTAL.test:80', ''])(
    'a request from the origin %j is rejected, with or without a session',
    async (origin) => {
      const { cookie, email } = await makeUser(database, { password });
      for (const visitor of [authFlows.newBrowser(), authFlows.newBrowser(cookie)]) {
        for (const [path, body] of [
          ['sign-in/email', { email, password }],
          ['sign-out', undefined],
          ['sign-up/email', { email, password }],
        ] as const) {
          const refused = await visitor.post(`/api/auth/${path}`, body, { Origin: origin });
          expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden_origin']);
          expect(refused.headers.getSetCookie()).toEqual([]);
        }
        const ticket = await visitor.post(
          '/api/portal/tickets',
          { subject: 's', description: 'd' },
          { Origin: origin },
        );
        expect([ticket.status, ticket.body.error.code]).toEqual([403, 'forbidden_origin']);
      }
      expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(true);
    },
  );

  test('sign-in attempts are limited per account and per network', async () => {
    const victim = await makeUser(database, { password });
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => authFlows.signIn(authFlows.newBrowser(), victim.email, 'a guess')),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(assertDefined(refused[0]).body.error).toEqual({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
    });
    expect(Number(assertDefined(refused[0]).headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await authFlows.signIn(authFlows.newBrowser(), victim.email)).status).toBe(429);

    const one = authFlows.newBrowser();
    await database.orm.execute(sql`UPDATE rate_limits SET count = 49 WHERE key LIKE 'sign-in:ip:%'`);
    const sprayed = [];
    for (let at = 0; at < 3; at += 1)
      sprayed.push((await authFlows.signIn(one, `spray-${at}@example.com`, 'a guess')).status);
    expect(sprayed).toEqual([401, 401, 401]);
    await database.orm.execute(sql`UPDATE rate_limits SET count = 50 WHERE key LIKE 'sign-in:ip:%'`);
    expect((await authFlows.signIn(one, 'spray-9@example.com', 'a guess')).status).toBe(429);
  });

  test('successful sign-ins do not count against the limit', async () => {
    const login = await makeUser(database, { password });
    for (let at = 0; at < 12; at += 1)
      expect((await authFlows.signIn(authFlows.newBrowser(), login.email)).status).toBe(200);
  });

  test.runIf(engine === 'postgresql')('two instances share sessions and limits', async () => {
    const other = await openApi(await database.openInstance());
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await authFlows.signIn(visitor, login.email);
    const there = browser(other, { cookie: `portal.session_token=${visitor.sessionCookie()}` });
    expect(await authFlows.isSignedIn(there)).toBe(true);
    await there.post('/api/auth/sign-out');
    expect(await authFlows.isSignedIn(visitor)).toBe(false);

    const doors = [api, other].map((one) => browser(one, { ipAddress: '203.0.113.99' }));
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => authFlows.signIn(assertDefined(doors[at % 2]), login.email, 'a guess')),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  });
});
