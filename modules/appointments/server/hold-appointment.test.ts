import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { leads } from '#modules/leads/server/lead-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { after, setUpAppointments } from '#tests/support/appointments.ts';
import { codeOf, four, nine, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { bookAppointment, confirmAppointment, rescheduleByLink } from './appointments.ts';

const minuteMs = 60_000;

describeDatabase(({ database }) => {
  const { makeHost, clear, changeHost, allAppointments, run } = setUpAppointments(database);
  const { visitor, guest, proofAt, holdTime, hold, book, customerOf, templates } = setUpBookings(database);
  beforeEach(clear);
  const leadsOf = (email: string) =>
    asOperator(database, (tx) =>
      tx
        .select()
        .from(leads)
        .where(sql`lower(email) = ${email}`),
    );

  test('a hold makes a lead, which its confirmation answers in time', async () => {
    await makeHost();
    const { email, token } = await hold({ zone: 'Asia/Dubai' });
    const [lead] = await leadsOf(email);
    expect(lead).toMatchObject({ form: 'consultation', status: 'new', verdict: 'clean' });
    expect(lead?.values).toMatchObject({
      consultationType: 'infrastructure',
      preferredDate: '2031-01-13',
      preferredTime: '9h00-10h00',
    });
    expect(await allAppointments()).toMatchObject([{ leadId: lead?.id, zone: 'Asia/Dubai' }]);
    await confirmAppointment(visitor(after(minuteMs)), token);
    expect(await leadsOf(email)).toMatchObject([{ status: 'answered', verdict: 'clean' }]);
  });

  test('without a proof, with one that was used or forged, nothing is held', async () => {
    await makeHost();
    const proof = await proofAt();
    await holdTime(visitor(), guest({ proof }));
    for (const wrong of ['', 'e30=', 'x', proof])
      expect(await codeOf(holdTime(visitor(), guest({ proof: wrong, startsAt: four })))).toBe('proof_required');
    expect(await allAppointments()).toHaveLength(1);
  });

  test('without a proof, the response says nothing about who holds or has booked a time', async () => {
    await makeHost();
    const own = await hold();
    const booked = await book({ startsAt: four });
    const asked = [
      { email: own.email },
      { email: booked.email, startsAt: four },
      {},
      { startsAt: '2031-01-13T09:30:00Z' },
      { startsAt: '2031-01-12T08:00:00Z' },
    ];
    for (const proof of ['', 'e30='])
      for (const more of asked)
        expect(await codeOf(holdTime(visitor(), guest({ ...more, proof })))).toBe('proof_required');
  });

  test('with a proof, it is the same for whoever holds the time and for others', async () => {
    await makeHost();
    const own = await hold();
    expect(await codeOf(holdTime(visitor(), guest({ email: own.email })))).toBe('slot_taken');
    expect(await codeOf(holdTime(visitor(), guest()))).toBe('slot_taken');
  });

  test('a mailbox that got its mails of today gets none, and its time is held as any other', async () => {
    await makeHost();
    const email = 'full@massena.example';
    const starts = [nine, '2031-01-13T09:30:00Z', '2031-01-13T13:00:00Z', four];
    for (const startsAt of starts) expect(await codeOf(holdTime(visitor(), guest({ email, startsAt })))).toBe('done');
    expect(await templates(email)).toEqual(['appointment-confirm', 'appointment-confirm']);
    expect((await allAppointments()).map(({ status }) => status)).toEqual(['held', 'held', 'held', 'held']);
    // Staff see the request and may call.
    expect(await leadsOf(email)).toHaveLength(4);
    expect(await codeOf(holdTime(visitor(), guest({ startsAt: four })))).toBe('slot_taken');
  });

  test('holds in the name of a customer do not keep them from booking', async () => {
    await makeHost();
    const customer = await customerOf();
    for (const startsAt of [nine, '2031-01-13T09:30:00Z', '2031-01-13T13:00:00Z'])
      await holdTime(visitor(), guest({ email: customer.email, startsAt }));
    expect(await codeOf(bookAppointment(customer, guest({ startsAt: four })))).toBe('done');
  });

  test('a proof is not used up by a time that somebody else has', async () => {
    await makeHost();
    await hold();
    const wanted = guest({ proof: await proofAt() });
    expect(await codeOf(holdTime(visitor(), wanted))).toBe('slot_taken');
    expect(await codeOf(holdTime(visitor(), { ...wanted, startsAt: four }))).toBe('done');
  });

  test('the same key holds one time, and with other contents it is an error', async () => {
    await makeHost();
    const wanted = guest({ proof: await proofAt() });
    await holdTime(visitor(), wanted, 'key-of-a-browser');
    await holdTime(visitor(after(20 * minuteMs)), wanted, 'key-of-a-browser');
    expect(await codeOf(holdTime(visitor(), { ...wanted, startsAt: four }, 'key-of-a-browser'))).toBe(
      'idempotency_key_reused',
    );
    expect(await allAppointments()).toHaveLength(1);
    expect(await templates(wanted.email)).toEqual(['appointment-confirm']);
  });

  test('what fills in the honeypot is stored as spam, and holds nothing', async () => {
    await makeHost();
    const wanted = guest({ website: 'https://x.example' });
    expect(await codeOf(holdTime(visitor(), wanted))).toBe('done');
    expect(await allAppointments()).toEqual([]);
    expect(await leadsOf(wanted.email)).toMatchObject([{ verdict: 'spam', status: 'spam' }]);
    expect(await templates(wanted.email)).toEqual([]);
  });

  test('a colleague takes over the appointment of a host who has left, at the same time', async () => {
    const gone = await makeHost();
    const { token, email } = await book();
    await run(`UPDATE staff_members SET active = false WHERE user_id = '${gone.userId}'`);
    const colleague = await makeHost();
    await rescheduleByLink(visitor(), token, nine);
    expect(await allAppointments()).toMatchObject([{ hostId: colleague.hostId, sequence: 1 }]);
    expect(await templates(email)).toContain('appointment-rescheduled');
    expect(await templates(colleague.email)).toEqual(['appointment-booked-staff']);
  });

  test('moved to a colleague, the host before is told that it is cancelled', async () => {
    const before = await makeHost();
    const { token } = await book();
    await changeHost(before.hostId, { isOpen: false });
    const colleague = await makeHost();
    await rescheduleByLink(visitor(), token, four);
    expect(await templates(before.email)).toEqual(['appointment-booked-staff', 'appointment-cancelled-staff']);
    expect(await templates(colleague.email)).toEqual(['appointment-booked-staff']);
  });
});
