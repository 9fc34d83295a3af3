import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import { interleave } from '#tests/support/database.ts';
import {
  type ApiResponse,
  type Browser,
  assertDefined,
  browser,
  mailsTo,
  makeUser,
  openApi,
  password,
  tokenIn,
} from '#tests/support/api.ts';
import { createMailLinks } from '#tests/support/mail-links.ts';
import { eventually } from '#tests/support/eventually.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@change.example`;

describeApi(({ database, authFlows }) => {
  const { submit, templates, tokenOf } = createMailLinks(database, authFlows);
  const emailOf = async (userId: string) =>
    (await database.pool.query('SELECT email FROM users WHERE id = $1', [userId])).rows[0]?.email as string;
  async function change(from: Browser, wanted = newEmail()): Promise<string> {
    expect((await from.post('/api/auth/email/change', { newEmail: wanted })).status).toBe(200);
    expect((await submit('email/confirm', await tokenOf(wanted, 'confirm-email'))).status).toBe(200);
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
    await intruder.post('/api/auth/email/change', { newEmail: newEmail() });
    const cancel = await tokenOf(theirs, 'email-change-requested');
    await change(owner, email);
    expect(await emailOf(userId)).toBe(email);
    expect(await templates(theirs)).toEqual(['email-change-undone', 'email-change-requested', 'confirm-email']);
    expect((await submit('email/undo', cancel)).body.error.code).toBe('invalid_token');
    expect(await emailOf(userId)).toBe(email);
  });

  test('a request to change back keeps the undo links of later email addresses valid', async () => {
    const { email, userId, owner, intruder } = await signedInTwice();
    const second = await change(owner);
    const theirs = await change(intruder);
    await intruder.post('/api/auth/email/change', { newEmail: email });
    expect(await templates(theirs)).toEqual(['confirm-email']);
    expect((await submit('email/undo', await tokenOf(second, 'email-changed'))).status).toBe(200);
    expect(await emailOf(userId)).toBe(second);
  });

  test('an email address that loses the account by an undo link is notified', async () => {
    const { email, userId, intruder } = await signedInTwice();
    const theirs = await change(intruder);
    expect((await submit('email/undo', await tokenOf(email, 'email-changed'))).status).toBe(200);
    expect(await emailOf(userId)).toBe(email);
    expect((await templates(theirs))[0]).toBe('email-change-undone');
  });

  test('an undo link ends all access even if another account has the email address by now', async () => {
    const { email, userId, owner, intruder } = await signedInTwice();
    const theirs = await change(intruder);
    await database.pool.query('INSERT INTO users (email, name) VALUES ($1, $1)', [email]);
    const undone = await submit('email/undo', await tokenOf(email, 'email-changed'));
    expect(undone.body.error.code).toBe('invalid_token');
    expect([await authFlows.isSignedIn(owner), await authFlows.isSignedIn(intruder)]).toEqual([false, false]);
    const { rows } = await database.pool.query('SELECT email, locked_at FROM users WHERE id = $1', [userId]);
    expect(rows).toEqual([{ email: theirs, locked_at: expect.any(Date) }]);
    expect((await authFlows.signIn(authFlows.newBrowser(), theirs)).status).toBe(401);
  });

  test('a session that ends during the request cannot change the email address', async () => {
    const { userId, owner, intruder } = await signedInTwice();
    const ends = async () => expect((await owner.post('/api/auth/sessions/revoke-others')).status).toBe(200);
    const raced = interleave(database, /from "sessions" inner join "users"/, ends);
    const cookie = `portal.session_token=${intruder.sessionCookie()}`;
    const late = browser(await openApi(raced), { cookie, ipAddress: '203.0.113.99' });
    const wanted = newEmail();
    expect((await late.post('/api/auth/email/change', { newEmail: wanted })).status).toBe(401);
    expect(await mailsTo(database, wanted)).toEqual([]);
    const { rows } = await database.pool.query('SELECT FROM email_undo_links WHERE user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  async function makeSignedInUser() {
    const user = await makeUser(database, { password });
    return { ...user, client: authFlows.newBrowser(user.cookie) };
  }

  test('a new email address is confirmed by its own mail, once, and the old one is notified', async () => {
    const { client, email } = await makeSignedInUser();
    const wanted = `new-${email}`;
    await client.post('/api/auth/password/request-reset', { email });
    const stale = assertDefined((await authFlows.newestMail(email)).data.link).split('#reset=')[1];
    expect((await client.post('/api/auth/email/change', { newEmail: wanted.toUpperCase() })).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), wanted)).status).toBe(401);
    const mail = await authFlows.newestMail(wanted);
    expect(mail.template).toBe('confirm-email');

    const confirm = () => authFlows.newBrowser().post('/api/auth/email/confirm', { token: tokenIn(mail.data.link) });
    const confirmed = await confirm();
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(confirmed.headers.getSetCookie()).toEqual([]);
    expect((await confirm()).body.error.code).toBe('invalid_token');
    expect((await authFlows.newestMail(email)).template).toBe('email-changed');
    expect((await authFlows.signIn(authFlows.newBrowser(), wanted)).status).toBe(200);
    expect((await authFlows.signIn(authFlows.newBrowser(), email)).status).toBe(401);
    expect((await client.get('/api/auth/session')).body.user.email).toBe(wanted);
    const reset = await client.post('/api/auth/password/reset', { token: stale, newPassword: 'my own words' });
    expect(reset.body.error.code).toBe('invalid_token');
  });

  test('the response is the same for the email address of another account, which keeps it', async () => {
    const { client } = await makeSignedInUser();
    const owner = await makeSignedInUser();
    const responses = [
      await client.post('/api/auth/email/change', { newEmail: owner.email }),
      await client.post('/api/auth/email/change', { newEmail: 'free@example.com' }),
    ];
    expect(responses.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ok' }],
    ]);
    expect((await mailsTo(database, owner.email)).map(({ template }) => template)).toEqual(['account-exists']);
    expect((await authFlows.signIn(authFlows.newBrowser(), owner.email)).body).toMatchObject({ id: owner.userId });
  });

  test('of two users who request the same email address, the first to confirm gets it', async () => {
    const [one, other] = [await makeSignedInUser(), await makeSignedInUser()];
    for (const { client } of [one, other])
      await client.post('/api/auth/email/change', { newEmail: 'wanted@example.com' });
    const mails = await mailsTo(database, 'wanted@example.com');
    const responses = await Promise.all(
      mails.map(({ data }) => authFlows.newBrowser().post('/api/auth/email/confirm', { token: tokenIn(data.link) })),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
  });

  test('the current email address is rejected as the new one', async () => {
    const { client, email } = await makeSignedInUser();
    const same = await client.post('/api/auth/email/change', { newEmail: email });
    expect(same.body.error.code).toBe('same_email');
  });
});

