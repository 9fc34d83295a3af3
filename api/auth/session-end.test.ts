import { expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import { endSessions } from '#api/admin/sessions.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { type Browser, makeUser, assertDefined, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const day = 24 * 60 * 60 * 1000;

describeApi(({ database, authFlows }) => {
  /** A user whose only session was opened this long ago, and has been in use since. */
  async function usedFor(time: string) {
    const login = await makeUser(database, { password });
    await database.pool.query(
      `UPDATE sessions SET signed_in_at = now() - $2::interval, expires_at = now() + interval '7 days' WHERE token = $1`,
      [login.token, time],
    );
    return { ...login, visitor: authFlows.newBrowser(login.cookie) };
  }
  const leftOf = async (visitor: Browser) => {
    const { session } = (await visitor.get('/api/auth/get-session')).body;
    return (new Date(session.expiresAt).getTime() - Date.now()) / day;
  };

  test('a session ends thirty days after the sign-in, however it is used', async () => {
    const last = await usedFor('29 days 23 hours');
    expect(await leftOf(last.visitor)).toBeLessThan(1 / 24);
    expect(await authFlows.isSignedIn(last.visitor)).toBe(true);
    const over = await usedFor('30 days');
    expect(await authFlows.isSignedIn(over.visitor)).toBe(false);
    expect((await over.visitor.get('/api/auth/security')).status).toBe(401);
    expect((await over.visitor.get('/api/auth/get-session')).body).toBeNull();
  });

  test('use extends a session by a week, up to thirty days', async () => {
    const { visitor } = await usedFor('20 days');
    expect(await leftOf(visitor)).toBeCloseTo(7, 1);
    const late = await usedFor('28 days');
    expect(await leftOf(late.visitor)).toBeCloseTo(2, 1);
  });

  test('a rotated session keeps its age: confirmation, TOTP on and off, change of password', async () => {
    const { visitor, userId } = await usedFor('29 days');
    const isOld = async () => expect(await leftOf(visitor)).toBeLessThan(1.01);
    expect((await visitor.post('/api/auth/confirm/password', { password })).status).toBe(200);
    await isOld();
    const { secret } = (await visitor.post('/api/auth/totp/start')).body;
    expect((await visitor.post('/api/auth/totp/finish', { code: codeOf(secret) })).status).toBe(200);
    await isOld();
    expect((await visitor.post('/api/auth/totp/remove')).status).toBe(200);
    await isOld();
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect((await visitor.post('/api/auth/change-password', change)).status).toBe(200);
    await isOld();
    const { rowCount } = await database.pool.query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
    expect(rowCount).toBe(1);
  });

  test('an operator can end all sessions of a user, and of nobody else', async () => {
    const [{ email, visitor, userId }, other] = [await usedFor('1 day'), await usedFor('1 day')];
    await authFlows.signIn(authFlows.newBrowser(), email);
    const client = await database.pool.connect();
    await client.query('RESET ROLE');
    expect(await inOperatorTransaction({ client }, () => endSessions(client, email.toUpperCase()))).toBe(2);
    await expect(inOperatorTransaction({ client }, () => endSessions(client, 'no@body.example'))).rejects.toThrow(
      'There is no user no@body.example.',
    );
    const { rows } = await client.query(
      `SELECT actor, event, details FROM audit_events WHERE user_id = $1 AND actor = 'operator'`,
      [userId],
    );
    client.release(true);
    expect(assertDefined(rows[0])).toEqual({
      actor: 'operator',
      event: 'session.revoked',
      details: { sessions: 2, devices: 1, links: 0 },
    });
    expect(await authFlows.isSignedIn(visitor)).toBe(false);
    expect(await authFlows.isSignedIn(other.visitor)).toBe(true);
  });
});
