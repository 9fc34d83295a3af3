import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer, makeUser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { dayMs, office, setUpReminders, today } from '#tests/support/reminders.ts';

describeApi({ settings: { readLimit: 0, hasReminders: true } }, async ({ engine, database, api }) => {
  const { portal, run, check, deliver, invoice, pay } = await setUpReminders(database, api);

  test('one mail a day with all invoices of its reader, and none that is not owed', async () => {
    const owner = await makeCustomer(database, 'Reminded');
    const soon = await invoice(owner.id, 7);
    const late = await invoice(owner.id, -9);
    const others = await Promise.all([
      invoice(owner.id, 8),
      invoice(owner.id, null),
      ...['paid', 'disputed', 'Disputed', 'draft', 'void', 'cancelled', 'credited'].map((status) =>
        invoice(owner.id, 0, { status }),
      ),
      invoice(owner.id, 0, { amount: '-50' }),
      invoice(owner.id, 0, { amount: '0' }),
    ]);
    const part = await invoice(owner.id, 0, { amount: '100' });
    await pay(owner.id, part.id, '40.10');
    await check();
    const mails = (await deliver())(owner.email);
    expect(mails).toHaveLength(1);
    const [mail = ''] = mails;
    expect(mail).toContain(`Invoice ${soon.number}: €1,200.50`);
    expect(mail).toContain(late.number);
    expect(mail).toContain(`Invoice ${part.number}: €59.90`);
    expect(mail).toContain('/customer-portal/invoices/');
    expect(mail).toMatch(/indemnity\s+of €40 per invoice/);
    for (const { number } of others) expect(mail).not.toMatch(new RegExp(String.raw`${number}\b`));
    await check();
    await check(new Date(office.getTime() + 60_000));
    expect((await deliver())(owner.email)).toEqual([]);
  });

  test('each stage once, the latest only, also after missed days and a clock that was wrong', async () => {
    const owner = await makeCustomer(database, 'Stages');
    await invoice(owner.id, 7);
    const told: number[] = [];
    for (const after of [0, 1, 7, 8, 14, 15, 21, 400, 3, 40, 41]) {
      await check(new Date(office.getTime() + after * dayMs));
      if ((await deliver())(owner.email).length > 0) told.push(after);
    }
    // Saturdays and Sundays wait; day 400 is the last stage; then there is none left, whatever the clock says.
    expect(told).toEqual([0, 7, 15, 400]);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT stage FROM invoice_reminders ORDER BY created_at`),
    );
    expect(rows.map(({ stage }) => stage)).toEqual([-7, 0, 8, 30]);
  });

  test('what was overdue long before is reminded of once, and nobody on a Sunday or at night', async () => {
    const owner = await makeCustomer(database, 'Old debts');
    await invoice(owner.id, -400);
    await check(new Date(office.getTime() + 4 * dayMs));
    await check(new Date(office.getTime() - 8 * 60 * 60 * 1000));
    expect((await deliver())(owner.email)).toEqual([]);
    for (const after of [0, 1, 7]) await check(new Date(office.getTime() + after * dayMs));
    expect((await deliver())(owner.email)).toHaveLength(1);
  });

  test('several instances at once send one mail', async () => {
    const other = engine === 'postgresql' ? await database.openInstance() : database;
    const owner = await makeCustomer(database, 'Instances');
    await invoice(owner.id, 0);
    await check(office, [database, other, database, other]);
    expect((await deliver())(owner.email)).toHaveLength(1);
  });

  test('what is paid, disputed or moved between the queue and the sending is left out', async () => {
    const owner = await makeCustomer(database, 'Fast');
    const [paid, disputed, moved, stays] = [
      await invoice(owner.id, 0),
      await invoice(owner.id, 0),
      await invoice(owner.id, 0),
      await invoice(owner.id, 0),
    ];
    const alone = await makeCustomer(database, 'Faster');
    const last = await invoice(alone.id, 0);
    await check();
    await pay(owner.id, paid.id, '1200.50');
    await pay(alone.id, last.id, '1200.50');
    await run(sql`UPDATE invoices SET status = 'disputed' WHERE id = ${disputed.id}`);
    await run(sql`UPDATE invoices SET due_date = due_date + 90 WHERE id = ${moved.id}`);
    const sent = await deliver();
    expect(sent(alone.email)).toEqual([]);
    const [mail = ''] = sent(owner.email);
    expect(mail).toContain(stays.number);
    for (const { number } of [paid, disputed, moved]) expect(mail).not.toContain(`${number}:`);
    // The dispute is over: a reminder that was never sent is due again.
    await run(sql`UPDATE invoices SET status = 'pending' WHERE id = ${disputed.id}`);
    await check(new Date(office.getTime() + dayMs));
    expect((await deliver())(owner.email).map((text) => text.includes(disputed.number))).toEqual([true]);
  });

  test('readers are billing people now, in their language, who have not turned it off', async () => {
    const owner = await makeCustomer(database, 'Readers');
    const [french, technical, off, leaves] = await Promise.all([
      makeUser(database, { customerId: owner.id, roles: ['billing'] }),
      makeUser(database, { customerId: owner.id, roles: ['technical'] }),
      makeUser(database, { customerId: owner.id, roles: ['billing'] }),
      makeUser(database, { customerId: owner.id, roles: ['billing'] }),
    ]);
    await run(sql`UPDATE users SET language = 'fr' WHERE id = ${french.userId}`);
    const chosen = await portal(off).post('/api/portal/notifications', { event: 'reminder', delivery: 'none' });
    expect(chosen.status).toBe(200);
    const { number } = await invoice(owner.id, 0);
    await check();
    await run(sql`UPDATE memberships SET roles = '{requester}' WHERE user_id = ${leaves.userId}`);
    const sent = await deliver();
    expect(sent(french.email)[0]).toContain(`Facture ${number}`);
    expect(sent(owner.email)[0]).toContain(`Invoice ${number}`);
    for (const { email } of [technical, off, leaves]) expect(sent(email)).toEqual([]);
  });

  // The last one: nobody can delete the event.
  test('after a restore, nothing of before is sent again', async () => {
    const owner = await makeCustomer(database, 'Restored');
    const passed = Math.floor(office.getTime() / dayMs) - Math.floor(today.getTime() / dayMs);
    await invoice(owner.id, -passed);
    await check();
    await run(sql`INSERT INTO audit_events (actor, event) VALUES ('operator', 'backup.restored')`);
    expect((await deliver())(owner.email)).toEqual([]);
    await check();
    expect((await deliver())(owner.email)).toEqual([]);
    // The next stage is.
    await check(new Date(office.getTime() + 14 * dayMs));
    expect((await deliver())(owner.email)).toHaveLength(1);
  });
});
