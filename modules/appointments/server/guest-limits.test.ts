import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { makeStaff } from '#tests/support/api.ts';
import { after, setUpAppointments } from '#tests/support/appointments.ts';
import { codeOf, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { bookAppointment, cancelByLink, confirmAppointment } from './appointments.ts';
import { cancelDomain, listOfDomain } from './desk-appointments.ts';

const minuteMs = 60_000;
/** Times of two days. */
const starts = [
  '2031-01-13T08:00:00Z',
  '2031-01-13T09:30:00Z',
  '2031-01-13T13:00:00Z',
  '2031-01-13T15:00:00Z',
  '2031-01-14T08:00:00Z',
  '2031-01-14T09:30:00Z',
  '2031-01-14T13:00:00Z',
];
const startAt = (at: number) => starts[at] ?? '';

describeDatabase(({ database }) => {
  const { makeHost, clear, allAppointments } = setUpAppointments(database);
  const { visitor, guest, holdTime, tokenFor, book, customerOf, templates } = setUpBookings(database);
  beforeEach(clear);

  /** Holds the nth time and confirms it; returns the response and the token. */
  const bookAt = async (at: number, email: string, ipAddress?: string) => {
    const who = visitor();
    await holdTime({ ...who, ...(ipAddress && { request: { ipAddress } }) }, guest({ email, startsAt: startAt(at) }));
    const token = await tokenFor(email);
    return { token, code: await codeOf(confirmAppointment(visitor(), token)) };
  };
  const codes = async (emails: string[], ipAddressOf?: (at: number) => string) => {
    const found = [];
    for (const [at, email] of emails.entries()) found.push((await bookAt(at, email, ipAddressOf?.(at))).code);
    return found;
  };
  const done = (count: number) => Array.from({ length: count }, () => 'done');
  const numbered = (count: number, emailOf: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => emailOf(at));

  test('one domain has five appointments ahead, its subdomains included, and a cancelled one makes room', async () => {
    await makeHost();
    const emails = numbered(6, (at) => `g${at}@${at % 2 === 0 ? 'filled.example' : `s${at}.filled.example`}`);
    expect(await codes(emails)).toEqual([...done(5), 'too_many_appointments']);
    // Another domain that ends in the same letters is another one.
    expect((await bookAt(6, 'guest@notfilled.example')).code).toBe('done');
    await cancelByLink(visitor(), await tokenFor(emails[0] ?? ''));
    expect(await codeOf(confirmAppointment(visitor(), await tokenFor(emails[5] ?? '')))).toBe('done');
  });

  test('a hold that has expired counts as well', async () => {
    await makeHost();
    const emails = numbered(6, (at) => `late${at}@slow.example`);
    await codes(emails.slice(0, 5));
    await holdTime(visitor(), guest({ email: emails[5] ?? '', startsAt: startAt(5) }));
    const later = visitor(after(20 * minuteMs));
    expect(await codeOf(confirmAppointment(later, await tokenFor(emails[5] ?? '')))).toBe('too_many_appointments');
  });

  test.each([
    ['a mail service', (at: number) => `g${at}@orange.fr`],
    ['companies below a country', (at: number) => `g@company${at}.com.tn`],
  ])('guests of %s have nothing in common', async (_name, emailOf) => {
    await makeHost();
    expect(await codes(numbered(7, emailOf))).toEqual(done(7));
  });

  test('one mailbox has three appointments ahead', async () => {
    await makeHost();
    // A day later it gets mails again.
    const email = 'keen@orange.fr';
    for (const at of [0, 1, 2]) {
      await holdTime(visitor(), guest({ email, startsAt: startAt(at) }));
      await database.pool.query('DELETE FROM rate_limits');
      expect(await codeOf(confirmAppointment(visitor(), await tokenFor(email)))).toBe('done');
    }
    await holdTime(visitor(), guest({ email, startsAt: startAt(3) }));
    expect(await codeOf(confirmAppointment(visitor(), await tokenFor(email)))).toBe('too_many_appointments');
  });

  test.each([
    ['/24', (at: number) => `89.12.7.${at + 1}`, '89.12.8.1'],
    ['/48', (at: number) => `2a01:e0a:1:${at + 1}::1`, '2a01:e0a:2:1::1'],
  ])('one %s has five appointments ahead', async (_name, ipAddressOf, other) => {
    await makeHost();
    const emails = numbered(6, (at) => `g@guest${at}.example`);
    expect(await codes(emails, ipAddressOf)).toEqual([...done(5), 'too_many_appointments']);
    expect((await bookAt(6, 'g@guest6.example', other)).code).toBe('done');
  });

  test('neither customers nor an address that is not public fill a domain or a network', async () => {
    await makeHost();
    const customer = await customerOf();
    const domain = customer.email.split('@')[1] ?? '';
    await bookAppointment(customer, guest({ startsAt: startAt(6) }));
    expect(await codes(numbered(5, (at) => `g${at}@${domain}`))).toEqual(done(5));
    expect((await bookAt(5, 'g@elsewhere.example')).code).toBe('done');
  });

  test('staff cancel all of a domain that they were shown: one event each, and a mail to each guest', async () => {
    const host = await makeHost();
    const { caller } = await makeStaff(database, { permissions: ['sales'] });
    const desk = { database, caller, now: visitor().now };
    const customer = await customerOf();
    const domain = customer.email.split('@').at(-1)?.split('.').slice(-2).join('.') ?? '';
    await bookAppointment(customer, guest({ startsAt: startAt(6) }));
    await codes(['one@flood.example', 'two@mail.flood.example', 'three@flood.example', 'four@kept.example']);
    await holdTime(visitor(), guest({ email: 'held@flood.example', startsAt: startAt(4) }));
    const { items } = await listOfDomain(desk, 'flood.example');
    expect(items.map(({ email, status }) => [email, status])).toEqual([
      ['one@flood.example', 'booked'],
      ['two@mail.flood.example', 'booked'],
      ['three@flood.example', 'booked'],
      ['held@flood.example', 'held'],
    ]);
    expect(new Set(items.map((one) => one.domain))).toEqual(new Set(['flood.example']));
    expect((await listOfDomain(desk, domain)).items).toEqual([]);
    // Booked after the list was shown.
    await book({ email: 'new@flood.example', startsAt: startAt(5) });
    const everything = (await allAppointments()).map(({ id }) => id);
    const shown = items.map(({ id }) => id);
    const [first = ''] = shown;
    expect(await cancelDomain(desk, { domain: 'kept.example', ids: shown })).toBe(0);
    expect(await cancelDomain(desk, { domain: 'flood.example', ids: [first] })).toBe(1);
    expect(await cancelDomain(desk, { domain: 'flood.example', ids: shown })).toBe(3);
    expect(await cancelDomain(desk, { domain: 'flood.example', ids: shown })).toBe(0);
    expect((await allAppointments()).filter(({ status }) => status !== 'cancelled').map(({ email }) => email)).toEqual(
      expect.arrayContaining(['four@kept.example', 'new@flood.example', customer.email]),
    );
    expect(everything).toHaveLength(7);
    expect((await allAppointments()).filter(({ cancelledBy }) => cancelledBy === 'staff')).toHaveLength(4);
    expect(await templates('two@mail.flood.example')).toEqual([
      'appointment-confirm',
      'appointment-booked',
      'appointment-cancelled',
    ]);
    // Nobody was invited yet.
    expect(await templates('held@flood.example')).toEqual(['appointment-confirm']);
    expect((await templates(host.email)).filter((one) => one === 'appointment-cancelled-staff')).toHaveLength(3);
    const events = await asOperator(database, (tx) =>
      tx.execute(
        sql`SELECT entity, details->>'domain' AS domain FROM audit_events WHERE event = 'appointment.cancelled' ORDER BY happened_at`,
      ),
    );
    expect(events.rows).toEqual(shown.map((id) => ({ entity: `appointment:${id}`, domain: 'flood.example' })));
    const weak = await makeStaff(database, { permissions: ['records'] });
    for (const work of [
      listOfDomain({ ...desk, caller: weak.caller }, 'flood.example'),
      cancelDomain({ ...desk, caller: weak.caller }, { domain: 'flood.example', ids: shown }),
    ])
      expect(await codeOf(work)).toMatch('Forbidden');
  });
});
