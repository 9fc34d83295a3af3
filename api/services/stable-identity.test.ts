import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { prepareAppointmentMails } from '#modules/appointments/server/prepare-mails.ts';
import { inviteTo } from '#modules/leads/server/lead-invitation.ts';
import { browser, makeStaff, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { makeFuzzed } from '#tests/support/fuzzed.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startNotifications } from '#tests/support/notifications.ts';
import { freeHour } from '#tests/support/tables/route-case.ts';

// What a calendar, a mail program or the books know something by. It stays what it was, whatever else is changed.
const host = 'portal.test';

const eventsOf = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    organizer: event.getFirstPropertyValue('organizer'),
    method: calendar.getFirstPropertyValue('method'),
    status: event.getFirstPropertyValue('status'),
  }));
};

test.each([
  ['requested', 0, 'PUBLISH', 'TENTATIVE'],
  ['proposed', 1, 'REQUEST', 'TENTATIVE'],
  ['confirmed', 2, 'REQUEST', 'CONFIRMED'],
  ['declined', 3, 'CANCEL', 'CANCELLED'],
] as const)('the slot of a lead is one event: %s', (state, sequence, method, status) => {
  const startsAt = new Date('2031-01-13T08:00:00Z');
  const lead = {
    id: 'a-lead',
    state,
    sequence,
    startsAt,
    endsAt: startsAt,
    email: 'ada@x.example',
    values: { name: 'Ada' },
  };
  const { content, method: sentAs } = inviteTo(lead, { siteUrl, mailFrom: 'Rempart Azur <rendez-vous@example.com>' });
  expect(eventsOf(content)).toEqual([
    { uid: `lead-a-lead@${host}`, sequence, organizer: 'mailto:rendez-vous@example.com', method, status },
  ]);
  expect(sentAs).toBe(method);
});

