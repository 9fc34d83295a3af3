import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { afterAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { addMinutes } from '#api/services/tickets/office-hours.ts';
import { siteUrl } from '#tests/support/api.ts';
import { monday, setUpAppointments } from '#tests/support/appointments.ts';
import { makeLead } from '#tests/support/desk-leads.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo } from '#tests/support/leads.ts';
import { prepareLeadMails } from './lead-mails.ts';
import { prepareLeadReplies } from './lead-replies.ts';
import { requestedSlot } from './requested-slot.ts';

const now = new Date('2026-11-18T10:00:00Z');
const wish = (preferredDate: string, preferredTime: string, consultationType = 'cybersecurity') =>
  requestedSlot({ preferredDate, preferredTime, consultationType }, now);

test('a slot is one of the site in the time of the office, as long as its kind', () => {
  expect(wish('2026-11-23', '9h00-10h00')).toEqual({
    startsAt: new Date('2026-11-23T08:00:00Z'),
    endsAt: new Date('2026-11-23T08:45:00Z'),
  });
  // In summer, and without a kind.
  expect(wish('2027-06-01', '16h00-17h00', '')).toEqual({
    startsAt: new Date('2027-06-01T14:00:00Z'),
    endsAt: new Date('2027-06-01T14:30:00Z'),
  });
});

test.each([
  ['a Saturday', '2026-11-21', '9h00-10h00'],
  ['a Sunday', '2026-11-22', '9h00-10h00'],
  ['Christmas', '2026-12-25', '9h00-10h00'],
  ['Easter Monday', '2027-03-29', '9h00-10h00'],
  ['yesterday', '2026-11-17', '9h00-10h00'],
  ['an hour ago', '2026-11-18', '10h30-11h30'],
  ['a day that does not exist', '2027-02-30', '9h00-10h00'],
  ['in two years', '2028-11-20', '9h00-10h00'],
  ['without a day', '', '9h00-10h00'],
  ['without a time', '2026-11-23', ''],
])('%s is not a slot', (_name, day, time) => {
  expect(wish(day, time)).toBeUndefined();
});

describeApi({ settings: { readLimit: 0, leads: 'deliver', leadsTo } }, ({ database, api }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lead-slots-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const { desk, eventsOf } = setUpDesk(database, api);
  const log = createLog('silent');
  const sender = { database: () => database, siteUrl, mailFrom: 'Rempart Azur <contact@rempart-azur.example>' };
  const outbox = createMailTransport({ ...sender, dataDir, databaseUrl: undefined, smtpUrl: undefined }, log);
  const prepare = (hasBooking: boolean) => ({
    ...prepareLeadMails({ ...sender, hasBooking }),
    ...prepareLeadReplies(sender),
  });
  /** The mails that are due, with the event of each. */
  const deliver = async (hasBooking = false) => {
    const folder = join(dataDir, 'outbox');
    rmSync(folder, { recursive: true, force: true });
    await deliverDue({ database, transport: outbox, prepare: prepare(hasBooking), languages: ['en'], log });
    const files = readdirSync(dataDir).includes('outbox') ? readdirSync(folder) : [];
    return files.map((file) => readMail(readFileSync(join(folder, file), 'utf8')));
  };
  // The next day on which the office opens, after tomorrow.
  const day = addMinutes('office', new Date(Date.now() + 2 * 24 * 60 * 60_000), 1)
    .toISOString()
    .slice(0, 10);
  const consultation = (wanted: Record<string, string> = {}) => {
    const email = `${randomUUID().slice(0, 8)}@massena.example`;
    const values = {
      name: 'Claire; "ATTENDEE"',
      company: 'Cabinet Masséna',
      email,
      consultationType: 'cybersecurity',
      preferredDate: day,
      preferredTime: '14h00-15h00',
      meetingType: 'video',
      ...wanted,
    };
    return makeLead(database, {
      form: 'consultation',
      name: values.name,
      email,
      values,
      page: '/schedule-consultation',
    });
  };
  const receiptOf = async ({ id, email }: { id: string; email: string }, hasBooking?: boolean) => {
    await asOperator(database, (tx) =>
      enqueueMail(tx, { template: 'lead-receipt', recipient: email, locale: 'fr', data: { leadId: id } }),
    );
    return (await deliver(hasBooking))[0];
  };
  type Staff = Awaited<ReturnType<typeof desk>>;
  const answer = (staff: Staff, json: object, key = randomUUID()) =>
    staff.post('/api/desk/leads/answer-slot', json, { 'Idempotency-Key': key });

  test('the receipt of a consultation notes the slot, and staff confirm it once', async () => {
    const staff = await desk({ permissions: ['support'] });
    const lead = await consultation();
    const receipt = await receiptOf(lead);
    expect(receipt?.text).toContain('pas encore confirm');
    const uid = `lead-${lead.id}@${new URL(siteUrl).hostname}`;
    expect(receipt?.event).toMatchObject({ method: 'PUBLISH', uid, sequence: 0, status: 'TENTATIVE', attendees: 0 });
    expect(receipt?.event?.minutes).toBe(45);
    expect(receipt?.event?.local).toBe(`${day} 14:00`);

    const { id } = lead;
    expect((await staff.get(`/api/desk/leads/detail?id=${id}`)).body).toMatchObject({
      takesSlots: true,
      slot: { state: 'requested' },
    });
    const key = randomUUID();
    const confirm = () => answer(staff, { id, version: 1, decision: 'confirmed', body: 'À jeudi !' }, key);
    const results = await Promise.all([confirm(), confirm()]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    expect(results[0]?.body).toMatchObject({
      status: 'answered',
      version: 2,
      slot: { state: 'confirmed' },
      messages: [{ kind: 'sent', body: 'À jeudi !', slot: { state: 'confirmed' } }],
    });
    const [mail, ...others] = await deliver();
    expect(others).toEqual([]);
    expect(mail?.event).toMatchObject({ method: 'REQUEST', uid, sequence: 1, status: 'CONFIRMED', attendees: 1 });
    expect(mail?.event?.local).toBe(`${day} 14:00`);
    expect(mail?.headers).toContain(`References: <lead-${id}@`);
    expect(mail?.text).toContain('jeudi');
    expect(await eventsOf('lead.slot_answered', `lead:${id}`)).toHaveLength(1);
    // Already confirmed, and a stale version.
    expect((await answer(staff, { id, version: 2, decision: 'confirmed' })).status).toBe(400);
    expect((await answer(staff, { id, version: 1, decision: 'declined', body: 'No' })).status).toBe(409);
  });

  test('staff propose another time, and decline with a reason', async () => {
    const staff = await desk({ permissions: ['support'] });
    const { id } = await consultation();
    const startsAt = `${day}T09:15`;
    expect((await answer(staff, { id, version: 1, decision: 'proposed' })).status).toBe(400);
    expect((await answer(staff, { id, version: 1, decision: 'confirmed', startsAt })).status).toBe(400);
    expect((await answer(staff, { id, version: 1, decision: 'declined' })).status).toBe(400);
    for (const wrong of ['2020-01-06T09:00', '2099-01-06T09:00', `${day.slice(0, 4)}-02-31T09:00`])
      expect((await answer(staff, { id, version: 1, decision: 'proposed', startsAt: wrong })).status).toBe(400);
    expect((await answer(staff, { id, version: 1, decision: 'proposed', startsAt })).status).toBe(201);
    expect((await deliver())[0]?.event).toMatchObject({
      method: 'REQUEST',
      sequence: 1,
      status: 'TENTATIVE',
      local: `${day} 09:15`,
      minutes: 45,
    });
    expect((await answer(staff, { id, version: 2, decision: 'declined', body: 'Congés.' })).body).toMatchObject({
      slot: { state: 'declined' },
    });
    const [declined] = await deliver();
    expect(declined?.event).toMatchObject({
      method: 'CANCEL',
      sequence: 2,
      status: 'CANCELLED',
      local: `${day} 09:15`,
    });
    expect((await answer(staff, { id, version: 3, decision: 'confirmed' })).status).toBe(400);
    // The same event comes back.
    expect((await answer(staff, { id, version: 3, decision: 'proposed', startsAt })).status).toBe(201);
    expect((await deliver())[0]?.event).toMatchObject({ method: 'REQUEST', sequence: 3 });
  });

  test('what the visitor booked is shown, and no other time is agreed on beside it', async () => {
    const { makeHost, insertAppointment } = setUpAppointments(database);
    const staff = await desk({ permissions: ['support'] });
    const { id, email } = await consultation();
    const { hostId } = await makeHost();
    await insertAppointment({
      hostId,
      leadId: id,
      email,
      status: 'cancelled',
      cancelledAt: monday.toISOString(),
      cancelledBy: 'expiry',
    });
    const read = async () => (await staff.get(`/api/desk/leads/detail?id=${id}`)).body;
    expect(await read()).toMatchObject({ appointment: null, takesSlots: true, slot: { state: 'requested' } });
    await insertAppointment({ hostId, leadId: id, email: email.toUpperCase() });
    expect(await read()).toMatchObject({
      appointment: { status: 'booked', startsAt: '2031-01-13T09:00:00Z', endsAt: '2031-01-13T10:00:00Z' },
      takesSlots: false,
      slot: null,
    });
    expect((await answer(staff, { id, version: 1, decision: 'confirmed' })).status).toBe(400);
    expect(await deliver()).toEqual([]);
  });

  test('without a usable time, the receipt says that we propose one', async () => {
    const staff = await desk({ permissions: ['support'] });
    const lead = await consultation({ preferredTime: '' });
    const receipt = await receiptOf(lead);
    expect(receipt?.text).toContain('proposerons');
    expect(receipt?.event).toBeUndefined();
    const { id } = lead;
    expect((await staff.get(`/api/desk/leads/detail?id=${id}`)).body).toMatchObject({ takesSlots: true, slot: null });
    expect((await answer(staff, { id, version: 1, decision: 'confirmed' })).status).toBe(400);
    expect((await answer(staff, { id, version: 1, decision: 'proposed', startsAt: `${day}T10:30` })).status).toBe(201);
    expect((await deliver())[0]?.event).toMatchObject({ method: 'REQUEST', sequence: 0, status: 'TENTATIVE' });
  });

  test('with appointments the receipt has no slot, and other forms take none', async () => {
    const staff = await desk({ permissions: ['support'] });
    const lead = await consultation();
    expect((await receiptOf(lead, true))?.event).toBeUndefined();
    const decision = { version: 1, decision: 'confirmed' };
    const contact = await makeLead(database);
    expect((await answer(staff, { id: contact.id, ...decision })).status).toBe(400);
    expect((await staff.get(`/api/desk/leads/detail?id=${contact.id}`)).body).toMatchObject({ takesSlots: false });
    expect((await answer(staff, { id: randomUUID(), ...decision })).status).toBe(404);
    const invoices = await desk({ permissions: ['records'] });
    expect((await answer(invoices, { id: lead.id, ...decision })).status).toBe(403);
  });
});

/** What a mail client makes of it. */
function readMail(raw: string) {
  const [headers = '', ...parts] = raw.split('\r\n\r\n');
  const text = parts.join('\n\n').replaceAll('=\r\n', '').replaceAll('=C3=A9', 'é');
  const encoded = /Content-Type: text\/calendar[^]*?\r\n\r\n([^]*?)\r\n--/.exec(raw);
  const isBase64 = /Content-Type: text\/calendar[^]*?base64/.test(raw.slice(0, (encoded?.index ?? 0) + 400));
  if (encoded === null) return { headers, text, event: undefined };
  const body = encoded[1] ?? '';
  const calendar = isBase64 ? Buffer.from(body, 'base64').toString() : decodeQuoted(body);
  const root = new ICAL.Component(ICAL.parse(calendar));
  const event = new ICAL.Event(root.getFirstSubcomponent('vevent') ?? undefined);
  const start = event.startDate.toJSDate();
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Paris' });
  return {
    headers: headers.replaceAll(/\r\n[ \t]+/g, ' '),
    text,
    event: {
      method: root.getFirstPropertyValue('method'),
      uid: event.uid,
      sequence: event.sequence,
      status: event.component.getFirstPropertyValue('status'),
      attendees: event.attendees.length,
      local: local.format(start),
      minutes: (event.endDate.toJSDate().getTime() - start.getTime()) / 60_000,
    },
  };
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
