import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { assertDefined, mailsTo, makeCustomer, secret, siteUrl } from '#tests/support/api.ts';
import { after, hourMs, monday, setUpAppointments } from '#tests/support/appointments.ts';
import { setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { appointmentHandlers } from './appointment-mails.ts';
import { prepareAppointmentMails } from './prepare-mails.ts';
import { bookAppointment, cancelByLink, confirmAppointment, rescheduleByLink } from './appointments.ts';

const log = createLog('silent');

/** A mail with the event of its calendar part. */
async function parse(raw: string) {
  const mail = await PostalMime.parse(raw);
  const parts = mail.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType));
  const texts = parts.map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)));
  const calendar = texts[0] === undefined ? undefined : new ICAL.Component(ICAL.parse(texts[0]));
  const component = calendar?.getFirstSubcomponent('vevent');
  return {
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    parts: parts.length,
    texts: new Set(texts),
    method: calendar?.getFirstPropertyValue('method'),
    events: calendar?.getAllSubcomponents('vevent').length ?? 0,
    event: component ? new ICAL.Event(component) : undefined,
    status: component?.getFirstPropertyValue('status'),
    organizer: component?.getFirstPropertyValue('organizer'),
    attendees: component?.getAllProperties('attendee') ?? [],
  };
}

