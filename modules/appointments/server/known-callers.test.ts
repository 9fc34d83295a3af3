import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { makeStaff } from '#tests/support/api.ts';
import { after, dayMs, monday, setUpAppointments } from '#tests/support/appointments.ts';
import { codeOf, four, nine, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { bookAppointment, cancelOwn, findAppointment, listOwnAppointments, rescheduleOwn } from './appointments.ts';
import { cancelForGuest, finishAppointment, rescheduleForGuest } from './desk-appointments.ts';

describeDatabase(({ database }) => {
  const { makeHost, clear, allAppointments } = setUpAppointments(database);
  const { visitor, guest, tokenFor, book, customerOf, templates } = setUpBookings(database);
  beforeEach(clear);

  test('a customer books at once, and nobody else sees or changes it', async () => {
    await makeHost();
    const [own, other] = [await customerOf(), await customerOf()];
    const { items } = await bookAppointment(own, guest({ phone: '+33 4 65 71 00 06', additionalInfo: 'Trois sites' }));
    expect(items).toMatchObject([{ status: 'booked', startsAt: nine, kind: 'infrastructure' }]);
    // Sent again it is the same one.
    expect((await bookAppointment(own, guest())).items).toEqual(items);
    const id = items[0]?.id ?? '';
    expect(await allAppointments()).toMatchObject([
      {
        userId: own.userId,
        customerId: own.id,
        email: own.email,
        company: 'Atlas',
        answers: { additionalInfo: 'Trois sites' },
      },
    ]);
    expect((await listOwnAppointments(database, other.caller)).items).toEqual([]);
    expect(await codeOf(cancelOwn(other, id))).toBe('not_found');
    expect(await codeOf(rescheduleOwn(other, id, four))).toBe('not_found');
    expect(await codeOf(cancelOwn(own, randomUUID()))).toBe('not_found');
    expect((await rescheduleOwn(own, id, four)).items).toMatchObject([{ id, startsAt: four }]);
    expect((await cancelOwn(own, id)).items).toMatchObject([{ id, status: 'cancelled' }]);
    expect(await templates(own.email)).toEqual([
      'appointment-booked',
      'appointment-rescheduled',
      'appointment-cancelled',
    ]);
  });

  test('staff move, cancel and close appointments', async () => {
    await makeHost();
    const { caller } = await makeStaff(database, { permissions: ['sales'] });
    const desk = { database, caller, now: monday };
    const [one, two] = [await book(), await book({ startsAt: '2031-01-13T13:00:00Z' })];
    const [first, second] = await allAppointments();
    const [id, otherId] = [first?.id ?? '', second?.id ?? ''];
    expect(await codeOf(finishAppointment(desk, { id, outcome: 'done' }))).toBe('changed_meanwhile');
    await rescheduleForGuest(desk, id, '2031-01-13T09:30:00Z');
    await cancelForGuest(desk, otherId);
    expect(await templates(one.email)).toEqual([
      'appointment-confirm',
      'appointment-booked',
      'appointment-rescheduled',
    ]);
    expect(await templates(two.email)).toEqual(['appointment-confirm', 'appointment-booked', 'appointment-cancelled']);
    // The links of all mails go on working.
    const newest = await tokenFor(one.email);
    expect(newest).not.toBe(one.token);
    expect((await findAppointment(visitor(), newest)).id).toBe((await findAppointment(visitor(), one.token)).id);
    const later = { ...desk, now: after(dayMs) };
    for (const outcome of ['no_show', 'done'] as const) await finishAppointment(later, { id, outcome });
    expect(await codeOf(finishAppointment(later, { id: otherId, outcome: 'done' }))).toBe('changed_meanwhile');
    expect((await allAppointments()).map(({ status, cancelledBy }) => [status, cancelledBy])).toEqual([
      ['done', null],
      ['cancelled', 'staff'],
    ]);
    const weak = await makeStaff(database, { permissions: ['records'] });
    expect(await codeOf(cancelForGuest({ ...desk, caller: weak.caller }, id))).toMatch('Forbidden');
  });
});
