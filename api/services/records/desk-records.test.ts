import { expect, test } from 'vitest';
import { contracts, invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { assertDefined, makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);

  test('records: the lists of the portal, per customer and with search', async () => {
    const { id } = await makeCustomer(database, 'Lists');
    await asOperator(database, (tx) =>
      tx.insert(invoices).values([
        { customerId: id, amount: '1', number: 'ALPHA-1' },
        { customerId: id, amount: '2', number: 'BETA-2' },
        { customerId: customer.id, amount: '3', number: 'ALPHA-3' },
      ]),
    );
    const staff = await desk({ permissions: ['sales'] });
    const numbers = async (more: string) =>
      (await staff.get(`/api/desk/invoices?customerId=${id}${more}`)).body.items.map(
        ({ number }: { number: string }) => number,
      );
    expect((await numbers('')).toSorted()).toEqual(['ALPHA-1', 'BETA-2']);
    expect(await numbers('&q=alpha')).toEqual(['ALPHA-1']);
    expect(await numbers('&sort=amount&direction=desc&limit=1')).toEqual(['BETA-2']);
    expect((await staff.get('/api/desk/invoices')).status).toBe(400);
    expect((await staff.get(`/api/desk/customer-tickets?customerId=${id}`)).status).toBe(403);
    for (const list of ['contracts', 'payments', 'licenses'])
      expect((await staff.get(`/api/desk/${list}?customerId=${id}&q=x&count=true`)).body).toMatchObject({
        items: [],
        total: 0,
      });
  });

  test('a record is corrected with a reason, against the value that was seen', async () => {
    const { id: customerId } = await makeCustomer(database, 'Correct');
    const made = await asOperator(database, (tx) =>
      tx.insert(invoices).values({ customerId, amount: '10', number: 'C-1', status: 'pending' }).returning(),
    );
    const { id } = assertDefined(made[0]);
    const staff = await desk({ permissions: ['records'] });
    const correct = (before: object, after: object, more: object = {}) =>
      staff.post('/api/desk/records/correct', {
        list: 'invoices',
        customerId,
        id,
        reason: 'typo',
        before,
        after,
        ...more,
      });
    const done = await correct({ amount: '10.00', dueDate: null }, { amount: '100.00', dueDate: '2026-12-31' });
    expect(done).toMatchObject({ status: 200, body: { list: 'invoices', amount: '100.00', dueDate: '2026-12-31' } });
    const late = await correct({ amount: '10.00' }, { amount: '1.00' });
    expect(late).toMatchObject({ status: 409, body: { current: { list: 'invoices', amount: '100.00' } } });
    expect((await correct({ amount: '100.00' }, { amount: '1.00' }, { customerId: customer.id })).status).toBe(404);
    for (const [before, after] of [
      [{}, { amount: '1.00' }],
      [{ amount: '100.00' }, {}],
      [{ amount: '100.00' }, { amount: '-1.00' }],
      [{ id: 'x' }, { id: 'y' }],
      [{ customerId }, { customerId: customer.id }],
    ] as const)
      expect((await correct(before, after)).status).toBe(400);
    expect((await correct({ amount: '100.00' }, { amount: '1.00' }, { reason: ' ' })).status).toBe(400);
    expect((await eventsOf('record.corrected', `invoices:${id}`))[0]).toMatchObject({
      actor: 'staff',
      customer: customerId,
      details: { list: 'invoices', reason: 'typo', amount: '10.00 → 100.00', fields: 'amount,dueDate' },
    });
    const cancel = () =>
      staff.post('/api/desk/records/void', { list: 'invoices', customerId, id, reason: 'issued twice' });
    expect((await cancel()).body).toMatchObject({ status: 'void' });
    expect((await cancel()).status).toBe(200);
    expect(await eventsOf('record.voided', `invoices:${id}`)).toHaveLength(1);
    expect((await staff.get(`/api/desk/customers/detail?id=${customerId}`)).body.totalOutstanding).toBe('0.00');
  });

  test('the SLA targets of a contract are corrected, and apply to what is opened afterwards', async () => {
    const owner = await makeCustomer(database, 'Targets');
    const made = await asOperator(database, (tx) =>
      tx.insert(contracts).values({ customerId: owner.id, contractNumber: 'SLA-1', title: 'Support' }).returning(),
    );
    const { id } = assertDefined(made[0]);
    const staff = await desk({ permissions: ['records'] });
    const terms = {
      responseMinutes: null,
      resolutionMinutes: null,
      aroundTheClock: false,
      urgentAroundTheClock: false,
    };
    const after = { responseMinutes: 30, resolutionMinutes: 600, aroundTheClock: true, urgentAroundTheClock: true };
    const correct = (before: object, changed: object, who = staff) =>
      who.post('/api/desk/records/correct', {
        list: 'contracts',
        customerId: owner.id,
        id,
        reason: 'new annex',
        before,
        after: changed,
      });
    const open = async () =>
      (await portal(owner).post('/api/portal/tickets', { subject: 'S', description: 'D', priority: 'low' })).body
        .id as string;
    const slaOf = async (ticket: string) =>
      (await portal(owner).get(`/api/portal/tickets/detail?id=${ticket}`)).body.sla as object;
    const [listed] = (await staff.get(`/api/desk/contracts?customerId=${owner.id}`)).body.items;
    expect(listed).toMatchObject(terms);
    const early = await open();
    const sla = await slaOf(early);
    expect(await correct(terms, after)).toMatchObject({ status: 200, body: { list: 'contracts', ...after } });
    expect(await correct(terms, { responseMinutes: 60 })).toMatchObject({ status: 409, body: { current: after } });
    expect(await slaOf(early)).toEqual(sla);
    expect(await slaOf(await open())).toMatchObject({
      calendar: 'continuous',
      minutes: 30,
      resolution: { minutes: 600 },
    });
    expect((await eventsOf('record.corrected', `contracts:${id}`))[0]).toMatchObject({
      details: { responseMinutes: '- → 30', aroundTheClock: 'false → true' },
    });
    for (const changed of [
      { responseMinutes: -1 },
      { responseMinutes: 1.5 },
      { resolutionMinutes: 1_000_000_000 },
      { aroundTheClock: null },
      { aroundTheClock: 'yes' },
    ])
      expect((await correct(after, changed)).status).toBe(400);
    expect((await correct(after, { responseMinutes: null }, await desk({ permissions: ['support'] }))).status).toBe(
      403,
    );
    // Customers see the targets of their tickets, not the terms of the list.
    const [own] = (await portal(owner).get('/api/portal/contracts')).body.items;
    expect(Object.keys(own)).not.toContain('responseMinutes');
  });
});
