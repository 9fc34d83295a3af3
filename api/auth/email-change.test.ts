import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { interleave } from '#tests/support/interleave.ts';
import {
  type Browser,
  browser,
  mailsTo,
  makeUser,
  assertDefined,
  openApi,
  password,
  tokenIn,
} from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@change.example`;

describeApi(({ database, authFlows }) => {
  const emailOf = async (userId: string) =>
    (await database.pool.query('SELECT email FROM users WHERE id = $1', [userId])).rows[0]?.email as string;
  const templates = async (email: string) => (await mailsTo(database, email)).map(({ template }) => template);
  const tokenOf = async (email: string, template: string) =>
    tokenIn(assertDefined((await mailsTo(database, email)).find((mail) => mail.template === template)).data.link);
  const press = (path: string, token: string) => authFlows.newBrowser().post(`/api/auth/${path}`, { token });
  async function change(from: Browser, wanted = newEmail()): Promise<string> {
    expect((await from.post('/api/auth/change-email', { newEmail: wanted })).status).toBe(200);
    expect((await press('confirm-email', await tokenOf(wanted, 'confirm-email'))).status).toBe(200);
    return wanted;
  }
  async function signedInTwice() {
    const { email, userId } = await makeUser(database, { password });
    const [owner, intruder] = [authFlows.newBrowser(), authFlows.newBrowser()];
    await authFlows.signIn(owner, email);
    await authFlows.signIn(intruder, email);
    return { email, userId, owner, intruder };
  }

  test('changing back to a previous email address sends no undo link to the one that is given up', async () => {
    const { email, userId, owner, intruder } = await signedInTwice();
    const theirs = await change(intruder);
    // The intruder's own request sends an undo link to the intruder's email address.
    await intruder.post('/api/auth/change-email', { newEmail: newEmail() });
    const cancel = await tokenOf(theirs, 'email-change-requested');
    await change(owner, email);
    expect(await emailOf(userId)).toBe(email);
    expect(await templates(theirs)).toEqual(['email-change-undone', 'email-change-requested', 'confirm-email']);
    expect((await press('undo-email-change', cancel)).body.error.code).toBe('invalid_token');
    expect(await emailOf(userId)).toBe(email);
  });

  test('a request to change back keeps the undo links of later email addresses valid', async () => {
    const { email, userId, owner, intruder } = await signedInTwice();
    const second = await change(owner);
    const theirs = await change(intruder);
    await intruder.post('/api/auth/change-email', { newEmail: email });
    expect(await templates(theirs)).toEqual(['confirm-email']);
    expect((await press('undo-email-change', await tokenOf(second, 'email-changed'))).status).toBe(200);
    expect(await emailOf(userId)).toBe(second);
  });

  test('an email address that loses the account by an undo link is notified', async () => {
    const { email, userId, intruder } = await signedInTwice();
    const theirs = await change(intruder);
    expect((await press('undo-email-change', await tokenOf(email, 'email-changed'))).status).toBe(200);
    expect(await emailOf(userId)).toBe(email);
    expect((await templates(theirs))[0]).toBe('email-change-undone');
  });

  test('an undo link ends all access even if another account has the email address by now', async () => {
    const { email, userId, owner, intruder } = await signedInTwice();
    const theirs = await change(intruder);
    await database.pool.query('INSERT INTO users (email, name) VALUES ($1, $1)', [email]);
    const undone = await press('undo-email-change', await tokenOf(email, 'email-changed'));
    expect(undone.body.error.code).toBe('invalid_token');
    expect([await authFlows.isSignedIn(owner), await authFlows.isSignedIn(intruder)]).toEqual([false, false]);
    const { rows } = await database.pool.query('SELECT email, locked_at FROM users WHERE id = $1', [userId]);
    expect(rows).toEqual([{ email: theirs, locked_at: expect.any(Date) }]);
    expect((await authFlows.signIn(authFlows.newBrowser(), theirs)).status).toBe(401);
  });

  test('a session that ends during the request cannot change the email address', async () => {
    const { userId, owner, intruder } = await signedInTwice();
    const ends = async () => expect((await owner.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    const raced = interleave(database, /from "sessions" inner join "users"/, ends);
    const cookie = `portal.session_token=${intruder.sessionCookie()}`;
    const late = browser(await openApi(raced), { cookie, ipAddress: '203.0.113.99' });
    const wanted = newEmail();
    expect((await late.post('/api/auth/change-email', { newEmail: wanted })).status).toBe(401);
    expect(await mailsTo(database, wanted)).toEqual([]);
    const { rows } = await database.pool.query('SELECT FROM email_undo_links WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
