import { randomBytes } from 'node:crypto';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { assertDefined, secret, siteUrl } from '#tests/support/api.ts';
import { monday, setUpAppointments } from '#tests/support/appointments.ts';
import { nine, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startRadicale } from '#tests/support/radicale.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { cancelByLink, confirmAppointment, rescheduleByLink } from './appointments.ts';
import { readHostFeed } from './host-feed.ts';
import { prepareAppointmentMails } from './prepare-mails.ts';

/** The file of a mail, as a calendar program stores it: without the method, which is for mails only (RFC 4791, 4.1). */
async function eventOf(raw: string) {
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const file = assertDefined(attachments.find(({ filename }) => filename?.endsWith('.ics'))).content as string;
  const calendar = new ICAL.Component(ICAL.parse(file));
  const method = calendar.getFirstPropertyValue('method');
  calendar.removeAllProperties('method');
  return { method, text: calendar.toString() };
}

/** The events that a calendar server returns. */
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      startsAt: event.startDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
    };
  });

const isMissing = !(await hasSystemPart('Radicale'));
describe.skipIf(isMissing)(`Debian's Radicale${isMissing ? ' (apt-get install radicale)' : ''}`, () => {
  describeDatabase(async ({ database }) => {
    const radicale = await startRadicale();
    const server = await startMailServer();
    afterAll(async () => {
      await radicale.stop();
      await server.close();
    });
    const log = createLog('silent');
    const mailFrom = 'Rempart Azur <rendez-vous@example.com>';
    const settings = { smtpUrl: server.url, mailFrom, siteUrl, dataDir: '/nowhere', databaseUrl: undefined };
    const transport = createMailTransport(settings, log);
    const prepare = prepareAppointmentMails({ database: () => database, siteUrl, mailFrom });
    const { makeHost } = setUpAppointments(database);
    const { hold } = setUpBookings(database);
    const request = { ipAddress: '203.0.113.21' };
    const ctx = { database, auth: { limiter: createRateLimiter(database, secret) }, now: monday, request };

    test('stores what mails and feeds carry as one event that is moved and cancelled', async () => {
      const feedSecret = randomBytes(32).toString('base64url');
      await makeHost({ feedHash: hashToken(feedSecret) });
      const { email, token } = await hold();
      const mailTo = async (recipient: string) => {
        const before = server.received.length;
        while ((await deliverDue({ database, transport, prepare, log })) > 0);
        const mails = server.received.slice(before).filter(({ to }) => to.includes(recipient));
        return assertDefined(mails.at(-1)).raw;
      };
      expect((await radicale.send('MKCALENDAR', 'guest/')).status).toBe(201);
      /** As a calendar program does with a mail. */
      const store = async () => {
        const { method, text } = await eventOf(await mailTo(email));
        const put = await radicale.send('PUT', 'guest/appointment.ics', text);
        expect([201, 204], put.text).toContain(put.status);
        return { method, events: eventsOf((await radicale.send('GET', 'guest/')).text) };
      };
      /** As a calendar program that reads the feed of a host. */
      const storeFeed = async () => {
        const feed = await readHostFeed(ctx, `${feedSecret}.ics`, siteUrl);
        const put = await radicale.send('PUT', 'host/', feed);
        expect(put.status, put.text).toBe(201);
        return eventsOf((await radicale.send('GET', 'host/')).text);
      };

      await confirmAppointment(ctx, token);
      const booked = await store();
      const uid = assertDefined(booked.events[0]).uid;
      const start = { uid, sequence: 0, startsAt: new Date(nine).toISOString() };
      expect(booked).toEqual({ method: 'REQUEST', events: [{ ...start, status: 'CONFIRMED' }] });
      expect(await storeFeed()).toMatchObject([start]);

      await rescheduleByLink(ctx, token, '2031-01-14T13:00:00Z');
      const later = { uid, sequence: 1, startsAt: '2031-01-14T13:00:00.000Z' };
      expect(await store()).toEqual({ method: 'REQUEST', events: [{ ...later, status: 'CONFIRMED' }] });
      expect(await storeFeed()).toMatchObject([later]);

      await cancelByLink(ctx, token);
      const gone = { ...later, sequence: 2, status: 'CANCELLED' };
      expect(await store()).toEqual({ method: 'CANCEL', events: [gone] });
      expect(await storeFeed()).toEqual([]);
    });
  });
});
