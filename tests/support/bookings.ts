import { createRateLimiter } from '#api/db/rate-limit.ts';
import { UserError } from '#api/lib/errors.ts';
import { confirmAppointment, holdAppointment, listSlots } from '#api/services/appointments/appointments.ts';
import type { HoldAppointment } from '#contract/appointment-schemas.ts';
import { makeCustomer, mailsTo, secret } from './api.ts';
import { after, hourMs, monday } from './appointments.ts';
import type { TestDatabase } from './database.ts';

/** The first time of the first day. */
export const nine = '2031-01-13T08:00:00Z';
export const four = '2031-01-13T15:00:00Z';

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof UserError ? error.code : String(error)),
  );

/** Visitors and customers who book. */
export const setUpBookings = (database: TestDatabase) => {
  const limiter = createRateLimiter(database, secret);
  let serial = 0;
  /** Each visitor comes from a network of their own. */
  const visitor = (now = monday) => {
    serial += 1;
    const request = { ipAddress: `10.${serial >> 8}.${serial & 255}.1` };
    return { database, auth: { limiter }, now, request };
  };
  const guest = (more: Partial<HoldAppointment> = {}): HoldAppointment => ({
    kind: 'infrastructure',
    startsAt: nine,
    meeting: 'video',
    name: 'Claire Vidal',
    company: 'Cabinet Masséna',
    email: `guest-${(serial += 1)}@massena.example`,
    phone: '',
    additionalInfo: '',
    ...more,
  });
  const tokenFor = async (email: string) => String((await mailsTo(database, email))[0]?.data['token']);
  /** Holds a time and returns what the mail has. */
  const hold = async (more: Partial<HoldAppointment> = {}, now = monday) => {
    const wanted = guest(more);
    await holdAppointment(visitor(now), wanted);
    return { email: wanted.email, token: await tokenFor(wanted.email) };
  };
  const book = async (more: Partial<HoldAppointment> = {}, now = monday) => {
    const held = await hold(more, now);
    await confirmAppointment(visitor(now), held.token);
    return held;
  };
  const free = async (now = monday) =>
    (
      await listSlots(
        { database, auth: { limiter }, now },
        { kind: 'infrastructure', from: monday.toISOString(), until: after(12 * hourMs).toISOString() },
      )
    ).items.map(({ startsAt }) => startsAt);
  const customerOf = async (now = monday) => {
    const customer = await makeCustomer(database, 'Atlas');
    return { database, auth: { limiter }, now, ...customer };
  };
  const templates = async (email: string) =>
    (await mailsTo(database, email)).map(({ template }) => template).toReversed();
  return { visitor, guest, tokenFor, hold, book, free, customerOf, templates };
};
