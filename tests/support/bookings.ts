import { randomUUID } from 'node:crypto';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { UserError } from '#api/lib/errors.ts';
import { createLog } from '#api/lib/log.ts';
import { confirmAppointment, listSlots, type VisitorContext } from '#modules/appointments/server/appointments.ts';
import { holdAppointment } from '#modules/appointments/server/hold-appointment.ts';
import { saveConsents } from '#modules/leads/server/consents.ts';
import type { HoldAppointment } from '#modules/appointments/contract/appointment-schemas.ts';
import { hashConsent } from '#contract/leads.ts';
import { makeCustomer, mailsTo, secret } from './api.ts';
import { after, hourMs, monday } from './appointments.ts';
import type { TestDatabase } from './database.ts';
import { leadsTo, proofKeys, proofOf } from './leads.ts';

/** The first time of the first day. */
export const nine = '2031-01-13T08:00:00Z';
export const four = '2031-01-13T15:00:00Z';

/** The response in the end: a browser that is told to retry sends the same request with the same key. */
export async function insist(work: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const code = await codeOf(work());
    if (!/timeout exceeded/.test(code)) return code;
  }
}

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof UserError ? error.code : String(error)),
  );

const notice = 'Notice of consultation';
const consent = await hashConsent(notice);
const log = createLog('silent');

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
    zone: null,
    consent,
    ...more,
  });
  const consents = () => saveConsents(database, [{ form: 'consultation', hash: consent, text: notice }]);
  let noticed: Promise<void> | undefined;
  /** The proof of somebody who touched the form a minute before. */
  const proofAt = (now = monday) => proofOf((Date.now() - now.getTime()) / 1000 + 60);
  /** With a proof, unless the request has one. */
  const holdTime = async (ctx: VisitorContext & { now: Date }, wanted: HoldAppointment, key: string = randomUUID()) => {
    await (noticed ??= consents());
    const proof = wanted.proof ?? (await proofAt(ctx.now));
    await holdAppointment({ ...ctx, proofKeys, leadsTo, log }, { ...wanted, proof }, key);
  };
  const tokenFor = async (email: string) => String((await mailsTo(database, email))[0]?.data['token']);
  /** Holds a time and returns what the mail has. */
  const hold = async (more: Partial<HoldAppointment> = {}, now = monday) => {
    const wanted = guest(more);
    await holdTime(visitor(now), wanted);
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
  return { visitor, guest, proofAt, holdTime, tokenFor, hold, book, free, customerOf, templates };
};
