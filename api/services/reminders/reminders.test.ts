import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { runDue } from '#api/jobs/worker.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { assertDefined, makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { prepareReminders, reminderHandlers } from './send-reminders.ts';

const log = createLog('silent');
const days = [-7, 0, 8, 30];
const dayMs = 24 * 60 * 60 * 1000;
/** The next Wednesday at ten, by UTC: the mails say how many days are left from today on. */
const today = new Date();
const office = new Date(
  Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ((10 - today.getUTCDay()) % 7), 10),
);
const dayAfter = (count: number) => new Date(office.getTime() + count * dayMs).toISOString().slice(0, 10);

describeApi({ both: true, settings: { readLimit: 0, hasReminders: true } }, async ({ engine, database, api }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let rejection: Error | undefined;
  const server = await startMailServer({ rejectData: () => rejection });
  afterAll(() => server.close());
  const transport = createMailTransport(
    { smtpUrl: server.url, mailFrom: undefined, siteUrl, dataDir: '/nowhere', databaseUrl: undefined },
    log,
  );
  const handlers = reminderHandlers({ hasReminders: true, reminderDays: days }, log);
  const run = (text: ReturnType<typeof sql>) => asOperator(database, (tx) => tx.execute(text));

  /** One run of the job at this time, by as many instances. */
  async function check(now = office, instances: Pick<typeof database, 'pool'>[] = [database]) {
    await run(sql`INSERT INTO jobs (kind, key) VALUES ('reminder-check', 'recurring') ON CONFLICT DO NOTHING`);
    await run(sql`UPDATE jobs SET next_attempt_at = '2020-01-01' WHERE kind = 'reminder-check'`);
    await Promise.all(instances.map((instance) => runDue({ database: instance, handlers, log, now })));
  }
  async function deliver() {
    const before = server.received.length;
    const prepare = prepareReminders({ database: () => database, siteUrl, currency: 'EUR' });
    while ((await deliverDue({ database, transport, prepare, log })) > 0);
    const received = server.received.slice(before);
    return (email: string) => received.filter(({ to }) => to.includes(email)).map(({ readable }) => readable);
  }
  let serial = 0;
  const invoice = async (customerId: string, due: number | null, more: { amount?: string; status?: string } = {}) => {
    const { amount = '1200.50', status = 'pending' } = more;
    const number = `FA-${engine}-${(serial += 1)}`;
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status)
        VALUES (${customerId}, ${number}, ${amount}, ${due === null ? null : dayAfter(due)}, ${status}) RETURNING id`),
    );
    return { id: assertDefined(rows[0]).id, number };
  };
  const pay = (customerId: string, invoiceId: string, amount: string) =>
    run(sql`WITH paid AS (INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, status)
        VALUES (${customerId}, ${`P-${(serial += 1)}`}, ${amount}, now(), 'bank_transfer', 'completed') RETURNING id)
      INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount) SELECT ${customerId}, ${invoiceId}, id, ${amount} FROM paid`);

  beforeEach(async () => {
    await run(sql`DELETE FROM invoices`);
    await run(sql`DELETE FROM jobs`);
  });

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
    expect(mail).toContain(`Invoice ${soon.number}: €1,200.50 remaining`);
    expect(mail).toContain(late.number);
    expect(mail).toContain(`Invoice ${part.number}: €59.90 remaining`);
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
    rejection = smtpError(451, 'Try again later');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await deliver())(owner.email)).toEqual([]);
      await run(sql`UPDATE jobs SET next_attempt_at = now() WHERE kind = 'mail' AND done_at IS NULL`);
    }
    expect((await read()).sent).toMatchObject([{ email: owner.email, state: 'waiting', stage: 0 }]);
    expect(await reminded()).toEqual([]);
    // Another run does not enqueue it again, and what is paid meanwhile is left out.
    await check(new Date(office.getTime() + 60_000));
    await pay(owner.id, paid.id, '1200.50');
    rejection = undefined;
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
    rejection = smtpError(550, '5.1.1 No such user');
    expect((await deliver())(owner.email)).toEqual([]);
    rejection = undefined;
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
    // Days from today, not from the office day of the other tests.
    const shift = Math.round((Date.parse(dayAfter(0)) - Date.parse(new Date().toISOString().slice(0, 10))) / dayMs);
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
