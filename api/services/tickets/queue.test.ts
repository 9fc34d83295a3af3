import { expect, test } from 'vitest';
import { makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, ({ database, api }) => {
  const { desk, portal, makeTicket } = setUpDesk(database, api);

  test('each view is counted, up to a limit', async () => {
    const staff = await desk({ permissions: ['support'] });
    const counts = async () => (await staff.get('/api/desk/tickets/counts')).body;
    const customer = await makeCustomer(database, 'Counted');
    const before = await counts();
    const { body } = await portal(customer).post('/api/portal/tickets', { subject: 'S', description: 'D' });
    expect(await counts()).toEqual({
      ...before,
      active: before.active + 1,
      unassigned: before.unassigned + 1,
      unread: before.unread + 1,
      waiting: before.waiting + 1,
    });
    const taken = { id: body.id, version: 1, assigneeId: staff.userId };
    expect((await staff.post('/api/desk/tickets/change', taken)).status).toBe(200);
    expect(await counts()).toMatchObject({ mine: 1, unassigned: before.unassigned });
    const due = { slaState: 'missed', slaCalendar: 'office', firstResponseDueAt: '2026-01-05T09:00:00Z' } as const;
    for (let nth = 0; nth < 101; nth += 1) await makeTicket(customer.id, due);
    expect(await counts()).toMatchObject({ active: 100, unassigned: 100, due: 100 });
  });

  test('views are one’s own, replaced by name and at most twenty', async () => {
    const [staff, other] = [await desk({ permissions: ['support'] }), await desk({ permissions: ['support'] })];
    const save = (name: string, filters: object = { scope: 'all' }) =>
      staff.post('/api/desk/saved-views', { name, filters });
    expect((await save('Écoles', { scope: 'mine', sort: 'customer' })).status).toBe(200);
    const { body } = await save(' ecoles ', { q: 'école' });
    expect(body.views).toMatchObject([{ name: 'ecoles', filters: { q: 'école' } }]);
    expect((await other.get('/api/desk/saved-views')).body).toEqual({ views: [] });
    // Twenty at once beside the first: nineteen places are left.
    const many = await Promise.all(Array.from({ length: 22 }, (_, nth) => save(`View ${nth}`)));
    expect(many.filter(({ status }) => status === 507).length).toBeGreaterThanOrEqual(3);
    for (let nth = 0; nth < 22; nth += 1) await save(`View ${nth}`);
    expect((await staff.get('/api/desk/saved-views')).body.views).toHaveLength(20);
    expect((await save('One more')).body.error.code).toBe('quota_exceeded');
    expect((await save('Ecoles')).status).toBe(200);

    // Somebody else's stays.
    const [first] = (await staff.get('/api/desk/saved-views')).body.views;
    await other.post('/api/desk/saved-views/remove', { id: first.id });
    expect((await staff.get('/api/desk/saved-views')).body.views).toHaveLength(20);
    expect((await staff.post('/api/desk/saved-views/remove', { id: first.id })).body.views).toHaveLength(19);

    for (const bad of [
      { name: ' ', filters: {} },
      { name: 'x'.repeat(61), filters: {} },
      { name: 'x', filters: { nonsense: 'x' } },
      { name: 'x', filters: { q: 'x'.repeat(201) } },
      { name: 'x', filters: { q: 5 } },
      { name: 'x' },
    ])
      expect((await staff.post('/api/desk/saved-views', bad)).status).toBe(400);
    const sales = await desk({ permissions: ['sales'] });
    for (const path of ['saved-views', 'tickets/counts'])
      expect((await sales.get(`/api/desk/${path}`)).status).toBe(403);
  });
});
