import { sql } from 'drizzle-orm';
import { hour } from '#api/auth/core/auth-settings.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import type { Log } from '#api/lib/log.ts';
import { isPublicAddress } from '#api/lib/public-address.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { comparableText, textReasons, verdictOf } from '#modules/leads/server/judge-lead.ts';
import { checkProof } from '#modules/leads/server/proofs.ts';
import { deadlineOf, isRepeated } from '#modules/leads/server/submit-lead.ts';
import { mayMailVisitor, spendProof, unknownNotice } from '#modules/leads/server/visitor-limits.ts';
import { holdMinutes } from '#contract/appointments.ts';
import type { HoldAppointment } from '../contract/appointment-schemas.ts';
import { honeypotField, type LeadReason } from '#contract/leads.ts';
import { leadValueSchemas } from '#contract/lead-schemas.ts';
import { enqueueAppointmentMail } from './appointment-mails.ts';
import { rejectBooking, type VisitorContext } from './appointments.ts';

export interface HoldContext extends VisitorContext {
  /** Newest first (deriveKeys). */
  proofKeys: readonly string[];
  /** Undefined: nobody is notified. */
  leadsTo: string | undefined;
  log: Log;
}

const maxHoldsPerHour = 20;
const page = '/schedule-consultation';

/** Without JavaScript there are no times to choose from: the form of the page is sent as a lead (/api/leads). */
const proofRequired = new UserError('proof_required', 'Your browser could not be checked. Please try again.');

const parisParts = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
});

/** The fields of the consultation form. A time that is not one of the form's own is known from the appointment only. */
function leadValuesOf({ kind, startsAt, meeting, name, company, email, phone, additionalInfo }: HoldAppointment) {
  const parts = Object.fromEntries(
    parisParts.formatToParts(new Date(startsAt)).map(({ type, value }) => [type, value]),
  );
  const times = leadValueSchemas.consultation.shape.preferredTime.unwrap().options;
  const start = `${Number(parts['hour'])}h${parts['minute']}-`;
  return {
    name,
    company,
    email,
    phone,
    consultationType: kind,
    preferredDate: `${parts['year']}-${parts['month']}-${parts['day']}`,
    preferredTime: times.find((time) => time.startsWith(start)) ?? '',
    meetingType: meeting,
    additionalInfo,
  };
}

/**
 * For 15 minutes, until the visitor confirms it with the link in a mail. Requires a proof of work, as a bot without one could hold every time
 * there is. The response depends on the proof, the key and the time alone, and says nothing about the email address: a mailbox that got its
 * mails of today gets none, and its time is held all the same. A bot's request is stored as spam and holds nothing.
 */
export async function holdAppointment(ctx: HoldContext, wanted: HoldAppointment, key: string): Promise<void> {
  const { database, auth, request, proofKeys } = ctx;
  const now = ctx.now ?? new Date();
  await auth.limiter.consume('appointment-hold', { ipAddress: [request.ipAddress, maxHoldsPerHour, hour] });
  const { proof, consent, zone, [honeypotField]: honeypot = '', ...choice } = wanted;
  const checked = await checkProof(proofKeys, proof, now);
  if (!('nonce' in checked)) throw proofRequired;
  const values = leadValuesOf(wanted);
  const text = comparableText(wanted.additionalInfo);
  const asked = { requestHash: hashToken(JSON.stringify([choice, consent, zone])), keyHash: hashToken(key) };
  const textHash = text === undefined ? null : hashToken(text);
  const reasons: LeadReason[] = [
    ...(honeypot === '' ? [] : (['honeypot'] as const)),
    ...(checked.reason === undefined ? [] : [checked.reason]),
    ...textReasons(wanted.additionalInfo, [wanted.name, wanted.company]),
  ];

  const hold = async (tx: Transaction) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    const begun = await tx.execute<{ id: string | null }>(
      sql`SELECT begin_lead(${asked.keyHash}, ${asked.requestHash}, 'consultation', ${consent}) AS id`,
    );
    if ((begun.rows[0]?.id ?? null) !== null) return;
    // Always in this order: others wait for these locks, and the one of bookings comes last.
    if (!(await spendProof(tx, checked))) throw proofRequired;
    if (textHash !== null && (await isRepeated(tx, textHash, wanted.email))) reasons.push('same_text');
    const { name, company, email } = values;
    const lead = {
      form: 'consultation',
      values,
      name,
      company,
      email,
      page,
      consentHash: consent,
      verdict: verdictOf(reasons),
      reasons,
      textHash,
      ...asked,
    };
    const { hours, minutes } = deadlineOf('consultation', now);
    const deadline = sql`${hours === null ? null : sql.param(hours.map((one) => one.toISOString()))}::timestamptz[], ${minutes}::integer`;
    if (honeypot !== '') {
      await tx.execute(sql`SELECT save_lead(${JSON.stringify(lead)}::jsonb, ${at}, ${deadline})`);
      return;
    }
    const token = newLinkToken();
    const { kind, startsAt, meeting, phone, additionalInfo } = wanted;
    // A proxy that TRUST_PROXY does not name shares its address with all visitors.
    const network = isPublicAddress(request.ipAddress) ? networkOf(request.ipAddress) : null;
    const guest = { name, company, email: email.toLowerCase(), phone, zone, network, answers: { additionalInfo } };
    const { rows } = await tx.execute<{ id: string; leadId: string | null }>(
      sql`SELECT id, lead_id AS "leadId" FROM hold_appointment(${kind}, ${startsAt}, ${meeting},
        ${JSON.stringify(guest)}::jsonb, ${hashToken(token)}, ${at}, ${JSON.stringify(lead)}::jsonb, ${deadline})`,
    );
    const [held] = rows;
    if (held === undefined) return;
    if (await mayMailVisitor(auth.limiter, email)) await enqueueAppointmentMail(tx, 'confirm', held, token);
    await enqueueNotice(ctx, tx, held.leadId, now);
  };

  await database.orm
    .transaction(hold)
    .catch(fromSqlState({ PT422: idempotencyKeyReused, ...unknownNotice }))
    .catch(rejectBooking);
}

/** Once the time is no longer held; not sent about a request that was confirmed (prepareLeadMails). */
async function enqueueNotice({ leadsTo }: HoldContext, tx: Transaction, leadId: string | null, now: Date) {
  if (leadsTo === undefined || leadId === null) return;
  const nextAttemptAt = new Date(now.getTime() + holdMinutes * 60_000);
  await enqueueMail(tx, {
    template: 'lead-notice-staff',
    recipient: leadsTo,
    locale: 'fr',
    data: { leadId },
    nextAttemptAt,
  });
}
