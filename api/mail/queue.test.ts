import { expect, test } from 'vitest';
import { mailsTo, makeUser, password } from '#tests/support/api.ts';
import { mailboxOf, maxMailsPerHour } from './queue.ts';
import { describeApi } from '#tests/support/fixtures.ts';

test.each([
  ['V@Example.com', 'v@example.com'],
  ['v+1@example.com', 'v@example.com'],
  ['v+1+2@example.com', 'v@example.com'],
  ['+1@example.com', '+1@example.com'],
  ['"a@b+c"@example.com', '"a@b@example.com'],
  ['A.n.n+1@GoogleMail.com', 'ann@gmail.com'],
  ['a.nn@example.com', 'a.nn@example.com'],
  ['', ''],
])('%s is the mailbox %s', (recipient, mailbox) => expect(mailboxOf(recipient)).toBe(mailbox));

describeApi(({ database, authFlows }) => {
  const done = { status: 200, body: { status: 'ok' } };

  test('a mailbox gets five mails an hour plus five password resets, with unchanged responses', async () => {
    const owner = await makeUser(database, { password });
    const asks = [
      () => authFlows.signUp(authFlows.newBrowser(), owner.email),
      () => authFlows.newBrowser().post('/api/auth/password/request-reset', { email: owner.email }),
      () => authFlows.newBrowser().post('/api/auth/password/request-reset', { email: owner.email.toUpperCase() }),
    ];
    const answers = await Promise.all([...asks, ...asks, ...asks].map((ask) => ask()));
    for (const answer of answers) expect(answer).toMatchObject(done);
    const templates = (await mailsTo(database, owner.email)).map(({ template }) => template);
    expect(templates.filter((one) => one === 'reset-password')).toHaveLength(maxMailsPerHour);
    expect(templates.filter((one) => one === 'account-exists')).toHaveLength(3);
    const unknown = await authFlows
      .newBrowser()
      .post('/api/auth/password/request-reset', { email: 'nobody@x.example' });
    expect(unknown).toMatchObject(done);
  });

  test('verification mails count, with sub-addressing per mailbox', async () => {
    const names = ['v', 'v+1', 'v+2', 'V+3', 'v+4', 'v+5', 'v+6'];
    await Promise.all(
      names.map(async (name) =>
        expect(await authFlows.signUp(authFlows.newBrowser(), `${name}@sub.example`)).toMatchObject(done),
      ),
    );
    for (const name of names) {
      await authFlows.signIn(authFlows.newBrowser(), `${name}@sub.example`);
      const email = `${name}@sub.example`;
      expect(await authFlows.newBrowser().post('/api/auth/email/send-verification', { email })).toMatchObject(done);
    }
    const { rowCount } = await database.pool.query(`SELECT FROM jobs WHERE data->>'recipient' LIKE '%@sub.example'`);
    expect(rowCount).toBe(maxMailsPerHour);
  });

  test('email changes count for the new email address', async () => {
    for (let at = 0; at < 7; at += 1) {
      const { cookie } = await makeUser(database);
      const answer = await authFlows
        .newBrowser(cookie)
        .post('/api/auth/email/change', { newEmail: `w+${at}@change.example` });
      expect(answer).toMatchObject(done);
    }
    const { rowCount } = await database.pool.query(`SELECT FROM jobs WHERE data->>'recipient' LIKE '%@change.example'`);
    expect(rowCount).toBe(maxMailsPerHour);
  });
});
