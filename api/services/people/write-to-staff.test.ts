import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let staff: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });
  const message = { company: 'Moulin Sauvan', body: 'Please let me in.\n<b>Now</b>' };
  const write = (who: { cookie: string }, more: object = {}, key?: string) =>
    portal(who).post(
      '/api/portal/messages',
      { ...message, ...more },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const heldFrom = async (email: string) =>
    (await staff.get('/api/desk/mails')).body.items.filter(({ from }: { from: string }) => from === email);
  const forget = () =>
    asOperator(database, (tx) => tx.execute(sql`DELETE FROM inbound_mails WHERE reason = 'no_customer'`));

  test('a message waits with the held mails, and becomes a ticket of its author once they have a company', async () => {
    const author = await makeUser(database);
    expect((await write(author)).status).toBe(200);
    const [held, ...others] = await heldFrom(author.email);
    expect(others).toEqual([]);
    expect(held).toMatchObject({
      reason: 'no_customer',
      subject: 'Moulin Sauvan',
      sender: author.email,
      authentication: 'passed',
      customers: [],
      recipients: [],
      hasOriginal: false,
      ticket: null,
    });
    expect((await staff.get(`/api/desk/mails/detail?id=${held.id}`)).body).toMatchObject({
      text: message.body,
      visibleText: message.body,
    });
    expect((await staff.get(`/api/desk/mails/original?id=${held.id}`)).status).toBe(404);
    expect(await eventsOf('mail.written', `mail:${held.id}`)).toMatchObject([
      { actor: 'user', userId: author.userId, customer: null, details: {} },
    ]);

    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO memberships (user_id, customer_id, roles) VALUES (${author.userId}, ${customer.id}, '{requester}')`,
      ),
    );
    const ticket = {
      customerId: customer.id,
      requestedFor: author.email,
      subject: 'S',
      description: 'D',
      priority: 'low',
    };
    const opened = await staff.post('/api/desk/tickets', { ...ticket, isNotified: false, mailId: held.id });
    expect(opened.status, JSON.stringify(opened.body)).toBe(201);
    const { body } = await portal(author).get(`/api/portal/tickets/detail?id=${opened.body.ticket.id}`);
    expect(body).toMatchObject({ author: { isYou: true }, unverifiedSender: null });
    expect(await heldFrom(author.email)).toEqual([]);
    // From now on they open tickets.
    expect(await write(author)).toMatchObject({ status: 409, body: { error: { code: 'already_member' } } });
  });

  test('a member whose last company was taken away a moment ago can write with the same session', async () => {
    const left = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
    expect((await write(left)).status).toBe(409);
    expect(await heldFrom(left.email)).toEqual([]);
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM memberships WHERE user_id = ${left.userId}`));
    expect((await write(left)).status).toBe(200);
    expect(await heldFrom(left.email)).toHaveLength(1);
  });

  test('the same key sends one message, also at once', async () => {
    const author = await makeUser(database);
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 4 }, () => write(author, {}, key)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await heldFrom(author.email)).toHaveLength(1);
    // A text that was corrected after a lost response is another message.
    expect((await write(author, { body: 'And again.' }, key)).status).toBe(200);
    expect(await heldFrom(author.email)).toHaveLength(2);
    // Another user's key is another key.
    const other = await makeUser(database);
    expect((await write(other, {}, key)).status).toBe(200);
    expect(await heldFrom(other.email)).toHaveLength(1);
  });

  test('hostile input is rejected and nothing is held', async () => {
    const author = await makeUser(database);
    for (const more of [
      { company: ' ' },
      { company: 'x'.repeat(201) },
      { company: 'Atlas\u202E' },
      { body: '\u200B' },
      { body: 'x'.repeat(10_001) },
      { body: 'a\0b' },
      { from: 'boss@x.example' },
      { userId: customer.userId },
    ])
      expect([more, (await write(author, more)).status]).toEqual([more, 400]);
    expect(await heldFrom(author.email)).toEqual([]);
    // A subject of one line, whatever the name contains.
    expect((await write(author, { company: 'A\r\nBcc: all@x.example\u00ad' })).status).toBe(200);
    expect(await heldFrom(author.email)).toMatchObject([{ subject: 'A Bcc: all@x.example' }]);
  });

  test('a user has five messages a day, and all of them sixty an hour', async () => {
    await forget();
    const author = await makeUser(database);
    const statuses = await Promise.all(
      Array.from({ length: 7 }, async (_, at) => (await write(author, { body: `${at}` })).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await write(author)).headers.get('Retry-After')).toMatch(/^\d{5}$/);
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE inbound_mails SET received_at = now() - interval '25 hours' WHERE reason = 'no_customer'`),
    );
    expect((await write(author)).status).toBe(200);
    await asOperator(database, (tx) =>
      tx.execute(sql`INSERT INTO inbound_mails (delivery_key, size, sender, recipients, subject, full_text, state, reason)
        SELECT lpad(n::text, 64, '0'), 1, 'x', '{}', '', '', 'held', 'no_customer' FROM generate_series(1, 60) AS n`),
    );
    expect((await write(await makeUser(database))).status).toBe(429);
    await forget();
  });

  test('only staff read it, and it is in the data of its author alone', async () => {
    const author = await makeUser(database);
    const stranger = await makeCustomer(database, 'Other');
    expect((await write(author, { body: 'A secret of mine' })).status).toBe(200);
    for (const who of [author, stranger]) expect((await portal(who).get('/api/desk/mails')).status).toBe(404);
    const dataOf = async (who: { cookie: string }) =>
      JSON.stringify((await portal(who).post('/api/auth/profile/export')).body);
    expect(await dataOf(author)).toContain('A secret of mine');
    expect(await dataOf(stranger)).not.toContain('A secret of mine');
  });
});
