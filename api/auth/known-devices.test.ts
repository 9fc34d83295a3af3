import { expect, test } from 'vitest';
import { type Browser, makeUser, assertDefined, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const device = 'portal.device';

describeApi(({ database, authFlows }) => {
  /** A user, and a browser in which they signed in and out. */
  async function usedBefore() {
    const { email } = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await authFlows.signIn(visitor, email);
    await visitor.post('/api/auth/sign-out');
    return { email, visitor };
  }

  /** Brings the counter of unknown browsers to the limit. */
  async function strangersFail(email: string) {
    expect((await authFlows.signIn(authFlows.newBrowser(), email, 'a guess')).status).toBe(401);
    await database.pool.query(`UPDATE rate_limits SET count = 10 WHERE key LIKE 'sign-in:account:%' AND count > 0`);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(429);
  }

  const withDevice = (value: string) => authFlows.newBrowser(`${device}=${value}`);
  const deviceIn = (visitor: Browser) => assertDefined(visitor.jar.get(device));

  test('failures from unknown browsers do not lock out a known one', async () => {
    const { email, visitor } = await usedBefore();
    await strangersFail(email);
    expect((await authFlows.signIn(visitor, email)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(429);
  });

  test('a device cookie of another user or a forged one does not make a browser known', async () => {
    const [{ email }, other] = [await usedBefore(), await usedBefore()];
    await strangersFail(email);
    expect((await authFlows.signIn(withDevice(deviceIn(other.visitor)), email)).status).toBe(429);
    expect((await authFlows.signIn(withDevice('x'.repeat(43)), email)).status).toBe(429);
  });

  test('a known browser has its own limit', async () => {
    const { email, visitor } = await usedBefore();
    expect((await authFlows.signIn(visitor, email, 'a guess')).status).toBe(401);
    await database.pool.query(`UPDATE rate_limits SET count = 10 WHERE key LIKE 'sign-in:account:%' AND count > 0`);
    expect((await authFlows.signIn(visitor, email)).status).toBe(429);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(200);
  });
});
