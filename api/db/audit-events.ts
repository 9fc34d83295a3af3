/** Every event that is recorded. The names are stable: operators search by them. */
export type AuditEventName =
  | 'account.signed_up'
  | 'account.verified'
  | 'account.locked'
  | 'sign_in.done'
  | 'sign_in.failed'
  | 'sign_in.blocked'
  | 'sign_in.confirmed'
  | 'sign_out.done'
  | 'password.reset_requested'
  | 'password.reset'
  | 'password.changed'
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
  | 'session.revoked'
  | 'customer.created'
  | 'customer.changed'
  | 'customer.exported'
  | 'customer.erased'
  | 'user.invited'
  | 'user.replaced'
  | 'user.linked'
  | 'user.unlinked'
  | 'user.exported'
  | 'user.erased'
  | 'records.imported'
  | 'records.exported'
  | 'records.deleted'
  | 'ticket.created'
  | 'ticket.status_changed'
  | 'backup.made'
  | 'backup.restored';

export interface AuditEvent {
  event: AuditEventName;
  /** The database lets nobody but the command line name the operator. */
  actor: 'user' | 'visitor' | 'system' | 'operator';
  outcome?: 'done' | 'refused';
  /** The login that it concerns. */
  userId?: string | undefined;
  customer?: string | undefined;
  /** Which, as kind and id: `ticket:…`. */
  entity?: string | undefined;
  times?: number;
  /** Never personal data: what remains after a login is erased must not name it. */
  details?: Readonly<Record<string, string | number>>;
}

/** Where a request came from, as far as it is kept. */
export interface Trace {
  requestId: string;
  address: string;
}
