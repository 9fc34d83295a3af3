import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeCustomer } from '#tests/support/api.ts';
import { smtpError } from '#tests/support/mail-server.ts';
import { officeTimeZone } from '#contract/ticket-states.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { dayAfter, dayMs, days, office, setUpReminders } from '#tests/support/reminders.ts';

describeApi({ settings: { readLimit: 0, hasReminders: true } }, async ({ database, api }) => {
  const { desk, portal, eventsOf, mailServer, run, check, deliver, invoice, pay } = await setUpReminders(database, api);

  test('staff choose the days of a customer or an invoice, and see who was reminded', async () => {
    const owner = await makeCustomer(database, 'Chosen');
    const other = await makeCustomer(database, 'Another');
    const staff = await desk({ permissions: ['records'] });
    const [one, two] = [await invoice(owner.id, -3), await invoice(owner.id, -3)];
    const set = (body: object) => staff.post('/api/desk/reminders/set', { customerId: owner.id, ...body });
    const { body } = await staff.get(`/api/desk/reminders?customerId=${owner.id}`);
    expect(body).toEqual({
      isOn: true,
      defaultDays: days,
      customerDays: null,
      invoiceDays: null,
      invoice: null,
      sent: [],
    });
    expect((await set({ days: [3, -1] })).body).toMatchObject({ customerDays: [-1, 3] });
    expect((await set({ invoiceId: two.id, days: [] })).body).toMatchObject({ customerDays: [-1, 3], invoiceDays: [] });
    for (const wrong of [
      { days: [1.5] },
      { days: [400] },
      { days: [1, 1] },
      { days: [1, 2, 3, 4, 5, 6, 7] },
      { days: ['1'] },
      {},
    ])
      expect((await set(wrong)).status).toBe(400);
    expect((await set({ customerId: other.id, invoiceId: one.id, days: [] })).status).toBe(404);
    const sales = await desk({ permissions: ['sales'] });
    expect((await sales.post('/api/desk/reminders/set', { customerId: owner.id, days: [] })).status).toBe(403);
    await check(new Date(office.getTime() + 14 * dayMs));
    const sent = (await deliver())(owner.email);
    expect(sent.map((text) => [text.includes(one.number), text.includes(two.number)])).toEqual([[true, false]]);
    const after = await sales.get(`/api/desk/reminders?customerId=${owner.id}&invoiceId=${one.id}`);
    expect(after.body.sent).toMatchObject([{ invoiceId: one.id, number: one.number, email: owner.email, stage: 3 }]);
    expect((await set({ days: null })).body).toMatchObject({ customerDays: null });
    expect((await eventsOf('reminders.changed')).map(({ details }) => details)).toEqual([
      { days: '-1 3' },
      { days: 'off' },
      { days: 'default' },
    ]);
  });

  test('a mail that the server does not take is not sent: once it does, one mail and its time', async () => {
    const owner = await makeCustomer(database, 'Retried');
    const staff = await desk({ permissions: ['records'] });
    const { id, number } = await invoice(owner.id, 0);
    const paid = await invoice(owner.id, 0);
    const read = async () => (await staff.get(`/api/desk/reminders?customerId=${owner.id}&invoiceId=${id}`)).body;
    const reminded = async () =>
      (await portal(owner).get(`/api/portal/invoices/detail?number=${number}`)).body.history.filter(
        ({ kind }: { kind: string }) => kind === 'reminded',
      );
    await check();
    mailServer.rejection = smtpError(451, 'Try again later');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await deliver())(owner.email)).toEqual([]);
      await run(sql`UPDATE jobs SET next_attempt_at = now() WHERE kind = 'mail' AND done_at IS NULL`);
    }
    expect((await read()).sent).toMatchObject([{ email: owner.email, state: 'waiting', stage: 0 }]);
    expect(await reminded()).toEqual([]);
    // Another run does not enqueue it again, and what is paid meanwhile is left out.
    await check(new Date(office.getTime() + 60_000));
    await pay(owner.id, paid.id, '1200.50');
    mailServer.rejection = undefined;
    const before = Date.now();
    const mails = (await deliver())(owner.email);
    expect(mails.map((mail) => [mail.includes(number), mail.includes(`${paid.number}:`)])).toEqual([[true, false]]);
    const { sent } = await read();
    expect(sent).toMatchObject([{ email: owner.email, state: 'sent' }]);
    expect(Date.parse(sent[0].at)).toBeGreaterThan(before - 5000);
    expect(await reminded()).toMatchObject([{ at: sent[0].at, by: null }]);
    expect((await deliver())(owner.email)).toEqual([]);
  });

  test('a mail that is rejected for good reached nobody', async () => {
    const owner = await makeCustomer(database, 'Rejected');
    const staff = await desk({ permissions: ['records'] });
    const { id } = await invoice(owner.id, 0);
    await check();
    mailServer.rejection = smtpError(550, '5.1.1 No such user');
    expect((await deliver())(owner.email)).toEqual([]);
    mailServer.rejection = undefined;
    const { sent } = (await staff.get(`/api/desk/reminders?customerId=${owner.id}&invoiceId=${id}`)).body;
    expect(sent).toMatchObject([{ state: 'failed' }]);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT 1 FROM invoice_reminders WHERE invoice_id = ${id} AND sent_at IS NOT NULL`),
    );
    expect(rows).toEqual([]);
  });

  test('the desk says what comes next for an invoice', async () => {
    const owner = await makeCustomer(database, 'Next');
    const staff = await desk({ permissions: ['records'] });
    // Days from today in the office, not from the office day of the other tests.
    const todayInOffice = new Intl.DateTimeFormat('en-CA', { timeZone: officeTimeZone }).format(new Date());
    const shift = Math.round((Date.parse(dayAfter(0)) - Date.parse(todayInOffice)) / dayMs);
    const next = async (id: string) =>
      (await staff.get(`/api/desk/reminders?customerId=${owner.id}&invoiceId=${id}`)).body.invoice;
    const soon = await invoice(owner.id, 20 - shift);
    expect(await next(soon.id)).toEqual({ isDisputed: false, next: { on: dayAfter(13 - shift), stage: -7 } });
    const late = await invoice(owner.id, -10 - shift);
    expect(await next(late.id)).toEqual({ isDisputed: false, next: { on: dayAfter(-shift), stage: 8 } });
    const old = await invoice(owner.id, -100 - shift);
    expect((await next(old.id)).next).toMatchObject({ stage: 30 });
    await run(sql`INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage)
      SELECT customer_id, id, ${owner.userId}, due_date, 30 FROM invoices WHERE id = ${old.id}`);
    expect(await next(old.id)).toEqual({ isDisputed: false, next: null });
    const disputed = await invoice(owner.id, 20 - shift, { status: 'Disputed' });
    expect(await next(disputed.id)).toEqual({ isDisputed: true, next: null });
    const stop = { customerId: owner.id, invoiceId: soon.id, days: [] };
    expect((await staff.post('/api/desk/reminders/set', stop)).body.invoice).toEqual({ isDisputed: false, next: null });
    const other = await makeCustomer(database, 'Not next');
    const { body } = await staff.get(`/api/desk/reminders?customerId=${other.id}&invoiceId=${soon.id}`);
    expect(body).toMatchObject({ invoice: null, sent: [] });
  });
});
