import { sql } from 'drizzle-orm';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { day, hour } from '#api/auth/core/auth-settings.ts';
import type { Database } from '#api/db/connect.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import { fromSqlState, idempotencyKeyReused, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import type { Log } from '#api/lib/log.ts';
import { enqueueMail, mailboxOf } from '#api/mail/queue.ts';
import { officeHoursFrom } from '#api/services/tickets/office-hours.ts';
import { honeypotField, type LeadForm, type LeadReason, type LeadVerdict } from '#contract/leads.ts';
import { leadValueSchemas, type LeadValues, type NewLead } from '#contract/lead-schemas.ts';
import { comparableText, textReasons, verdictOf } from './judge-lead.ts';
import { leadHours, leadMinutes } from './lead-deadline.ts';
import { checkProof } from './proofs.ts';
import { mayMailVisitor, requireNetworkQuota, spendNetworkQuota, spendProof, unknownNotice } from './visitor-limits.ts';

const mailboxLimit = [3, day] as const;
/** Staff find the others at the desk. */
const maxDoubtfulNotices = 50;

export interface LeadDeps {
  database: Database;
  auth: Pick<AuthContext, 'limiter'>;
  /** Newest first (deriveKeys). */
  proofKeys: readonly string[];
  /** Undefined: nobody is notified. */
  leadsTo: string | undefined;
  log: Log;
}

interface LeadRequest {
  lead: NewLead;
  /** The browser's; a plain form has none. */
  key: string | undefined;
  ipAddress: string;
}

export function deadlineOf(form: LeadForm, at: Date): { hours: Date[] | null; minutes: number | null } {
  const minutes = leadMinutes[form];
  return { minutes, hours: minutes === null ? null : officeHoursFrom(at, minutes, leadHours(form)) };
}

/** Names the field, so that the page can say which one it is. */
function readValues({ form, values }: NewLead): LeadValues {
  const result = leadValueSchemas[form].safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  throw new UserError('invalid_request', `${unknown ?? issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

const longTextOf = (values: LeadValues) =>
  'message' in values
    ? values.message
    : 'currentChallenges' in values
      ? values.currentChallenges
      : 'additionalInfo' in values
        ? values.additionalInfo
        : '';

/**
 * Stores what a visitor sent, once for each key, and enqueues the mails about it in the same transaction. The response says nothing about
 * the verdict, nor whether anybody knows the email address. Returns the verdict for the metrics; undefined for a repetition.
 */
export async function submitLead(
  deps: LeadDeps,
  { lead, key, ipAddress }: LeadRequest,
): Promise<LeadVerdict | undefined> {
  const values = readValues(lead);
  const { limiter } = deps.auth;
  await requireNetworkQuota(limiter, ipAddress);
  const now = new Date();
  const requestHash = hashToken(JSON.stringify([lead.form, lead.page, lead.consent, values]));
  // Twice the same from a page without JavaScript on one day is a second click.
  const keyHash = hashToken(key ?? `${requestHash} ${now.toISOString().slice(0, 10)}`);
  const text = longTextOf(values);
  const comparable = comparableText(text);
  const textHash = comparable === undefined ? null : hashToken(comparable);
  const proof =
    key === undefined ? ({ reason: 'no_script' } as const) : await checkProof(deps.proofKeys, lead.proof, now);
  const reasons: LeadReason[] = [
    ...((lead[honeypotField] ?? '') === '' ? [] : (['honeypot'] as const)),
    ...(proof.reason === undefined ? [] : [proof.reason]),
    ...textReasons(text, [values.name, values.company]),
  ];

  const store = async (tx: Transaction) => {
    const begun = await tx.execute<{ id: string | null }>(
      sql`SELECT begin_lead(${keyHash}, ${requestHash}, ${lead.form}, ${lead.consent}) AS id`,
    );
    if ((begun.rows[0]?.id ?? null) !== null) return undefined;
    // Always in this order: submissions wait for each other's locks.
    if ('nonce' in proof && !(await spendProof(tx, proof))) reasons.push('proof_replayed');
    if (!(await spendNetworkQuota(limiter, ipAddress))) reasons.push('network_limit');
    const mailbox = mailboxOf(values.email);
    if (!(await limiter.tryConsume('lead-mailbox', [mailbox, ...mailboxLimit]))) reasons.push('mailbox_limit');
    if (textHash !== null && (await isRepeated(tx, textHash, values.email))) reasons.push('same_text');
    const verdict = verdictOf(reasons);
    const { hours, minutes } = deadlineOf(lead.form, now);
    const { name, company, email } = values;
    const stored = {
      form: lead.form,
      values,
      name,
      company,
      email,
      page: lead.page,
      consentHash: lead.consent,
      verdict,
      reasons,
      keyHash,
      requestHash,
      textHash,
    };
    const saved = await tx.execute<{ id: string }>(
      sql`SELECT save_lead(${JSON.stringify(stored)}::jsonb, ${now.toISOString()}::timestamptz,
        ${hours === null ? null : sql.param(hours.map((one) => one.toISOString()))}::timestamptz[], ${minutes}::integer) AS id`,
    );
    await enqueueMails(deps, tx, { id: saved.rows[0]?.id ?? '', email, verdict });
    return verdict;
  };

  return deps.database.orm.transaction(store).catch(
    fromSqlState({
      PT422: idempotencyKeyReused,
      ...unknownNotice,
    }),
  );
}

/** Whether somebody else sent the same text within a day. */
export async function isRepeated(tx: Transaction, textHash: string, email: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`SELECT is_repeated_lead(${textHash}, ${email}) AS is`);
  return rows[0]?.is === true;
}

interface Stored {
  id: string;
  email: string;
  verdict: LeadVerdict;
}

async function enqueueMails(
  { auth: { limiter }, leadsTo, log }: LeadDeps,
  tx: Transaction,
  { id, email, verdict }: Stored,
): Promise<void> {
  if (verdict === 'spam') return;
  const data = { leadId: id };
  if (await mayMailVisitor(limiter, email))
    await enqueueMail(tx, { template: 'lead-receipt', recipient: email, locale: 'fr', data });
  if (leadsTo === undefined) return;
  const isNotified =
    verdict === 'clean' || (await limiter.tryConsume('lead-notice', [leadsTo, maxDoubtfulNotices, hour]));
  if (isNotified) await enqueueMail(tx, { template: 'lead-notice-staff', recipient: leadsTo, locale: 'fr', data });
  else log.warn({ lead: id }, 'no mail about a doubtful lead: hourly limit reached');
}
