import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { inviteUser } from '#api/admin/invite-user.ts';
import { createCustomer } from '#api/admin/customers.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import {
  type Entrance,
  entranceTo,
  mailsTo,
  makeLogin,
  must,
  openApi,
  password,
  siteUrl,
  tokenIn,
} from '#tests/support/api.ts';

const newEmail = () => `${randomBytes(6).toString('hex')}@sign-up.example`;
const newPassword = 'my own new words';

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let entrance: Entrance;

  beforeAll(async () => {
    database = await freshDatabase(engine);
    entrance = entranceTo(await openApi(database), database);
  });
  afterAll(() => database.close());

  const templates = async (email: string) => (await mailsTo(database, email)).map(({ template }) => template);
  const tokenOf = async (email: string, template: string) =>
    tokenIn(must((await mailsTo(database, email)).find((mail) => mail.template === template)).data.link);
  const press = (door: string, token: string, more = {}) =>
    entrance.newBrowser().post(`/api/auth/${door}`, { token, ...more });
  async function resetPassword(email: string) {
    await entrance.newBrowser().post('/api/auth/request-password-reset', { email });
    return press('reset-password', await tokenOf(email, 'reset-password'), { newPassword });
  }

  test('a sign-up and a sign-in together tell nothing of an address', async () => {
    const known = await makeLogin(database, { password });
    // It belonged to an account until a moment ago.
    const reserved = await makeLogin(database, { password });
    const other = newEmail();
    await entrance.newBrowser(reserved.cookie).post('/api/auth/change-email', { newEmail: other });
    expect((await press('confirm-email', await tokenOf(other, 'confirm-email'))).status).toBe(200);
    const answers = [];
    for (const email of [known.email, reserved.email, newEmail()]) {
      const visitor = entrance.newBrowser();
      const asked = [
        await entrance.signUp(visitor, email, 'a stranger’s'),
        await entrance.signIn(visitor, email, 'a stranger’s'),
        await visitor.post('/api/auth/send-verification-email', { email }),
        await visitor.post('/api/auth/request-password-reset', { email }),
      ];
      answers.push(asked.map(({ status, body, headers }) => [status, body, [...headers.keys()].toSorted()]));
    }
    expect(answers[0]).toEqual(answers[2]);
    expect(answers[1]).toEqual(answers[2]);
    expect(must(answers[0])[1]?.slice(0, 2)).toEqual([
      401,
      { error: { code: 'invalid_credentials', message: 'Invalid email or password' } },
    ]);
  });

  test('a sign-in before the verification sends no mail', async () => {
    const email = newEmail();
    const visitor = entrance.newBrowser();
    await entrance.signUp(visitor, email);
    await entrance.signIn(visitor, email);
    expect(await templates(email)).toEqual(['verify-email']);
  });

  test('who signs up first with a stranger’s address does not own the password after the stranger’s verification', async () => {
    const email = newEmail();
    const attacker = entrance.newBrowser();
    await entrance.signUp(attacker, email, 'the attacker’s');
    const first = await tokenOf(email, 'verify-email');
    const guessed = await press('verify-email', first, { password });
    expect(guessed.body.error.code).toBe('invalid_password');

    await entrance.signUp(entrance.newBrowser(), email);
    expect((await press('verify-email', first, { password: 'the attacker’s' })).body.error.code).toBe('invalid_token');
    expect((await press('verify-email', first, { password })).body.error.code).toBe('invalid_token');
    const second = await tokenOf(email, 'verify-email');
    expect((await press('verify-email', second, { password: 'the attacker’s' })).status).toBe(400);
    expect((await press('verify-email', second, { password })).status).toBe(200);
    expect((await entrance.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await entrance.signIn(entrance.newBrowser(), email)).status).toBe(200);
  });

  test('an attacker who signs up last cannot be verified either, and a reset by mail ends it', async () => {
    const email = newEmail();
    await entrance.signUp(entrance.newBrowser(), email);
    const attacker = entrance.newBrowser();
    await entrance.signUp(attacker, email, 'the attacker’s');
    expect((await press('verify-email', await tokenOf(email, 'verify-email'), { password })).status).toBe(400);
    expect((await resetPassword(email)).status).toBe(200);
    expect(
      (await press('verify-email', await tokenOf(email, 'verify-email'), { password: 'the attacker’s' })).status,
    ).toBe(400);
    expect((await entrance.signIn(attacker, email, 'the attacker’s')).status).toBe(401);
    expect((await entrance.signIn(entrance.newBrowser(), email, newPassword)).status).toBe(200);
  });

  test('the screen of an invitation knows that it is one, and its mail for how long it is valid', async () => {
    const email = newEmail();
    const client = await database.pool.connect();
    await client.query('RESET ROLE');
    await inOperatorTransaction({ client }, async () => {
      await createCustomer(client, { name: email });
      await inviteUser(client, { email, customer: email, locale: 'fr', siteUrl });
    });
    client.release(true);
    const token = await tokenOf(email, 'invitation');
    expect((await press('reset-link', token)).body).toEqual({ email, isFirst: true, passkeys: 0 });
    expect(must((await mailsTo(database, email))[0]).data.days).toBe('14');
    expect((await press('reset-password', token, { newPassword })).status).toBe(200);
    expect(await templates(email)).toEqual(['invitation']);
    expect((await press('reset-link', token)).body.error.code).toBe('invalid_token');
    expect((await entrance.signIn(entrance.newBrowser(), email, newPassword)).status).toBe(200);
  });
});
