import type { ClientBase } from 'pg';
import { expect, test, vi } from 'vitest';
import { codeOf, newPasskeyDevice } from '#tests/support/factors.ts';
import { type Browser, mailsTo, makeUser, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { inviteUser, linkUser } from './invite-user.ts';
import { listAuditEvents } from './audit.ts';
import { inOperatorTransaction } from './operator-database.ts';
import { unlinkUser } from './users.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const customer = 'Cabinet Masséna';

describeApi(({ engine, database, authFlows }) => {
  async function operate<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE');
      return await inOperatorTransaction({ client }, work);
    } finally {
      client.release(true);
    }
  }
  const invite = (email: string) => operate((client) => inviteUser(client, { email, customer, locale: 'en', siteUrl }));
  const link = (email: string, isConfirmed = false) =>
    operate((client) => linkUser(client, { email, customer, locale: 'en', siteUrl, isConfirmed }));
  const linkIn = async (email: string) => (await authFlows.newestMail(email)).data.link;
  const choose = (visitor: Browser, token: string, newPassword: string) =>
    visitor.post('/api/auth/reset-password', { token, newPassword });

  test('an email address that another user can still restore is not invited', async () => {
    const { email, userId } = await makeUser(database);
    const now = `evil.${email}`;
    await database.pool.query('UPDATE users SET email = $1 WHERE id = $2', [now, userId]);
    await database.pool.query(
      `INSERT INTO email_undo_links (user_id, email, token_hash, expires_at)
      VALUES ($1, $2, repeat('x', 43), now() + interval '1 day')`,
      [userId, email],
    );
    await expect(invite(email)).rejects.toThrow(
      `The user ${now} had the email address ${email} and can restore it until`,
    );
    await database.pool.query('UPDATE email_undo_links SET expires_at = now() WHERE user_id = $1', [userId]);
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
  });

  test('an invited user sets a password and sees the customer’s records', async () => {
    const email = 'new.person@cabinet.example';
    expect(await invite('New.Person@cabinet.example')).toMatchObject({ outcome: 'invited', replaced: undefined });
    expect(await authFlows.newestMail(email)).toMatchObject({ template: 'invitation' });
    const person = authFlows.newBrowser();
    const token = tokenIn(await linkIn(email));
    expect((await choose(person, token, 'a password of mine')).status).toBe(200);
    expect((await choose(person, token, 'another of mine')).status).toBe(400);
    expect((await authFlows.signIn(person, email, 'a password of mine')).status).toBe(200);
    expect((await person.get('/api/portal/customer')).body).toMatchObject({ name: customer });

    expect(await invite(email)).toMatchObject({ outcome: 'had access' });
    expect(await mailsTo(database, email)).toHaveLength(1);
    expect(await authFlows.isSignedIn(person)).toBe(true);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, 'a password of mine')).status).toBe(200);
  });

  test('an unused invitation can be resent, and only the newest link works', async () => {
    const email = 'slow.reader@cabinet.example';
    await invite(email);
    const first = tokenIn(await linkIn(email));
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
    const second = tokenIn(await linkIn(email));
    expect((await choose(authFlows.newBrowser(), first, 'a password of mine')).status).toBe(400);
    expect((await choose(authFlows.newBrowser(), second, 'a password of mine')).status).toBe(200);
  });

  /** Everything that a stranger can add to an account whose email address was verified by a link scanner. */
  async function makeThemselvesAtHome(email: string) {
    const stranger = authFlows.newBrowser();
    await authFlows.signUp(stranger, email, 'chosen by a stranger');
    await authFlows.verify(stranger, email, 'chosen by a stranger');
    const { id } = (await authFlows.signIn(stranger, email, 'chosen by a stranger')).body as { id: string };
    const device = newPasskeyDevice();
    const { challenge } = (await stranger.post('/api/auth/passkeys/start')).body as { challenge: string };
    await stranger.post('/api/auth/passkeys/finish', { response: device.register(challenge), name: 'Mine' });
    const { secret } = (await stranger.post('/api/auth/totp/start')).body as { secret: string };
    expect((await stranger.post('/api/auth/totp/finish', { code: codeOf(secret) })).status).toBe(200);
    await stranger.post('/api/auth/change-email', { newEmail: `stranger-of-${email}` });
    await stranger.post('/api/auth/request-password-reset', { email });
    const halfIn = authFlows.newBrowser();
    expect((await authFlows.signIn(halfIn, email, 'chosen by a stranger')).body).toEqual({ needsCode: true });
    const links = { reset: tokenIn(await linkIn(email)), change: tokenIn(await linkIn(`stranger-of-${email}`)) };
    expect(await authFlows.isSignedIn(stranger)).toBe(true);

    /** The status of each of their sign-in methods. */
    const tryAll = async () => {
      const withKey = authFlows.newBrowser();
      const options = (await withKey.post('/api/auth/passkey-challenge')).body as { challenge: string };
      const attempts = [
        await stranger.get('/api/portal/customer'),
        await authFlows.signIn(authFlows.newBrowser(), email, 'chosen by a stranger'),
        await withKey.post('/api/auth/sign-in/passkey', { response: device.authenticate(options.challenge) }),
        await halfIn.post('/api/auth/sign-in/code', { kind: 'totp', code: codeOf(secret, 1) }),
        await choose(authFlows.newBrowser(), links.reset, 'chosen again'),
        await authFlows.newBrowser().post('/api/auth/confirm-email', { token: links.change }),
      ];
      return attempts.map(({ body }) => body.error?.code);
    };
    return { id, tryAll };
  }
  const allRejected = [
    'unauthorized',
    'invalid_credentials',
    'passkey_rejected',
    'sign_in_expired',
    'invalid_token',
    'invalid_token',
  ];

  test('a stranger who signed up with the email address loses all access when its reader is invited', async () => {
    const email = 'victim@cabinet.example';
    const { id, tryAll } = await makeThemselvesAtHome(email);
    expect(await invite(email)).toMatchObject({ outcome: 'invited', replaced: { id, email_verified: true } });
    expect(await tryAll()).toEqual(allRejected);

    const reader = authFlows.newBrowser();
    expect((await choose(reader, tokenIn(await linkIn(email)), 'chosen by the reader')).status).toBe(200);
    expect((await authFlows.signIn(reader, email, 'chosen by the reader')).body).toMatchObject({ email });
    expect((await reader.get('/api/portal/customer')).body).toMatchObject({ name: customer });
    expect((await reader.get('/api/auth/security')).body).toMatchObject({ hasTotp: false, passkeys: [] });
    expect(await tryAll()).toEqual(allRejected);

    const question = { user: email, event: 'user.replaced', limit: 5 };
    expect(await operate((client) => listAuditEvents(client, question))).toMatchObject([{ entity: `user:${id}` }]);
    // A sign-in that was under way would write its session now.
    const late = `INSERT INTO sessions (user_id, token, expires_at) VALUES ($1, 'late', now() + interval '1 day')`;
    await expect(database.pool.query(late, [id])).rejects.toMatchObject({ code: '23503' });
  });

  // The embedded database serves one process: no command runs beside its server.
  test.runIf(engine === 'postgresql')('a sign-in that is under way during the invitation opens nothing', async () => {
    const email = 'under.way@cabinet.example';
    const stranger = authFlows.newBrowser();
    await authFlows.signUp(stranger, email, 'chosen by a stranger');
    await authFlows.verify(stranger, email, 'chosen by a stranger');
    const { signedIn } = await operate(async (client) => {
      await inviteUser(client, { email, customer, locale: 'en', siteUrl });
      // It has read the password and waits for the user row that is about to be deleted.
      const underWay = authFlows.signIn(stranger, email, 'chosen by a stranger');
      await vi.waitFor(async () => {
        const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid';
        expect((await client.query(waiting)).rowCount).toBeGreaterThan(0);
      });
      return { signedIn: underWay };
    });
    expect((await signedIn).status).toBe(401);
    expect(stranger.jar.size).toBe(0);
  });

  test('the password of an unverified sign-up is useless after the invitation, even if verified then', async () => {
    const email = 'unconfirmed@cabinet.example';
    const stranger = authFlows.newBrowser();
    await authFlows.signUp(stranger, email, 'chosen by a stranger');
    const token = tokenIn(await linkIn(email));
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
    await stranger.post('/api/auth/verify-email', { token, password: 'chosen by a stranger' });
    const signedIn = await authFlows.signIn(stranger, email, 'chosen by a stranger');
    expect(signedIn.body).toMatchObject({ error: { code: 'invalid_credentials' } });
    // No password was chosen through the invitation yet: it can still be sent again.
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
  });

  test('a pending email change to the invited email address is cancelled', async () => {
    const { cookie } = await makeUser(database);
    const email = 'wanted@cabinet.example';
    await authFlows.newBrowser(cookie).post('/api/auth/change-email', { newEmail: email });
    const token = tokenIn(await linkIn(email));
    await invite(email);
    const confirmed = await authFlows.newBrowser().post('/api/auth/confirm-email', { token });
    expect(confirmed.body).toMatchObject({ error: { code: 'invalid_token' } });
  });

  test('an existing user is linked only with confirmation, and is notified', async () => {
    const { email, cookie } = await makeUser(database, { password });
    await expect(link(email)).rejects.toThrow(
      /The account \S+ was created on [\d-]+, its email address was verified, and it was last used on [\d-]+\. It has 0 passkeys and no authenticator codes.*add --yes/,
    );
    const person = authFlows.newBrowser(cookie);
    expect((await person.get('/api/portal/customer')).status).toBe(404);
    expect(await link(email, true)).toMatchObject({ isNew: true });
    expect(await link(email)).toMatchObject({ isNew: false });
    expect(await mailsTo(database, email)).toMatchObject([
      { template: 'access-granted', data: { link: `${siteUrl}/customer-portal` } },
    ]);
    // Whoever was signed in before the link has to sign in again.
    expect((await person.get('/api/portal/customer')).status).toBe(401);
    await authFlows.signIn(person, email);
    expect((await person.get('/api/portal/customer')).status).toBe(200);

    await operate((client) => unlinkUser(client, email));
    expect((await person.get('/api/portal/customer')).body).toMatchObject({ error: { code: 'not_linked' } });
  });

  test('an unverified user is not linked, even with confirmation', async () => {
    const email = 'only.typed@cabinet.example';
    await authFlows.signUp(authFlows.newBrowser(), email);
    await expect(link(email, true)).rejects.toThrow('is not verified');
  });
});