describeDatabase(async ({ database }) => {
  const { makeHost, clear, insertAppointment, changeAppointments, allAppointments, run } = setUpAppointments(database);
  beforeEach(clear);
  const server = await startMailServer();
  afterAll(() => server.close());
  const mailFrom = 'Rempart Azur <rendez-vous@example.com>';
  const settings = { smtpUrl: server.url, mailFrom, siteUrl, dataDir: '/nowhere', databaseUrl: undefined };
  const transport = createMailTransport(settings, log);
  const prepare = prepareAppointmentMails({ database: () => database, siteUrl, mailFrom });
  async function deliver() {
    const before = server.received.length;
    while ((await deliverDue({ database, transport, prepare, log })) > 0);
    return server.received.slice(before);
  }
  const deliverTo = async (email: string) => (await deliver()).filter(({ to }) => to.includes(email));
  const request = { ipAddress: '203.0.113.20' };
  const ctx = { database, auth: { limiter: createRateLimiter(database, secret) }, now: monday, request };
  const { guest, holdTime } = setUpBookings(database);
  const wanted = guest({
    kind: 'microsoft365',
    startsAt: '2031-01-13T08:00:00Z',
    meeting: 'onsite',
    name: 'Zoé "Z"\r\nBCC: x@x.example;, Martin',
    company: 'Cabinet Masséna',
    email: 'zoe@massena.example',
  });
  const token = async () => String(assertDefined((await mailsTo(database, wanted.email))[0]).data['token']);

  test('a visitor’s mails are in French; the invitation is moved and cancelled as one event', async () => {
    await makeHost();
    await holdTime(ctx, wanted);
    const link = await token();
    const [confirm] = await deliver();
    expect(confirm?.to).toEqual([wanted.email]);
    const asked = await parse(assertDefined(confirm).raw);
    expect(asked.subject).toContain('Confirmez votre rendez-vous');
    expect(asked.text).toContain(`${siteUrl}/schedule-consultation#confirm=${link}`);
    expect(asked.text).toMatch(/lundi 13 janvier 2031, 9\u00a0h\u00a000 \(heure\sde\sNice\)/);
    expect(asked.parts).toBe(0);

    await confirmAppointment(ctx, link);
    const booked = await parse(assertDefined((await deliverTo(wanted.email))[0]).raw);
    expect(booked).toMatchObject({ method: 'REQUEST', events: 1, status: 'CONFIRMED' });
    // As an alternative of the text, and as a file with the same content.
    expect(booked.parts).toBe(2);
    expect(booked.texts.size).toBe(1);
    expect(booked.event?.startDate.toJSDate().toISOString()).toBe('2031-01-13T08:00:00.000Z');
    expect(booked.event?.duration.toSeconds()).toBe(45 * 60);
    expect(booked.event?.sequence).toBe(0);
    expect(booked.organizer).toBe('mailto:rendez-vous@example.com');
    expect(booked.attendees).toHaveLength(1);
    expect(booked.attendees[0]?.getFirstValue()).toBe('mailto:zoe@massena.example');

    await rescheduleByLink(ctx, link, '2031-01-14T13:00:00Z');
    const moved = await parse(assertDefined((await deliverTo(wanted.email))[0]).raw);
    expect(moved).toMatchObject({ method: 'REQUEST', events: 1 });
    expect([moved.event?.uid, moved.event?.sequence]).toEqual([booked.event?.uid, 1]);
    expect(moved.event?.startDate.toJSDate().toISOString()).toBe('2031-01-14T13:00:00.000Z');

    await cancelByLink(ctx, link);
    const cancelled = await parse(assertDefined((await deliverTo(wanted.email))[0]).raw);
    expect(cancelled).toMatchObject({ method: 'CANCEL', events: 1, status: 'CANCELLED' });
    expect([cancelled.event?.uid, cancelled.event?.sequence]).toEqual([booked.event?.uid, 2]);
    for (const { raw } of server.received) expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^BCC:/im);
  });

  test('a mail that a later change made obsolete is not sent', async () => {
    const host = await makeHost();
    await holdTime(ctx, wanted);
    const link = await token();
    await confirmAppointment(ctx, link);
    await rescheduleByLink(ctx, link, '2031-01-14T13:00:00Z');
    const mails = await deliver();
    const parsed = await Promise.all(mails.map(({ raw }) => parse(raw)));
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([[wanted.email], [host.email]]));
    expect(parsed.map(({ event }) => event?.sequence)).toEqual([1, 1]);
  });

  test.each([
    ['fr', 'Votre rendez-vous est confirmé'],
    ['en', 'Your appointment is booked'],
    ['ar', 'تم حجز موعدكم'],
    [null, 'Your appointment is booked'],
  ])('a customer’s mails are in their language (%s)', async (language, subject) => {
    await makeHost();
    const customer = await makeCustomer(database, 'Atlas');
    if (language !== null) await run(`UPDATE users SET language = '${language}' WHERE id = '${customer.userId}'`);
    await bookAppointment({ ...ctx, ...customer }, wanted);
    const [mail] = await deliverTo(customer.email);
    expect((await parse(assertDefined(mail).raw)).subject).toContain(subject);
  });

  test('while the mail server is unavailable the time is held and nothing is sent; afterwards one mail is', async () => {
    await makeHost();
    const key = randomUUID();
    await holdTime(ctx, wanted, key);
    const [hold] = await allAppointments();
    const down = await startMailServer();
    await down.close();
    const nowhere = createMailTransport({ ...settings, smtpUrl: down.url }, log);
    await deliverDue({ database, transport: nowhere, prepare, log });
    // Sent again from the page: the mail that waits is the one.
    await holdTime(ctx, wanted, key);
    expect(await allAppointments()).toEqual([hold]);
    expect(await mailsTo(database, wanted.email)).toHaveLength(1);
    await database.pool.query(`UPDATE jobs SET next_attempt_at = '2020-01-01' WHERE kind = 'mail'`);
    const sent = await deliverTo(wanted.email);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.readable).toContain('Confirmez votre rendez-vous');
  });

  test('reminders are sent 24 hours and one hour before, once each', async () => {
    const { hostId } = await makeHost();
    await insertAppointment({
      hostId,
      startsAt: after(30 * hourMs).toISOString(),
      endsAt: after(31 * hourMs).toISOString(),
    });
    const handlers = appointmentHandlers({ hasBooking: true }, log);
    const remindedAt: number[] = [];
    const check = async (hours: number) => {
      await database.pool.query(
        `INSERT INTO jobs (kind, key) VALUES ('appointment-check', 'recurring') ON CONFLICT DO NOTHING`,
      );
      await database.pool.query(`UPDATE jobs SET next_attempt_at = '2020-01-01' WHERE kind = 'appointment-check'`);
      await Promise.all([1, 2].map(() => runDue({ database, handlers, log, now: after(hours * hourMs) })));
      for (const { raw } of await deliver()) {
        expect((await parse(raw)).subject).toContain('Rappel de votre rendez-vous');
        remindedAt.push(hours);
      }
    };
    for (const hours of [0, 5.9, 6, 6.1, 20, 28.9, 29, 29.5, 30, 31]) await check(hours);
    expect(remindedAt).toEqual([6, 29]);
    // Moved: again. Booked in the last hours: only what is still ahead.
    const [one] = await allAppointments();
    expect(one?.sequence).toBe(0);
    await changeAppointments({ remindedAt: null, bookedAt: after(20 * hourMs).toISOString() });
    for (const hours of [21, 29]) await check(hours);
    expect(remindedAt).toEqual([6, 29, 29]);
    await changeAppointments({
      remindedAt: null,
      status: 'cancelled',
      cancelledAt: monday.toISOString(),
      cancelledBy: 'guest',
    });
    await check(29);
    expect(remindedAt).toEqual([6, 29, 29]);
    expect(appointmentHandlers({ hasBooking: false }, log)).toEqual({});
  });
});
