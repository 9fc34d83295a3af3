import { expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { assertDefined, makeUser, password, siteUrl } from '#tests/support/api.ts';
import { call } from '#tests/support/cli.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { endSession, listSessions, lockUser, unlockUser } from './user-access.ts';

describeApi(({ database, authFlows, customer }) => {
  async function signedIn() {
    const { email, userId } = await makeUser(database, { customerId: customer.id, password });
    const client = authFlows.newBrowser();
    expect((await authFlows.signIn(client, email)).status).toBe(200);
    return { email, userId, client };
  }
  async function asOperator<T>(work: Parameters<typeof inOperatorTransaction<T>>[1]): Promise<T> {
    const connection = await database.pool.connect();
    try {
      await connection.query(`RESET ROLE; SET app.operator = 'lea'`);
      return await inOperatorTransaction({ client: connection }, work);
    } finally {
      connection.release(true);
    }
  }
  const signInStatus = async (email: string, given?: string) =>
    (await authFlows.signIn(authFlows.newBrowser(), email, given)).status;
  const newestEvent = (userId: string) =>
    asOperator(async (client) => {
      const { rows } = await client.query<{ event: string; details: object }>(
        'SELECT event, details FROM audit_events WHERE user_id = $1 ORDER BY happened_at DESC LIMIT 1',
        [userId],
      );
      return rows[0];
    });

  test('a locked account signs in when it is unlocked, or after a new password by mail', async () => {
    const { email, client, userId } = await signedIn();
    const request = { email, locale: 'en', siteUrl } as const;
    expect(await asOperator((tx) => lockUser(tx, request))).toBeGreaterThan(0);
    expect(await newestEvent(userId)).toMatchObject({ event: 'account.locked', details: { by: 'lea' } });
    expect(await authFlows.isSignedIn(client)).toBe(false);
    expect(await signInStatus(email)).toBe(401);
    expect(await authFlows.newestMail(email)).toMatchObject({ template: 'account-locked' });
    expect(await asOperator((tx) => unlockUser(tx, email))).toBe(true);
    expect(await newestEvent(userId)).toMatchObject({ event: 'account.unlocked' });
    expect(await asOperator((tx) => unlockUser(tx, email))).toBe(false);
    expect(await signInStatus(email)).toBe(200);

    await asOperator((tx) => lockUser(tx, request));
    const browser = authFlows.newBrowser();
    await browser.post('/api/auth/password/request-reset', { email });
    const token = assertDefined((await authFlows.newestMail(email)).data.link).split('#reset=')[1];
    await browser.post('/api/auth/password/reset', { token, newPassword: 'my own words' });
    expect(await signInStatus(email, 'my own words')).toBe(200);
  });

  test('one session ends, and the others stay', async () => {
    const { email, client, userId } = await signedIn();
    const other = authFlows.newBrowser();
    await authFlows.signIn(other, email);
    const [newest, ...rest] = await asOperator((tx) => listSessions(tx, email));
    expect(rest.length).toBeGreaterThan(0);
    expect(newest).toMatchObject({ network: expect.stringMatching(/^198\.51\.\d+\.0\/24$/), has_second_factor: false });
    await asOperator((tx) => endSession(tx, email, newest?.id ?? ''));
    expect([await authFlows.isSignedIn(other), await authFlows.isSignedIn(client)]).toEqual([false, true]);
    expect(await newestEvent(userId)).toMatchObject({ event: 'session.revoked', details: { sessions: 1, by: 'lea' } });
    for (const wrong of [newest?.id ?? '', 'x', "' OR ''='"])
      await expect(asOperator((tx) => endSession(tx, email, wrong))).rejects.toThrow('has no session');
  });

  test('the commands name an unknown user', async () => {
    const connection = await database.pool.connect();
    await connection.query('RESET ROLE');
    const operator = { engine: 'postgresql', client: connection } as const;
    for (const command of ['lock', 'unlock', 'sessions', 'sign-out'])
      expect(await call(operator, 'users', command, 'nobody@cabinet.example')).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is no user nobody@cabinet.example'),
      });
    connection.release(true);
  });
});
