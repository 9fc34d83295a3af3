import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#api/db/testing.ts';
import { type Api, browser, makeLogin, openApi } from '#api/routes/testing.ts';
import { createCustomer } from './customers.ts';
import { inOperatorTransaction } from './operator-transaction.ts';
import { inviteUser, unlinkUser } from './users.ts';

const siteUrl = 'http://portal.test';

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let api: Api;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    api = await openApi(database);
    await operate((client) => createCustomer(client, { name: 'Cabinet Masséna' }));
  });
  afterAll(() => database.close());

  async function operate<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('RESET ROLE');
      return await inOperatorTransaction({ client }, work);
    } finally {
      client.release(true);
    }
  }
  const invite = (email: string) =>
    operate((client) => inviteUser(client, { email, customer: 'Cabinet Masséna', locale: 'en', siteUrl }));
  const mails = async (email: string) =>
    (
      await database.pool.query('SELECT template, data FROM mail_outbox WHERE recipient = $1 ORDER BY created_at', [
        email,
      ])
    ).rows;
  const tokenIn = (mail: { data: { link: string } }) => mail.data.link.split('#reset=')[1];

  test('whoever follows the invitation chooses a password and sees the customer’s records', async () => {
    expect(await invite('New.Person@cabinet.example')).toMatchObject({ outcome: 'invited' });
    const [mail] = await mails('new.person@cabinet.example');
    expect(mail.template).toBe('invitation');
    const person = browser(api);
    const chosen = { token: tokenIn(mail), newPassword: 'a password of mine' };
    expect((await person.post('/api/auth/reset-password', chosen)).status).toBe(200);
    expect((await person.post('/api/auth/reset-password', chosen)).status).toBe(400);
    const signedIn = await person.post('/api/auth/sign-in/email', {
      email: 'new.person@cabinet.example',
      password: 'a password of mine',
    });
    expect(signedIn.status).toBe(200);
    expect((await person.get('/api/portal/customer')).body).toMatchObject({ name: 'Cabinet Masséna' });
    expect(await invite('new.person@cabinet.example')).toMatchObject({ outcome: 'had access' });
    expect((await mails('new.person@cabinet.example')).length).toBe(1);
  });

  test('a link that is taken away shows nothing from the next request on', async () => {
    const { email, cookie } = await makeLogin(database);
    expect(await invite(email)).toMatchObject({ outcome: 'linked' });
    expect(await mails(email)).toMatchObject([
      { template: 'access-granted', data: { link: `${siteUrl}/customer-portal` } },
    ]);
    const person = browser(api, { cookie });
    expect((await person.get('/api/portal/customer')).status).toBe(200);
    await operate((client) => unlinkUser(client, email));
    expect((await person.get('/api/portal/customer')).body).toMatchObject({ error: { code: 'not_linked' } });
  });

  test('the password of a sign-up that nobody confirmed opens nothing after the invitation', async () => {
    const email = 'victim@cabinet.example';
    const stranger = browser(api);
    expect((await stranger.post('/api/auth/sign-up/email', { email, password: 'chosen by a stranger' })).status).toBe(
      200,
    );
    expect(await invite(email)).toMatchObject({ outcome: 'invited' });
    const [verification] = await mails(email);
    await stranger.get(verification.data.link.replace(siteUrl, ''));
    const signedIn = await stranger.post('/api/auth/sign-in/email', { email, password: 'chosen by a stranger' });
    expect(signedIn.body).toMatchObject({ error: { code: 'invalid_credentials' } });
  });
});
