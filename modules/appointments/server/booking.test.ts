import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { after, hourMs, setUpAppointments } from '#tests/support/appointments.ts';
import { codeOf, four, insist, nine, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import {
  bookAppointment,
  cancelByLink,
  confirmAppointment,
  findAppointment,
  rescheduleByLink,
} from './appointments.ts';

const minuteMs = 60_000;
const halfPastThree = '2031-01-13T14:30:00Z';

describeDatabase({ both: true }, ({ engine, database }) => {
  const { makeHost, clear, changeHost, allAppointments } = setUpAppointments(database);
  beforeEach(clear);
  const { visitor, guest, proofAt, holdTime, hold, book, free, customerOf, templates } = setUpBookings(database);

  test.each([1, 2])('of 60 bookings of one time at once, as many win as there are hosts (%i)', async (count) => {
    for (let at = 0; at < count; at += 1) await makeHost();
    const proofs = await Promise.all(Array.from({ length: 60 }, () => proofAt()));
    // On a busy machine some wait for a connection for longer than they may, and retry.
    const requests = proofs.map((proof) => ({ who: visitor(), wanted: guest({ proof }), key: randomUUID() }));
    const results = await Promise.all(requests.map(({ who, wanted, key }) => insist(() => holdTime(who, wanted, key))));
    expect(results.filter((one) => one !== 'done')).toEqual(Array.from({ length: 60 - count }, () => 'slot_taken'));
    expect(results.filter((one) => one === 'done')).toHaveLength(count);
    const made = await allAppointments();
    expect(new Set(made.map(({ hostId }) => hostId)).size).toBe(count);
    expect(made).toHaveLength(count);
    // Neither connections nor locks are left held.
    expect(database.pool.totalCount).toBeLessThanOrEqual(database.pool.options.max);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    const locks = await database.pool.query(
      `SELECT FROM pg_locks JOIN pg_database ON oid = database WHERE datname = current_database() AND locktype = 'advisory'`,
    );
    expect(locks.rows).toEqual([]);
    const { rows } = await database.pool.query(`SELECT FROM jobs WHERE data->>'template' = 'appointment-confirm'`);
    expect(rows).toHaveLength(count);
  });

  test('visitors, customers and those who move an appointment at once: one wins', async () => {
    await makeHost();
    const customers = await Promise.all(Array.from({ length: 5 }, () => customerOf()));
    const moved = await book({ startsAt: four });
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => codeOf(holdTime(visitor(), guest()))),
      ...customers.map((one) => codeOf(bookAppointment(one, guest()))),
      codeOf(rescheduleByLink(visitor(), moved.token, nine)),
    ]);
    expect(results.toSorted()).toEqual(['done', ...Array.from({ length: 10 }, () => 'slot_taken')]);
  });

  test.each([
    ['a minute later', '2031-01-13T08:01:00Z'],
    ['a time between', '2031-01-13T10:00:00Z'],
    ['a Sunday', '2031-01-12T08:00:00Z'],
    ['in the past', '2031-01-10T08:00:00Z'],
    ['after the horizon', '2031-06-16T07:00:00Z'],
    ['the end of the period', '2031-01-13T16:00:00Z'],
  ])('a time that was never offered is not booked: %s', async (_what, startsAt) => {
    await makeHost();
    const customer = await customerOf();
    expect(await codeOf(holdTime(visitor(), guest({ startsAt })))).toBe('slot_taken');
    expect(await codeOf(bookAppointment(customer, guest({ startsAt })))).toBe('slot_taken');
    const booked = await book();
    expect(await codeOf(rescheduleByLink(visitor(), booked.token, startsAt))).toBe('slot_taken');
    expect(await allAppointments()).toMatchObject([{ status: 'booked', sequence: 0 }]);
  });

  test('nothing is booked of a host who does not offer the kind, or without any host', async () => {
    expect(await codeOf(hold())).toBe('slot_taken');
    await makeHost({ kinds: ['general'] });
    expect(await codeOf(hold())).toBe('slot_taken');
    expect(await codeOf(hold({ kind: 'general' }))).toBe('done');
  });

  test('15:30 and 16:00 overlap: one host has one of them, two hosts have both', async () => {
    const one = await makeHost();
    await book({ startsAt: halfPastThree });
    expect(await codeOf(hold({ startsAt: four }))).toBe('slot_taken');
    const two = await makeHost();
    expect(await codeOf(hold({ startsAt: four }))).toBe('done');
    expect((await allAppointments()).map(({ hostId }) => hostId)).toEqual([one.hostId, two.hostId]);
    // A shorter one ends when the next begins.
    await clear();
    const { hostId } = await makeHost();
    await book({ kind: 'general', startsAt: halfPastThree });
    expect(await codeOf(hold({ kind: 'general', startsAt: four }))).toBe('done');
    await clear();
    const strict = await makeHost({ bufferMinutes: 5 });
    expect(strict.hostId).not.toBe(hostId);
    await book({ kind: 'general', startsAt: halfPastThree });
    expect(await codeOf(hold({ kind: 'general', startsAt: four }))).toBe('slot_taken');
  });

  test('the host with the fewest appointments gets the next one', async () => {
    const hosts = [await makeHost(), await makeHost(), await makeHost()];
    for (const startsAt of [
      nine,
      '2031-01-13T09:30:00Z',
      '2031-01-13T13:00:00Z',
      '2031-01-14T08:00:00Z',
      '2031-01-15T08:00:00Z',
      '2031-01-16T08:00:00Z',
    ])
      await hold({ startsAt });
    const counts = hosts.map(
      async ({ hostId }) => (await allAppointments()).filter((one) => one.hostId === hostId).length,
    );
    expect(await Promise.all(counts)).toEqual([2, 2, 2]);
  });

  test('a hold lasts 15 minutes: then the time is offered and somebody else may have it', async () => {
    await makeHost();
    const { token } = await hold();
    expect(await free()).not.toContain('2031-01-13T08:00:00Z');
    expect(await codeOf(hold({}, after(15 * minuteMs - 1)))).toBe('slot_taken');
    const later = after(15 * minuteMs);
    expect(await free(later)).toContain('2031-01-13T08:00:00Z');
    await book({}, later);
    expect((await allAppointments()).map(({ status, cancelledBy }) => [status, cancelledBy])).toEqual(
      expect.arrayContaining([
        ['cancelled', 'expiry'],
        ['booked', null],
      ]),
    );
    expect(await codeOf(confirmAppointment(visitor(later), token))).toBe('slot_taken');
  });

  test('a mail that came late still confirms, as long as the time is offered', async () => {
    const { hostId } = await makeHost();
    const [late, tooLate] = [await hold(), await hold({ startsAt: four })];
    const now = after(40 * minuteMs);
    await confirmAppointment(visitor(now), late.token);
    await changeHost(hostId, { isOpen: false });
    expect(await codeOf(confirmAppointment(visitor(now), tooLate.token))).toBe('slot_taken');
    expect((await allAppointments()).map(({ status }) => status)).toEqual(['booked', 'held']);
    // Nobody confirms what has begun.
    await changeHost(hostId, { isOpen: true });
    expect(await codeOf(confirmAppointment(visitor(after(9 * hourMs)), tooLate.token))).toBe('slot_taken');
  });

  test('confirmed twice, or twice at once, it is booked once with one mail', async () => {
    await makeHost();
    const { token, email } = await hold();
    await Promise.all([confirmAppointment(visitor(), token), confirmAppointment(visitor(), token)]);
    await confirmAppointment(visitor(after(20 * minuteMs)), token);
    expect(await templates(email)).toEqual(['appointment-confirm', 'appointment-booked']);
    expect(await allAppointments()).toMatchObject([{ status: 'booked', sequence: 0 }]);
  });

  test('cancelled before it was confirmed: it cannot be confirmed, and no cancellation is sent', async () => {
    await makeHost();
    const { token, email } = await hold();
    await cancelByLink(visitor(), token);
    expect(await codeOf(confirmAppointment(visitor(), token))).toBe('appointment_over');
    expect(await templates(email)).toEqual(['appointment-confirm']);
    expect(await free()).toContain('2031-01-13T08:00:00Z');
  });

  test('a cancelled appointment is over: cancelled again it says the same, and it cannot be moved', async () => {
    await makeHost();
    const { token, email } = await book();
    await cancelByLink(visitor(), token);
    await cancelByLink(visitor(), token);
    expect(await codeOf(confirmAppointment(visitor(), token))).toBe('appointment_over');
    expect(await codeOf(rescheduleByLink(visitor(), token, four))).toBe('appointment_over');
    expect(await allAppointments()).toMatchObject([{ status: 'cancelled', cancelledBy: 'guest', sequence: 1 }]);
    expect(await templates(email)).toEqual(['appointment-confirm', 'appointment-booked', 'appointment-cancelled']);
  });

  test('a moved appointment keeps its UID and host, its SEQUENCE grows, and its time before is free', async () => {
    const hosts = [await makeHost(), await makeHost()];
    const { token, email } = await book();
    const [before] = await allAppointments();
    await rescheduleByLink(visitor(), token, halfPastThree);
    // By half an hour: it is not in its own way.
    await rescheduleByLink(visitor(), token, four);
    await rescheduleByLink(visitor(), token, four);
    const all = await allAppointments();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ uid: before?.uid, id: before?.id, hostId: before?.hostId, sequence: 2 });
    expect(new Date(String(all[0]?.startsAt)).toISOString()).toBe('2031-01-13T15:00:00.000Z');
    expect(hosts.map(({ hostId }) => hostId)).toContain(before?.hostId);
    expect(await templates(email)).toEqual([
      'appointment-confirm',
      'appointment-booked',
      'appointment-rescheduled',
      'appointment-rescheduled',
    ]);
    // What has begun is not moved or cancelled.
    const begun = visitor(new Date(four));
    expect(await codeOf(rescheduleByLink(begun, token, '2031-01-14T08:00:00Z'))).toBe('appointment_over');
    expect(await codeOf(cancelByLink(begun, token))).toBe('appointment_over');
  });

  test('a token opens one appointment, and others none', async () => {
    await makeHost();
    const [one, two] = [await book(), await book({ startsAt: four })];
    const found = await findAppointment(visitor(), one.token);
    expect(found).toMatchObject({ kind: 'infrastructure', startsAt: nine, status: 'booked', meeting: 'video' });
    expect(Object.keys(found)).not.toContain('email');
    expect((await findAppointment(visitor(), two.token)).id).not.toBe(found.id);
    for (const wrong of ['x', `${one.token}x`, one.token.slice(1), found.id, '']) {
      for (const work of [findAppointment, confirmAppointment, cancelByLink])
        expect(await codeOf(work(visitor(), wrong))).toBe('invalid_token');
      expect(await codeOf(rescheduleByLink(visitor(), wrong, four))).toBe('invalid_token');
    }
    expect((await allAppointments()).map(({ status }) => status)).toEqual(['booked', 'booked']);
  });

  test('sent twice, a hold is one hold with one mail', async () => {
    await makeHost();
    const wanted = guest();
    const key = randomUUID();
    await Promise.all([holdTime(visitor(), wanted, key), holdTime(visitor(), wanted, key)]);
    expect(await allAppointments()).toHaveLength(1);
    expect(await templates(wanted.email)).toEqual(['appointment-confirm']);
  });

  test('a mailbox gets two mails a day, whatever its spelling, and a customer has three appointments ahead', async () => {
    await makeHost();
    const starts = ['2031-01-13T08:00:00Z', '2031-01-13T09:30:00Z', '2031-01-13T13:00:00Z', '2031-01-14T08:00:00Z'];
    const spellings = ['bombed@x.example', 'Bombed@x.example', 'bombed+1@x.example', 'BOMBED+2@x.example'];
    for (const [at, email] of spellings.entries())
      expect(await codeOf(holdTime(visitor(), guest({ email, startsAt: starts[at] ?? '' })))).toBe('done');
    const { rows } = await database.pool.query(`SELECT FROM jobs WHERE lower(data->>'recipient') LIKE 'bombed%'`);
    expect(rows).toHaveLength(2);
    await clear();
    await makeHost();
    const customer = await customerOf();
    const booked = [];
    for (const startsAt of starts) booked.push(await codeOf(bookAppointment(customer, guest({ startsAt }))));
    expect(booked.map((one) => /RateLimitError/.test(one))).toEqual([false, false, false, true]);
  });

  test.runIf(engine === 'postgresql')('instances at once: one wins', async () => {
    await makeHost();
    const instances = [database, await database.openInstance(), await database.openInstance()];
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        codeOf(holdTime({ ...visitor(), database: instances[at % 3] ?? database }, guest())),
      ),
    );
    expect(results.filter((one) => one === 'done')).toHaveLength(1);
    expect(results.filter((one) => one === 'slot_taken')).toHaveLength(59);
  });
});