// The embedded database has one connection: nothing waits for a lock there.
describeApi({ only: 'postgresql' }, ({ database, authFlows }) => {
  const isWaiting = async (client: pg.ClientBase) => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  };

  /** Sends the request while the lock is held that every change of an account takes first. */
  async function whileLocked(email: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const client = await database.pool.connect();
    try {
      // Only the owner of the connections sees their waits.
      await client.query('RESET ROLE');
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT id FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
      const { id } = assertDefined(rows[0]) as { id: string };
      const response = request();
      await eventually(() => isWaiting(client));
      // The request that waits for the user must not lock the link: the transaction that has locked the user deletes it next.
      const links = await client.query('SELECT FROM verifications WHERE strpos(value, $1) > 0 FOR UPDATE NOWAIT', [id]);
      expect(links.rows).toHaveLength(1);
      await client.query('COMMIT');
      return await response;
    } finally {
      client.release(true);
    }
  }

  test('confirm-email locks the user before the link', async () => {
    const { email } = await makeUser(database, { password });
    const owner = authFlows.newBrowser();
    await authFlows.signIn(owner, email);
    const wanted = newEmail();
    await owner.post('/api/auth/email/change', { newEmail: wanted });
    const token = tokenIn(assertDefined((await mailsTo(database, wanted))[0]).data.link);
    const confirm = () => authFlows.newBrowser().post('/api/auth/email/confirm', { token });
    expect((await whileLocked(email, confirm)).status).toBe(200);
  });

  test('verify-email locks the user before the link', async () => {
    const email = 'signed.up@lock.example';
    await authFlows.signUp(authFlows.newBrowser(), email);
    expect((await whileLocked(email, () => authFlows.verify(authFlows.newBrowser(), email))).status).toBe(200);
  });
});
