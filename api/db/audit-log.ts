import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { networkOf } from '#api/lib/ip-address.ts';
import type { Orm } from './transaction-context.ts';

/** The names are stable: operators search by them. */
export type AuditEventName =
  | 'account.signed_up'
  | 'account.verified'
  | 'account.locked'
  | 'account.unlocked'
  | 'sign_in.done'
  | 'sign_in.failed'
  | 'sign_in.blocked'
  | 'sign_in.confirmed'
  | 'sign_out.done'
  | 'password.reset_requested'
  | 'password.reset'
  | 'password.changed'
  | 'password.disabled'
  | 'password.enabled'
  | 'email.change_requested'
  | 'email.changed'
  | 'email.change_cancelled'
  | 'email.change_reverted'
  | 'factor.totp_added'
  | 'factor.totp_removed'
  | 'factor.recovery_codes_made'
  | 'factor.recovery_code_used'
  | 'factor.passkey_added'
  | 'factor.passkey_removed'
  | 'factor.all_removed'
  | 'factor.enrolment_rejected'
  | 'session.revoked'
  | 'customer.created'
  | 'customer.changed'
  | 'customer.exported'
  | 'customer.erased'
  | 'user.invited'
  | 'user.linked'
  | 'user.unlinked'
  | 'user.roles_changed'
  | 'invitation.withdrawn'
  | 'customer.switched'
  | 'user.exported'
  | 'user.erased'
  | 'records.imported'
  | 'records.exported'
  | 'records.deleted'
  | 'calendar.created'
  | 'calendar.revoked'
  | 'invoice.document_read'
  | 'invoice.issued'
  | 'invoice.iban_requested'
  | 'invoice.iban_refused'
  | 'invoice.iban_confirmed'
  | 'invoice.iban_rejected'
  | 'ticket.created'
  | 'ticket.opened'
  | 'ticket.status_changed'
  | 'ticket.assigned'
  | 'ticket.priority_changed'
  | 'ticket.subject_changed'
  | 'ticket.tags_changed'
  | 'ticket.customer_changed'
  | 'ticket.replied'
  | 'ticket.answered'
  | 'ticket.rated'
  | 'ticket.noted'
  | 'ticket.merged'
  | 'ticket.watcher_added'
  | 'ticket.watcher_removed'
  | 'mail.written'
  | 'mail.published'
  | 'mail.discarded'
  | 'mail.withdrawn'
  | 'job.retried'
  | 'job.dropped'
  | 'lead.read'
  | 'lead.assigned'
  | 'lead.status_changed'
  | 'lead.corrected'
  | 'lead.noted'
  | 'lead.answered'
  | 'lead.slot_answered'
  | 'lead.converted'
  | 'newsletter.exported'
  | 'newsletter.unsubscribed'
  | 'notifications.changed'
  | 'account.name_changed'
  | 'canned_reply.saved'
  | 'canned_reply.archived'
  | 'record.corrected'
  | 'record.voided'
  | 'record.file_added'
  | 'record.file_replaced'
  | 'record.file_withdrawn'
  | 'reminders.changed'
  | 'payment.allocated'
  | 'payment.allocation_removed'
  | 'bank.proposed'
  | 'bank.approved'
  | 'bank.rejected'
  | 'bank.withdrawn'
  | 'bank.alarm_raised'
  | 'bank.alarm_dismissed'
  | 'appointment.rescheduled'
  | 'appointment.cancelled'
  | 'appointment.finished'
  | 'host.changed'
  | 'host.feed_created'
  | 'host.feed_revoked'
  | 'staff.added'
  | 'staff.changed'
  | 'staff.enrolment_code_issued'
  | 'staff.suspended'
  | 'staff.resumed'
  | 'staff.removed'
  | 'staff.read'
  | 'staff.view_started'
  | 'staff.view_ended'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'webhook.created'
  | 'webhook.secret_changed'
  | 'webhook.enabled'
  | 'webhook.removed'
  | 'backup.made'
  | 'backup.failed'
  | 'backup.proven'
  | 'backup.proof_failed'
  | 'backup.restored'
  | 'outbound.resumed';