describeApi({ settings: { readLimit: 0, ticketLimit: 0 } }, async ({ database, api }) => {
  const { desk } = setUpDesk(database, api);
  const run = (statement: ReturnType<typeof sql>) => asOperator(database, (tx) => tx.execute(statement));
  const notifications = await startNotifications(database);
  const server = await startMailServer();
  afterAll(() => Promise.all([notifications.close(), server.close()]));
  const setUp = async () => {
    const staff = await makeStaff(database);
    const { cookie, existing } = await makeFuzzed(database, staff.userId);
    return { e: existing, owner: browser(api, { cookie }), staff: browser(api, { cookie: staff.cookie }) };
  };
  const feedOf = async (url: string) => {
    const response = await api.request(new URL(url).pathname, { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    return eventsOf(await response.text());
  };

  test('the dates of a customer are the same events after the customer, the records and the language have changed', async () => {
    const { e, owner } = await setUp();
    await run(sql`UPDATE invoices SET due_date = current_date + 9 WHERE id = ${e.invoiceId}`);
    await run(
      sql`UPDATE contracts SET end_date = current_date + 40, notice_days = 20, status = 'active' WHERE id = ${e.contractId}`,
    );
    await run(sql`UPDATE licenses SET expiry_date = current_date + 9, status = 'active' WHERE id = ${e.licenseId}`);
    const { url } = (await owner.post('/api/portal/calendar-feeds')).body;
    const uids = async () => (await feedOf(url)).map(({ uid }) => String(uid)).toSorted();
    const expected = [
      `contract-${e.contractId}@${host}`,
      `invoice-${e.invoiceId}@${host}`,
      `license-${e.licenseId}@${host}`,
      `notice-${e.contractId}@${host}`,
    ];
    expect(await uids()).toEqual(expected);
    await run(sql`UPDATE customers SET name = 'Renamed', number = 'C-2' WHERE id = ${e.customerId}`);
    await run(
      sql`UPDATE invoices SET number = 'Another', amount = 2, due_date = current_date + 30 WHERE id = ${e.invoiceId}`,
    );
    await run(
      sql`UPDATE contracts SET contract_number = 'CT-2', title = 'Another', end_date = current_date + 50 WHERE id = ${e.contractId}`,
    );
    await run(sql`UPDATE licenses SET product_name = 'Another' WHERE id = ${e.licenseId}`);
    await run(sql`UPDATE users SET language = 'ar'`);
    expect(await uids()).toEqual(expected);
  });

  test('an appointment is one event for its guest and its host, moved, taken over and cancelled', async () => {
    const { e, owner, staff } = await setUp();
    const mailFrom = 'Rempart Azur <rendez-vous@example.com>';
    const log = createLog('silent');
    const transport = createMailTransport(
      { smtpUrl: server.url, mailFrom, siteUrl, dataDir: '/nowhere', databaseUrl: undefined },
      log,
    );
    const prepare = prepareAppointmentMails({ database: () => database, siteUrl, mailFrom });
    const invitations = async () => {
      const before = server.received.length;
      while ((await deliverDue({ database, transport, prepare, log })) > 0);
      const parsed = await Promise.all(server.received.slice(before).map(({ raw }) => PostalMime.parse(raw)));
      return parsed
        .flatMap(({ attachments }) => attachments.filter(({ mimeType }) => mimeType === 'text/calendar').slice(0, 1))
        .flatMap(({ content }) => eventsOf(typeof content === 'string' ? content : new TextDecoder().decode(content)));
    };
    await database.pool.query('DELETE FROM jobs');
    const { url } = (await staff.post('/api/desk/calendar-feeds')).body;
    await run(sql`DELETE FROM appointments`);
    const booked = { kind: 'general', startsAt: freeHour(), meeting: 'video' };
    expect((await owner.post('/api/portal/appointments/book', booked)).status).toBe(200);
    const { rows } = await run(sql`SELECT id, uid FROM appointments`);
    const [{ id, uid } = {}] = rows;
    const event = (sequence: number, method: string, status: string) => ({
      uid: `${String(uid)}@${host}`,
      sequence,
      organizer: 'mailto:rendez-vous@example.com',
      method,
      status,
    });
    const expectAll = async (expected: object) => {
      const sent = await invitations();
      expect(sent.length).toBeGreaterThan(0);
      expect(sent).toEqual(sent.map(() => expected));
    };
    await expectAll(event(0, 'REQUEST', 'CONFIRMED'));
    expect(await feedOf(url)).toMatchObject([{ uid: `${String(uid)}@${host}`, sequence: 0 }]);
    await owner.post('/api/portal/appointments/reschedule', { id, startsAt: freeHour() });
    await expectAll(event(1, 'REQUEST', 'CONFIRMED'));
    expect(await feedOf(url)).toMatchObject([{ uid: `${String(uid)}@${host}`, sequence: 1 }]);
    await run(sql`UPDATE customers SET name = 'Renamed' WHERE id = ${e.customerId}`);
    await owner.post('/api/portal/appointments/cancel', { id });
    await expectAll(event(2, 'CANCEL', 'CANCELLED'));
  });

  test('mails about a ticket are one thread, with another customer and another subject too', async () => {
    const { owner } = await setUp();
    await database.pool.query('DELETE FROM jobs');
    const staff = await desk({ permissions: ['support'] });
    const { id } = (await owner.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body;
    const mails: string[] = [];
    const collect = async () => {
      const { rows } = await run(
        sql`SELECT email FROM users JOIN tickets ON author_id = users.id WHERE tickets.id = ${id}`,
      );
      mails.push(...(await notifications.after(91))(String(rows[0]?.['email'])).map(({ raw }) => raw));
    };
    await collect();
    const change = async (more: object) => {
      const { version } = (await staff.get(`/api/desk/tickets/detail?id=${id}`)).body;
      return (await staff.post('/api/desk/tickets/reply', { id, version, body: 'Hello', ...more })).status;
    };
    expect(await change({})).toBe(201);
    await collect();
    await run(sql`UPDATE tickets SET subject = 'Quite another subject' WHERE id = ${id}`);
    expect(await change({ next: 'resolve' })).toBe(201);
    await collect();
    const headers = await Promise.all(mails.map((raw) => PostalMime.parse(raw)));
    expect(headers.length).toBeGreaterThanOrEqual(3);
    expect(new Set(headers.map(({ messageId }) => messageId)).size).toBe(headers.length);
    expect(new Set(headers.map(({ references }) => references?.split(' ')[0])).size).toBe(1);
    expect(headers[0]?.references).toContain(String(id));
  });
});
