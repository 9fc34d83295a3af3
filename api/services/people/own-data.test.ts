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
