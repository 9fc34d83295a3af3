import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { staffMembers } from '#api/db/schema.ts';
import { sessions } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { type Browser, makeStaff, makeUser, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

// What the browser is told about its session and the user's others.

const day = 24 * 60 * 60 * 1000;

describeApi(({ database, authFlows }) => {
  test('sessions are listed by their last use, which requests record every few minutes', async () => {
    const user = await makeUser(database, { password });
    const here = authFlows.newBrowser();
    await authFlows.signIn(here, user.email);
    const used = async () => {
      const { sessions: open } = (await here.get('/api/auth/sessions')).body;
      return open.map(({ isCurrent, lastUsedAt }: { isCurrent: boolean; lastUsedAt: string }) => [
        isCurrent,
        Date.now() - new Date(lastUsedAt).getTime() > day,
      ]);
    };
    await database.orm
      .update(sessions)
      .set({ lastUsedAt: new Date(Date.now() - 2 * day) })
      .where(eq(sessions.token, user.token));
    expect(await used()).toEqual([
      [true, false],
      [false, true],
    ]);
    await authFlows.newBrowser(user.cookie).get('/api/auth/sessions');
    expect(await used()).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test('a session that ended with a change of the password says so; one that was signed out or revoked does not', async () => {
    const user = await makeUser(database, { password });
    const [here, elsewhere, signedOut, revoked] = [1, 2, 3, 4].map(() => authFlows.newBrowser()) as [
      Browser,
      Browser,
      Browser,
      Browser,
    ];
    for (const client of [here, elsewhere, signedOut, revoked]) await authFlows.signIn(client, user.email);
    const copyOf = (client: Browser) => authFlows.newBrowser(`portal.session_token=${client.sessionCookie()}`);
    const [leftSignedOut, leftRevoked] = [copyOf(signedOut), copyOf(revoked)];
    await signedOut.post('/api/auth/sign-out');
    const { sessions: open } = (await revoked.get('/api/auth/sessions')).body;
    const { id } = open.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await here.post('/api/auth/sessions/revoke', { id })).status).toBe(200);
    const change = { currentPassword: password, newPassword: 'quite another one' };
    expect((await here.post('/api/auth/password/change', change)).status).toBe(200);
    const answers = [here, elsewhere, leftSignedOut, leftRevoked, authFlows.newBrowser()].map((client) =>
      client.get('/api/auth/session'),
    );
    const [kept, ...ended] = (await Promise.all(answers)).map(({ body }) => body);
    expect(kept).toMatchObject({ user: { email: user.email } });
    expect(ended).toEqual([{ ended: 'security' }, null, null, null]);
  });

  test('a session says whether its user is active staff', async () => {
    const staff = await makeStaff(database);
    const isStaff = async ({ cookie }: { cookie: string }) =>
      (await authFlows.newBrowser(cookie).get('/api/auth/session')).body.isStaff;
    expect(await isStaff(staff)).toBe(true);
    expect(await isStaff(await makeUser(database))).toBe(false);
    // The last active admin cannot be suspended.
    await makeStaff(database);
    await asOperator(database, (tx) =>
      tx.update(staffMembers).set({ active: false }).where(eq(staffMembers.userId, staff.userId)),
    );
    expect(await isStaff(staff)).toBe(false);
  });
});
