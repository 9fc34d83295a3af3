import { eq, sql } from 'drizzle-orm';
import { customers } from '#api/db/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { mailsTo, makeCustomer, makeUser, password, siteUrl, tokenIn } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { startNotifications } from '#tests/support/notifications.ts';

const french = { 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.8' };
const english = { 'Accept-Language': 'en-GB' };
let serial = 0;
const newEmail = () => `reader.${(serial += 1)}@cabinet.example`;

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api, authFlows }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let notifications: Awaited<ReturnType<typeof startNotifications>>;
  beforeAll(async () => {
    notifications = await startNotifications(database);
  });
  afterAll(() => notifications.close());

  const languageOf = async (email: string) => {
    const { rows } = await database.pool.query('SELECT language FROM users WHERE email = $1', [email]);
    return rows[0]?.language as string | null | undefined;
  };
  const signIn = (email: string, headers: Record<string, string>) =>
    authFlows.newBrowser().post('/api/auth/sign-in/password', { email, password }, headers);
  const localesOf = async (email: string) =>
    (await mailsTo(database, email)).map(({ template, locale }) => [template, locale]);

  test('the first browser sets it: at sign-up, at the invitation and at the first sign-in; later ones do not', async () => {
    const signedUp = newEmail();
    await authFlows.newBrowser().post('/api/auth/sign-up', { email: signedUp, password }, french);
    expect(await languageOf(signedUp)).toBe('fr');

    const owner = await makeCustomer(database, 'Atlas');
    const invited = newEmail();
    await authFlows
      .newBrowser(owner.cookie)
      .post('/api/portal/people/invite', { email: invited, roles: ['billing'], language: 'en' }, french);
    const [mail] = await mailsTo(database, invited);
    expect(mail).toMatchObject({ template: 'invitation', locale: 'en', data: { inviter: owner.email } });
    await authFlows
      .newBrowser()
      .post(
        '/api/auth/invitations/accept',
        { token: tokenIn(mail?.data.link), newPassword: 'a password of mine' },
        french,
      );
    expect(await languageOf(invited)).toBe('fr');

    const known = await makeUser(database, { password });
    expect((await signIn(known.email, { 'Accept-Language': 'de' })).status).toBe(200);
    expect(await languageOf(known.email)).toBe(null);
    await signIn(known.email, french);
    expect(await languageOf(known.email)).toBe('fr');
    await signIn(known.email, english);
    expect(await languageOf(known.email)).toBe('fr');
  });

  test('security mails, ticket mails and the digest of one user are in one language', async () => {
    const owner = await makeCustomer(database, 'Cabinet Masséna');
    const user = await makeUser(database, { customerId: owner.id, password });
    await signIn(user.email, french);
    await signIn(user.email, english);
    // By a stranger with an English browser.
    await authFlows.newBrowser().post('/api/auth/sign-up', { email: user.email, password }, english);
    expect(await localesOf(user.email)).toEqual([
      ['account-exists', 'fr'],
      // The first browser of an account is not reported.
      ['new-device', 'fr'],
    ]);
    const visitor = portal(user);
    const { body } = await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' });
    const mails = (await notifications.after(91))(user.email);
    expect(mails.some(({ readable }) => readable.includes('Nous avons bien reçu votre ticket'))).toBe(true);
    await visitor.post('/api/portal/notifications', { event: 'reply', delivery: 'digest' });
    await visitor.post('/api/portal/notifications', { event: 'assigned', delivery: 'digest' });
    await visitor.post('/api/portal/notifications', { event: 'status', delivery: 'digest' });
    const staff = await desk({ permissions: ['support'] });
    const { version } = (await staff.get(`/api/desk/tickets/detail?id=${body.id}`)).body;
    await staff.post('/api/desk/tickets/reply', { id: body.id, version, body: 'Hello', next: 'reply' });
    await notifications.after(91);
    const digests = (await notifications.after(24 * 60 * 60))(user.email);
    expect(digests.map(({ readable }) => readable.includes('Les nouveautés de vos tickets'))).toEqual([true]);
  });

  test('a user chooses it, once for all mails, and the audit log says so', async () => {
    const user = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(user.cookie);
    expect((await visitor.get('/api/auth/language', french)).body).toEqual({ language: 'fr' });
    for (const language of ['fr', 'fr', 'en'])
      expect((await visitor.post('/api/auth/language', { language })).body).toEqual({ language });
    expect((await visitor.post('/api/auth/language', { language: 'de' })).status).toBe(400);
    expect((await visitor.get('/api/auth/language', french)).body).toEqual({ language: 'en' });
    const events = (await eventsOf('notifications.changed')).filter(({ userId }) => userId === user.userId);
    expect(events.map(({ details }) => details)).toEqual([{ language: 'fr' }, { language: 'en' }]);
    // To the new email address, which has no account, and to the current one.
    const next = newEmail();
    await visitor.post('/api/auth/email/change', { newEmail: next }, french);
    expect([...(await localesOf(next)), ...(await localesOf(user.email))]).toEqual([
      ['confirm-email', 'en'],
      ['email-change-requested', 'en'],
    ]);
    await authFlows
      .newBrowser()
      .post('/api/auth/email/confirm', { token: tokenIn((await mailsTo(database, next))[0]?.data.link) }, french);
    expect((await localesOf(user.email))[0]).toEqual(['email-changed', 'en']);
  });

  test('an invitation is in the chosen language, sent again in the same, and in that of an account which exists', async () => {
    const owner = await makeCustomer(database, 'Riviera');
    const staff = await desk({ permissions: ['accounts'] });
    const email = newEmail();
    const invite = (more: object, to = email) =>
      staff.post('/api/desk/people/invite', { customerId: owner.id, email: to, roles: ['billing'], ...more }, english);
    expect((await invite({ language: 'fr' })).status).toBe(200);
    expect((await invite({})).status).toBe(200);
    expect((await invite({ language: 'en' })).status).toBe(200);
    expect((await localesOf(email)).map(([, locale]) => locale)).toEqual(['en', 'fr', 'fr']);
    // Staff invite for the company: no name of theirs.
    expect((await mailsTo(database, email))[0]?.data.inviter).toBe('');
    const known = await makeUser(database, { password });
    await signIn(known.email, french);
    await invite({ language: 'en' }, known.email);
    expect((await localesOf(known.email))[0]).toEqual(['invitation', 'fr']);
    const unverified = newEmail();
    await authFlows.newBrowser().post('/api/auth/sign-up', { email: unverified, password }, french);
    await invite({ language: 'en' }, unverified);
    expect((await localesOf(unverified))[0]).toEqual(['invitation', 'en']);
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM users WHERE email = ${unverified}`));
  });

  test('the portal follows a choice, never a browser', async () => {
    const user = await makeUser(database, { password });
    await signIn(user.email, french);
    const visitor = authFlows.newBrowser(user.cookie);
    const stored = async () => (await visitor.get('/api/auth/session')).body.language as unknown;
    expect(await stored()).toBe(null);
    // The same language as that of the browser is a choice, too.
    for (const language of ['fr', 'ar', 'en']) {
      expect((await visitor.post('/api/auth/language', { language })).status).toBe(200);
      expect(await stored()).toBe(language);
    }
  });

  test('mails before sign-in are in the language of the cookie; a forged one is ignored', async () => {
    const signUp = async (cookie: string) => {
      const email = newEmail();
      await api.request('/api/auth/sign-up', {
        method: 'POST',
        headers: { ...french, Origin: siteUrl, 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify({ email, password }),
      });
      return (await localesOf(email))[0]?.[1];
    };
    expect(await signUp('a=b; language=ar')).toBe('ar');
    for (const forged of [
      'language=de',
      'language=',
      'language=ar%20',
      'language=__proto__',
      `language=${'x'.repeat(3000)}`,
    ])
      expect(await signUp(forged), forged).toBe('fr');
  });

  test.each([
    ['+216 71 000 000', 'TN'],
    ['00213 21 00 00 00', 'DZ'],
    ['(+212) 522-00-00-00', 'MA'],
    ['+33 4 93 00 00 00', null],
    ['0212 000 000', null],
    [null, null],
  ])('the phone number %s is of the country %s', async (phone, country) => {
    const owner = await makeCustomer(database, 'Atlas');
    await asOperator(database, (tx) => tx.update(customers).set({ phone }).where(eq(customers.id, owner.id)));
    const { body } = await authFlows.newBrowser(owner.cookie).get('/api/auth/session');
    expect(body.memberships).toMatchObject([{ customerId: owner.id, country }]);
  });
});

describeApi({ settings: { languages: ['fr', 'en'], readLimit: 0 } }, ({ database, authFlows }) => {
  test('a language that is not offered cannot be chosen', async () => {
    const user = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(user.cookie);
    expect((await visitor.post('/api/auth/language', { language: 'ar' })).status).toBe(400);
    expect((await visitor.post('/api/auth/language', { language: 'en-XA' })).status).toBe(400);
    expect((await visitor.get('/api/auth/session')).body.language).toBe(null);
  });

  test('without a preference of the browser, mails are in the first language that is offered', async () => {
    const email = newEmail();
    await authFlows.newBrowser().post('/api/auth/sign-up', { email, password }, { 'Accept-Language': 'ar-MA,de' });
    expect((await mailsTo(database, email))[0]?.locale).toBe('fr');
  });
});
