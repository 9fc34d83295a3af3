import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { leads } from '#api/db/lead-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { after, setUpAppointments } from '#tests/support/appointments.ts';
import { codeOf, four, nine, setUpBookings } from '#tests/support/bookings.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { confirmAppointment, rescheduleByLink } from './appointments.ts';

const minuteMs = 60_000;

describeDatabase({ both: true }, ({ database }) => {
  const { makeHost, clear, changeHost, allAppointments, run } = setUpAppointments(database);
  const { visitor, guest, proofAt, holdTime, hold, book, templates } = setUpBookings(database);
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
