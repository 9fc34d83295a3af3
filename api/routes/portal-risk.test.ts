import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi({ settings: { readLimit: 0, isRiskHidden: true } }, async ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const owner = portal(customer);
  beforeAll(() =>
    asOperator(database, async (tx) => {
      await tx.execute(sql`UPDATE customers SET risk = 'grave', total_outstanding = 7 WHERE id = ${customer.id}`);
      await tx.execute(sql`INSERT INTO invoices (customer_id, number, amount, status, due_date, risk_score)
        VALUES (${customer.id}, 'FA-1', 5, 'pending', current_date, 83), (${customer.id}, 'FA-2', 6, 'pending', current_date, 12)`);
    }),
  );

  test('no response of the portal has a risk, or an order by it', async () => {
    expect((await owner.get('/api/portal/customers/current')).body).toMatchObject({ totalOutstanding: '7.00' });
    const paths = ['customers/current', 'records/counts', 'records/overview', 'invoices', 'invoices?q=FA'];
    for (const path of paths) {
      const text = JSON.stringify((await owner.get(`/api/portal/${path}`)).body);
      expect([path, text]).not.toEqual([path, expect.stringMatching(/risk|grave|\b83\b/i)]);
    }
    const listed = (await owner.get('/api/portal/invoices?sort=amount')).body.items;
    expect(listed.map(({ number }: { number: string }) => number)).toEqual(['FA-1', 'FA-2']);
    for (const sort of ['riskScore', 'risk_score'])
      expect((await owner.get(`/api/portal/invoices?sort=${sort}`)).status).toBe(400);
    expect((await owner.get('/api/auth/session')).body).toMatchObject({ isRiskHidden: true });
  });

  test('staff see it at the desk, and not while they view the portal as the customer', async () => {
    const staff = await desk();
    const detail = await staff.get(`/api/desk/customers/detail?id=${customer.id}`);
    expect(detail.body).toMatchObject({ risk: 'grave' });
    const { body } = await staff.get(`/api/desk/invoices?customerId=${customer.id}&sort=riskScore`);
    expect(body.items.map(({ riskScore }: { riskScore: number }) => riskScore)).toEqual([12, 83]);
    const viewing = { customerId: customer.id };
    expect((await staff.post('/api/desk/customers/start-viewing', viewing)).status).toBe(200);
    expect((await staff.get('/api/portal/customers/current')).body).not.toHaveProperty('risk');
    expect((await staff.get('/api/portal/invoices')).body.items[0]).not.toHaveProperty('riskScore');
  });
});

describeApi({ settings: { readLimit: 0 } }, ({ database, api, customer }) => {
  test('by default the portal has both', async () => {
    await asOperator(database, (tx) =>
      tx.execute(
        sql`INSERT INTO invoices (customer_id, number, amount, status, risk_score) VALUES (${customer.id}, 'FA-3', 5, 'paid', 83)`,
      ),
    );
    const { portal } = setUpDesk(database, api);
    expect((await portal(customer).get('/api/portal/customers/current')).body).toMatchObject({ risk: 'low' });
    const { items } = (await portal(customer).get('/api/portal/invoices?sort=riskScore')).body;
    expect(items).toMatchObject([{ riskScore: 83 }]);
    expect((await portal(customer).get('/api/auth/session')).body).toMatchObject({ isRiskHidden: false });
  });
});
