import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const path = '/api/auth/profile/export';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { portal, eventsOf } = setUpDesk(database, api);

  test('a user downloads what they wrote for every customer, and nothing of colleagues', async () => {
    const owner = await makeCustomer(database, 'Exporting');
    const other = await makeCustomer(database, 'Second company');
    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO memberships (user_id, customer_id, roles) VALUES (${owner.userId}, ${other.id}, '{requester}')`,
      ),
    );
    const visitor = portal(owner);
    const { body: mine } = await visitor.post('/api/portal/tickets', { subject: 'Mine', description: 'My words' });
    await visitor.post('/api/portal/customers/switch', { customerId: other.id });
    await visitor.post('/api/portal/tickets', { subject: 'Elsewhere', description: 'D' });
    await visitor.post('/api/portal/customers/switch', { customerId: owner.id });
    await visitor.post('/api/portal/tickets/reply', { id: mine.id, body: 'And more' });
    const colleague = portal(await makeUser(database, { customerId: owner.id, roles: ['technical'] }));
    await colleague.post('/api/portal/tickets', { subject: 'Not hers', description: 'Secret of a colleague' });
    await colleague.post('/api/portal/tickets/reply', { id: mine.id, body: 'Words of a colleague' });

    const { status, body } = await visitor.post(path);
    expect(status).toBe(200);
    expect(body.tables).toMatchObject({
      account: [{ id: owner.userId, email: owner.email }],
      sessions: [{ isCurrent: true }],
      companies: [{ name: 'Exporting', roles: 'owner' }, { name: 'Second company' }],
      tickets: [{ subject: 'Mine', description: 'My words', written_by_you: true }, { subject: 'Elsewhere' }],
      messages: [{ ticket_id: mine.id, body: 'And more' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/colleague|Not hers|token|password/i);
    expect((await eventsOf('user.exported')).filter(({ userId }) => userId === owner.userId)).toHaveLength(1);
  });

  test('what we told a user about money, and their calendar feed without its secret, are in it', async () => {
    const owner = await makeCustomer(database, 'Told');
    const colleague = await makeUser(database, { customerId: owner.id, roles: ['billing'] });
    await portal(owner).post('/api/portal/calendar-feeds');
    await asOperator(database, async (tx) => {
      await tx.execute(sql`WITH invoice AS (INSERT INTO invoices (customer_id, number, amount) VALUES (${owner.id}, 'OWN-1', 10) RETURNING id)
        INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage, sent_at)
        SELECT ${owner.id}, id, reader::uuid, '2026-01-01', 0, now() FROM invoice, unnest(ARRAY[${owner.userId}, ${colleague.userId}]) AS reader`);
      await tx.execute(sql`WITH account AS (INSERT INTO bank_accounts (iban, bic, holder, proposed_by, proposed_at)
          VALUES ('FR4299999000010123456789042', 'ZZZZFRP1XXX', 'Rempart Azur', gen_random_uuid(), now()) RETURNING id)
        INSERT INTO bank_notices (account_id, user_id, token_hash, alarm_at) SELECT id, ${owner.userId}, repeat('h', 43), now() FROM account`);
    });
    const { body } = await portal(owner).post(path);
    expect(body.tables).toMatchObject({
      bankNotices: [{ told_at: expect.any(String), alarm_at: expect.any(String), dismissed_at: null }],
      reminders: [{ company: 'Told', invoice: 'OWN-1', due_date: '2026-01-01', sent_at: expect.any(String) }],
      calendarFeeds: [{ company: 'Told', created_at: expect.any(String) }],
    });
    expect(JSON.stringify(body)).not.toContain('hhhh');
    expect((await portal(colleague).post(path)).body.tables).toMatchObject({ bankNotices: [], calendarFeeds: [] });
  });

  test('it needs a recent confirmation, and is limited', async () => {
    const user = await makeUser(database);
    const visitor = portal(user);
    await database.pool.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [
      user.userId,
    ]);
    expect((await visitor.post(path)).body.error.code).toBe('confirmation_required');
    await database.pool.query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [user.userId]);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await visitor.post(path)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
