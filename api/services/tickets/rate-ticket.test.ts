import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal } = setUpDesk(database, api);

  test('a customer rates our help once per round, changes it for two weeks, and a comment reopens nothing', async () => {
    const owner = await makeCustomer(database, 'Rating');
    const visitor = portal(owner);
    const staff = await desk({ permissions: ['support'] });
    const { id } = (await visitor.post('/api/portal/tickets', { subject: 'S', description: 'D' })).body as {
      id: string;
    };
    const rate = (body: object) => visitor.post('/api/portal/tickets/rate', { id, ...body });
    const resolve = async () => {
      const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
      await staff.post('/api/desk/tickets/reply', { id, version, body: 'Done', next: 'resolve' });
    };
    expect((await rate({ rating: 'good' })).status).toBe(409);
    await resolve();
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({
      rating: null,
      canRate: true,
    });
    expect(await rate({ rating: 'bad' })).toMatchObject({ status: 200, body: { rating: 'bad', status: 'resolved' } });
    expect((await rate({ rating: 'good' })).body).toMatchObject({ rating: 'good' });
    // Twice at once is one.
    const { version } = (await rate({ rating: 'good' })).body;
    expect((await rate({ rating: 'good' })).body.version).toBe(version);
    expect((await rate({ rating: 'good', comment: 'Quick!' })).body).toMatchObject({ status: 'resolved' });
    const { items } = (await staff.get(`/api/desk/tickets/thread?id=${id}`)).body;
    expect(items.slice(-2)).toMatchObject([{ body: 'Quick!' }, { event: 'rated', details: { to: 'good' } }]);
    for (const body of [
      { rating: 'great' },
      {},
      { rating: 'good', comment: '' },
      { rating: 'good', comment: 'x'.repeat(1001) },
    ])
      expect((await rate(body)).status).toBe(400);
    const counts = async () => {
      const { months } = (await staff.get(`/api/desk/dashboard?customerId=${owner.id}`)).body;
      return ['good', 'okay', 'bad'].map((name) => months.at(-1)[name]);
    };
    expect(await counts()).toEqual([1, 0, 0]);

    await visitor.post('/api/portal/tickets/answer', { id, works: false });
    expect((await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body).toMatchObject({
      rating: null,
      canRate: false,
    });
    await resolve();
    await rate({ rating: 'okay' });
    expect(await counts()).toEqual([1, 1, 0]);
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE tickets SET resolved_at = now() - interval '15 days' WHERE id = ${id}`),
    );
    expect((await rate({ rating: 'bad' })).status).toBe(409);
    const other = portal(await makeCustomer(database, 'Other'));
    expect((await other.post('/api/portal/tickets/rate', { id, rating: 'bad' })).status).toBe(404);
  });
});
