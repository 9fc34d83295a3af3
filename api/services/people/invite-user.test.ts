import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { type Browser, mailsTo, makeUser, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { createCustomer } from '#api/services/customers/operator-customers.ts';
import { inviteUser, linkUser } from './invite-user.ts';
import { listAuditEvents } from '#main/admin/audit.ts';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { unlinkUser } from './users.ts';
import type { CustomerRole } from '#contract/roles.ts';
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
  const roles: CustomerRole[] = ['owner'];
  const invite = (email: string) =>
    operate((client) => inviteUser(client, { email, customer, roles, locale: 'en', siteUrl }));
  const link = (email: string, isConfirmed = false, as = roles) =>
    operate((client) => linkUser(client, { email, customer, roles: as, locale: 'en', siteUrl, isConfirmed }));
  const linkIn = async (email: string) => (await authFlows.newestMail(email)).data.link;
  const choose = (visitor: Browser, token: string, newPassword: string) =>
    visitor.post('/api/auth/invitations/accept', { token, newPassword });

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
    expect(await invite('New.Person@cabinet.example')).toMatchObject({ outcome: 'invited' });
    expect(await authFlows.newestMail(email)).toMatchObject({ template: 'invitation' });
    const person = authFlows.newBrowser();
    const token = tokenIn(await linkIn(email));
    expect((await choose(person, token, 'a password of mine')).status).toBe(200);
    expect((await choose(person, token, 'another of mine')).status).toBe(400);
    expect((await authFlows.signIn(person, email, 'a password of mine')).status).toBe(200);
    expect((await person.get('/api/portal/customers/current')).body).toMatchObject({ name: customer });

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

  test('an account with the email address is not touched, and its user accepts by signing in', async () => {
    const { email, userId, cookie } = await makeUser(database, { password });
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
    const person = authFlows.newBrowser(cookie);
    expect(await authFlows.isSignedIn(person)).toBe(true);
    const token = tokenIn(await linkIn(email));
    expect((await choose(authFlows.newBrowser(), token, 'chosen by another')).status).toBe(400);
    expect((await person.post('/api/portal/invitations/accept', { token })).status).toBe(200);
    expect((await person.get('/api/portal/customers/current')).body).toMatchObject({ name: customer });
    const question = { user: email, event: 'user', limit: 5 };
    expect(await operate((client) => listAuditEvents(client, question))).toMatchObject([
      { event: 'user.linked', actor: 'user', user_id: userId },
      { event: 'user.invited', actor: 'operator', details: { roles: 'owner' } },
    ]);
    expect(await invite(email)).toMatchObject({ outcome: 'had access' });
  });

  // The embedded database serves one process: no command runs beside its server.
  test.runIf(engine === 'postgresql')('a sign-up that is verified meanwhile is not replaced', async () => {
    const email = 'under.way@cabinet.example';
    const stranger = authFlows.newBrowser();
    await authFlows.signUp(stranger, email, 'chosen before');
    await invite(email);
    const token = tokenIn(await linkIn(email));
    const verification = (await mailsTo(database, email)).find(({ template }) => template === 'verify-email');
    const verified = { token: tokenIn(verification?.data.link), password: 'chosen before' };
    expect((await stranger.post('/api/auth/email/verify', verified)).status).toBe(200);
    expect((await choose(authFlows.newBrowser(), token, 'chosen after')).body.error.code).toBe('account_exists');
    expect((await authFlows.signIn(stranger, email, 'chosen before')).status).toBe(200);
    expect((await stranger.post('/api/portal/invitations/accept', { token })).status).toBe(200);
  });

  test('an existing user is linked only with confirmation, and is notified', async () => {
    const { email, cookie } = await makeUser(database, { password });
    await expect(link(email)).rejects.toThrow(
      /The account \S+ was created on [\d-]+, its email address was verified, and it was last used on [\d-]+\. It has 0 passkeys and no authenticator codes.*add --yes/,
    );
    const person = authFlows.newBrowser(cookie);
    expect((await person.get('/api/portal/customers/current')).status).toBe(404);
    expect(await link(email, true)).toMatchObject({ outcome: 'linked' });
    expect(await link(email)).toMatchObject({ outcome: 'unchanged' });
    expect(await mailsTo(database, email)).toMatchObject([
      { template: 'access-granted', data: { link: `${siteUrl}/customer-portal` } },
    ]);
    // Sessions from before the link have to sign in again.
    expect((await person.get('/api/portal/customers/current')).status).toBe(401);
    await authFlows.signIn(person, email);
    expect((await person.get('/api/portal/customers/current')).status).toBe(200);

    await operate((client) => unlinkUser(client, email));
    expect((await person.get('/api/portal/customers/current')).body).toMatchObject({ error: { code: 'not_linked' } });
  });

  test('an unverified user is not linked, even with confirmation', async () => {
    const email = 'only.typed@cabinet.example';
    await authFlows.signUp(authFlows.newBrowser(), email);
    await expect(link(email, true)).rejects.toThrow('is not verified');
  });

  test('a user is linked to several customers, with roles that can be changed', async () => {
    const { email, cookie } = await makeUser(database, { password });
    const atlas = await operate((client) => createCustomer(client, { name: 'Atlas' }));
    const linkTo = (to: string, as: CustomerRole[]) =>
      operate((client) =>
        linkUser(client, { email, customer: to, roles: as, locale: 'en', siteUrl, isConfirmed: true }),
      );
    expect(await linkTo(customer, ['billing'])).toMatchObject({ outcome: 'linked' });
    expect(await linkTo('Atlas', ['owner'])).toMatchObject({ outcome: 'linked' });
    expect(await linkTo(customer, ['technical', 'requester'])).toMatchObject({ outcome: 'changed' });
    const person = authFlows.newBrowser(cookie);
    await authFlows.signIn(person, email);
    const { memberships } = (await person.get('/api/auth/session')).body;
    expect(memberships).toMatchObject([{ roles: ['technical', 'requester'] }, { customerId: atlas.id }]);
    await expect(operate((client) => unlinkUser(client, email))).rejects.toThrow('add --customer');
    expect(await operate((client) => unlinkUser(client, email, 'Atlas'))).toBe('Atlas');
    expect(await operate((client) => unlinkUser(client, email))).toBe(customer);
  });

  test('the last owner is not unlinked while the customer has other users', async () => {
    await operate((client) => createCustomer(client, { name: 'Two' }));
    const [owner, colleague] = [await makeUser(database, { password }), await makeUser(database, { password })];
    for (const [{ email }, as] of [
      [owner, ['owner']],
      [colleague, ['billing']],
    ] as [typeof owner, CustomerRole[]][])
      await operate((client) =>
        linkUser(client, { email, customer: 'Two', roles: as, locale: 'en', siteUrl, isConfirmed: true }),
      );
    const { email } = owner;
    await expect(operate((client) => unlinkUser(client, email))).rejects.toThrow('is the last owner of Two');
    const demoted = { email, customer: 'Two', roles: ['billing'] as const, locale: 'en' as const, siteUrl };
    await expect(operate((client) => linkUser(client, { ...demoted, isConfirmed: true }))).rejects.toThrow(
      'is the last owner of Two',
    );
    await operate((client) => unlinkUser(client, colleague.email));
    await operate((client) => unlinkUser(client, email));
  });
});