export interface AuditEvent {
  event: AuditEventName;
  /** Row-level security allows `operator` only for the command line. */
  actor: 'user' | 'visitor' | 'system' | 'operator';
  outcome?: 'done' | 'rejected';
  /** The user concerned. */
  userId?: string | undefined;
  customer?: string | undefined;
  /** Kind and id, for example `ticket:…`. */
  entity?: string | undefined;
  times?: number;
  /** Never personal data: events remain after a user is erased. */
  details?: Readonly<Record<string, string | number>>;
}

/** The origin of a request; only the network of the IP address is stored. */
export interface Trace {
  requestId: string;
  ipAddress: string;
}

/** The operating-system user of the command line, which prepares its connection with it. Others have no such setting. */
const operator = `jsonb_strip_nulls(jsonb_build_object('by', nullif(current_setting('app.operator', true), '')))`;

/** In the open transaction, if there is one: the change and its event are committed together. */
export async function recordEvent(
  orm: Pick<Orm, 'execute'>,
  { event, actor, outcome = 'done', userId, customer, entity, times = 1, details = {} }: AuditEvent,
  trace?: Trace,
): Promise<void> {
  const network = trace === undefined ? null : networkOf(trace.ipAddress);
  await orm.execute(sql`
    INSERT INTO audit_events (actor, event, outcome, user_id, customer, entity, times, request_id, network, details)
    VALUES (${actor}, ${event}, ${outcome}, ${userId ?? null}::uuid, ${customer ?? null}::uuid, ${entity ?? null}, ${times},
      ${trace?.requestId ?? null}, ${network}, ${JSON.stringify(details)}::jsonb ${actor === 'operator' ? sql.raw(`|| ${operator}`) : sql``})`);
}

type OperatorEvent = Pick<AuditEvent, 'userId' | 'customer' | 'entity' | 'details'> & { event: AuditEventName };

/** For the command line. Must be called in the operator's transaction. */
export async function recordOperatorEvent(
  client: Pick<ClientBase, 'query'>,
  { event, userId, customer, entity, details = {} }: OperatorEvent,
): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (actor, event, user_id, customer, entity, details) VALUES ('operator', $1, $2, $3, $4, $5::jsonb || ${operator})`,
    [event, userId ?? null, customer ?? null, entity ?? null, JSON.stringify(details)],
  );
}

type ActorEvent = Pick<AuditEvent, 'customer' | 'entity' | 'details'> & { event: AuditEventName };
interface Origin {
  requestId: string | null;
  network: string | null;
}

const authors = {
  user: 'app_user_id()',
  staff: 'app_staff_id()',
  operator: 'NULL::uuid',
  system: 'NULL::uuid',
  key: 'NULL::uuid',
};

/** What the caller of the transaction did, by its context. */
export const auditStatement = (
  actor: keyof typeof authors,
  { event, customer, entity, details = {} }: ActorEvent,
  { requestId, network }: Origin,
) => ({
  name: `audit-${actor}`,
  text: `INSERT INTO audit_events (actor, event, user_id, customer, entity, request_id, network, details)
    VALUES ('${actor}', $1, ${authors[actor]}, $2, $3, $4, $5, $6::jsonb${actor === 'operator' ? ` || ${operator}` : ''})`,
  values: [event, customer ?? null, entity ?? null, requestId, network, JSON.stringify(details)],
});

/** What was done with an API key, which the event names. Must be called in its transaction. */
export async function recordKeyEvent(
  client: Pick<ClientBase, 'query'>,
  { details, ...event }: ActorEvent,
  origin: Origin,
): Promise<void> {
  const { rows } = await client.query<{ key: string }>('SELECT key_prefix() AS key');
  await client.query(auditStatement('key', { ...event, details: { ...details, key: rows[0]?.key ?? '' } }, origin));
}

/** What a staff member did. Must be called in their transaction. */
export async function recordStaffEvent(
  client: Pick<ClientBase, 'query'>,
  event: ActorEvent,
  origin: Origin,
): Promise<void> {
  await client.query(auditStatement('staff', event, origin));
}
