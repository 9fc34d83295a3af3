import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { endSessions } from '#api/services/people/users.ts';
import { sessions } from '#api/db/user-schema.ts';
import {
  type Browser,
  assertDefined,
  browser,
  cookieFor,
  makeUser,
  openApi,
  password,
  siteUrl,
} from '#tests/support/api.ts';
import { describeAgent } from './sessions.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { codeOf, confirmWithCode } from '#tests/support/factors.ts';

const day = 24 * 60 * 60 * 1000;

describeApi(({ engine, database, api, authFlows }) => {
  test('signing in again replaces the session of the browser', async () => {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, user.email);
    const first = client.sessionCookie();
    await authFlows.signIn(client, user.email);
    expect(client.sessionCookie()).not.toBe(first);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(`portal.session_token=${first}`))).toBe(false);
  });

  test('users can list and revoke their own sessions only', async () => {
    const user = await makeUser(database, { password });
    const other = await makeUser(database, { password });
    const here = authFlows.newBrowser();
    await here.post('/api/auth/sign-in/password', { email: user.email, password }, { 'User-Agent': 'A browser' });
    const { sessions: open } = (await here.get('/api/auth/sessions')).body;
    expect(open).toHaveLength(2);
    expect(open[0]).toMatchObject({
      isCurrent: true,
      userAgent: 'A browser',
      ipAddress: expect.stringMatching(/^198\.51\./),
    });
    const elsewhere = authFlows.newBrowser(user.cookie);
    expect((await here.post('/api/auth/sessions/revoke', { id: open[1].id })).status).toBe(200);
    expect(await authFlows.isSignedIn(elsewhere)).toBe(false);

    const [theirs] = await database.orm.select().from(sessions).where(eq(sessions.userId, other.userId));
    expect((await here.post('/api/auth/sessions/revoke', { id: assertDefined(theirs).id })).status).toBe(404);
    expect(await authFlows.isSignedIn(authFlows.newBrowser(other.cookie))).toBe(true);
  });

  test('a session includes the currency of the portal', async () => {
    const { cookie } = await makeUser(database);
    const euros = await openApi(database, { currency: 'EUR' });
    expect((await browser(euros, { cookie }).get('/api/auth/session')).body.currency).toBe('EUR');
    expect((await browser(euros).get('/api/auth/session')).body).toBeNull();
    expect((await authFlows.newBrowser(cookie).get('/api/auth/session')).body.currency).toBe('USD');
  });

  test('a session expires, and use extends it', async () => {
    const { cookie, token, userId } = await makeUser(database, { password });
    const client = authFlows.newBrowser(cookie);
    const renewed = await client.get('/api/auth/session');
    expect(new Date(renewed.body.session.expiresAt).valueOf()).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
    expect(renewed.headers.getSetCookie().join()).toContain('Max-Age=604800');
    await database.pool.query(
      `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token = hash_token($1)`,
      [token],
    );
    expect((await client.get('/api/portal/records/counts')).status).toBe(401);
    expect((await client.get('/api/auth/session')).body).toBeNull();
    expect(client.jar.size).toBe(0);
    expect(await database.orm.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  test('a modified, truncated or forged session cookie is rejected', async () => {
    const { token } = await makeUser(database);
    const good = cookieFor(token);
    const [name, value] = good.split('=') as [string, string];
    const { rows } = await database.pool.query<{ token: string }>(
      'SELECT token FROM sessions WHERE token = hash_token($1)',
      [token],
    );
    const forged = [
      // A row of the database that leaked, even with the key of the cookies.
      cookieFor(assertDefined(rows[0]).token),
      `${name}=${value.slice(0, -3)}`,
      `${name}=A${value.slice(1)}`,
      `${name}=${token}`,
      `${name}=${cookieFor('other').split('=')[1]}`,
      `${name}=${value.slice(0, -4)}`,
      `${name}=${'x'.repeat(3000)}`,
    ];
    expect(await authFlows.isSignedIn(authFlows.newBrowser(good))).toBe(true);
    for (const cookie of forged) {
      expect((await authFlows.newBrowser(cookie).get('/api/portal/records/counts')).status).toBe(401);
      expect((await authFlows.newBrowser(cookie).get('/api/auth/session')).body).toBeNull();
    }
  });

  test.each(['https://evil.example', 'null', `${siteUrl}.evil.example`, 'http://PORTAL.test:80', ''])(
    'a request from the origin %j is rejected, with or without a session',
    async (origin) => {
      const { cookie, email } = await makeUser(database, { password });
      for (const client of [authFlows.newBrowser(), authFlows.newBrowser(cookie)]) {
        for (const [path, body] of [
          ['sign-in/password', { email, password }],
          ['sign-out', undefined],
          ['sign-up', { email, password }],
        ] as const) {
          const rejected = await client.post(`/api/auth/${path}`, body, { Origin: origin });
          expect([rejected.status, rejected.body.error.code]).toEqual([403, 'forbidden_origin']);
          expect(rejected.headers.getSetCookie()).toEqual([]);
        }
        const ticket = await client.post('/api/portal/tickets', { subject: 's', description: 'd' }, { Origin: origin });
        expect([ticket.status, ticket.body.error.code]).toEqual([403, 'forbidden_origin']);
      }
      expect(await authFlows.isSignedIn(authFlows.newBrowser(cookie))).toBe(true);
    },
  );

  test.runIf(engine === 'postgresql')('two instances share sessions and limits', async () => {
    const other = await openApi(await database.openInstance());
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await authFlows.signIn(client, user.email);
    const there = browser(other, { cookie: `portal.session_token=${client.sessionCookie()}` });
    expect(await authFlows.isSignedIn(there)).toBe(true);
    await there.post('/api/auth/sign-out');
    expect(await authFlows.isSignedIn(client)).toBe(false);

    const instances = [api, other].map((one) => browser(one, { ipAddress: '203.0.113.99' }));
    const guesses = await Promise.all(
      Array.from({ length: 14 }, (_, at) => authFlows.signIn(assertDefined(instances[at % 2]), user.email, 'a guess')),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  test('revoking the other sessions keeps the current one', async () => {
    const { cookie, email } = await makeUser(database, { password });
    const client = authFlows.newBrowser(cookie);
    const others = [authFlows.newBrowser(), authFlows.newBrowser()];
    for (const other of others) await authFlows.signIn(other, email);
    expect((await client.post('/api/auth/sessions/revoke-others')).status).toBe(200);
    expect(await Promise.all(others.map((other) => authFlows.isSignedIn(other)))).toEqual([false, false]);
    expect(await authFlows.isSignedIn(client)).toBe(true);
  });

  /** A user whose only session was opened this long ago, and has been in use since. */
  async function usedFor(time: string) {
    const user = await makeUser(database, { password });
    await database.pool.query(
      `UPDATE sessions SET signed_in_at = now() - $2::interval, expires_at = now() + interval '7 days' WHERE token = hash_token($1)`,
      [user.token, time],
    );
    return { ...user, client: authFlows.newBrowser(user.cookie) };
  }
  const leftOf = async (client: Browser) => {
    const { session } = (await client.get('/api/auth/session')).body;
    return (new Date(session.expiresAt).getTime() - Date.now()) / day;
  };

  test('a session ends thirty days after the sign-in, however it is used', async () => {
    const last = await usedFor('29 days 23 hours');
    expect(await leftOf(last.client)).toBeLessThan(1 / 24);
    expect(await authFlows.isSignedIn(last.client)).toBe(true);
    const over = await usedFor('30 days');
    expect(await authFlows.isSignedIn(over.client)).toBe(false);
    expect((await over.client.get('/api/auth/security')).status).toBe(401);
    expect((await over.client.get('/api/auth/session')).body).toBeNull();
  });

  test('use extends a session by a week, up to thirty days', async () => {
    const { client } = await usedFor('20 days');
    expect(await leftOf(client)).toBeCloseTo(7, 1);
    const late = await usedFor('28 days');
    expect(await leftOf(late.client)).toBeCloseTo(2, 1);
  });

  test('a rotated session keeps its age: confirmation, TOTP on and off, change of password', async () => {
    const { client, userId } = await usedFor('29 days');
    const isOld = async () => expect(await leftOf(client)).toBeLessThan(1.01);
    expect((await client.post('/api/auth/password/confirm', { password })).status).toBe(200);
    await isOld();
    const { secret } = (await client.post('/api/auth/totp/start')).body;
    expect((await client.post('/api/auth/totp/finish', { code: codeOf(secret) })).status).toBe(200);
    await isOld();
    expect((await confirmWithCode(client, { password, secret })).status).toBe(200);
    await isOld();
    expect((await client.post('/api/auth/totp/remove')).status).toBe(200);
    await isOld();
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect((await client.post('/api/auth/password/change', change)).status).toBe(200);
    await isOld();
    const { rowCount } = await database.pool.query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
    expect(rowCount).toBe(1);
  });

  test('an operator can end all sessions of a user, and of nobody else', async () => {
    const [{ email, client, userId }, other] = [await usedFor('1 day'), await usedFor('1 day')];
    await authFlows.signIn(authFlows.newBrowser(), email);
    const connection = await database.pool.connect();
    await connection.query('RESET ROLE');
    expect(
      await inOperatorTransaction({ client: connection }, () => endSessions(connection, email.toUpperCase())),
    ).toBe(2);
    await expect(
      inOperatorTransaction({ client: connection }, () => endSessions(connection, 'no@body.example')),
    ).rejects.toThrow('There is no user no@body.example.');
    const { rows } = await connection.query(
      `SELECT actor, event, details FROM audit_events WHERE user_id = $1 AND actor = 'operator'`,
      [userId],
    );
    connection.release(true);
    expect(assertDefined(rows[0])).toEqual({
      actor: 'operator',
      event: 'session.revoked',
      details: { sessions: 2, devices: 1, links: 0, replyAddresses: 0 },
    });
    expect(await authFlows.isSignedIn(client)).toBe(false);
    expect(await authFlows.isSignedIn(other.client)).toBe(true);
  });
});

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  ['<script>alert(1)</script>', null, null],
  ['', null, null],
  [undefined, null, null],
])('the browser of %s is recognised', (userAgent, name, system) =>
  expect(describeAgent(userAgent)).toEqual({ browser: name, system }),
);
