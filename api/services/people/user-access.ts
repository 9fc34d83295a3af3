import type { ClientBase } from 'pg';
import { lockUser as lockRow, revokeAccess } from '#api/auth/session/revoke-access.ts';
import { recordOperatorEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { isUuid } from '#api/services/import/fields.ts';
import { type LostFactors, requireUser } from './users.ts';

/**
 * For an account that others may have: everything that gives access ends, and neither its password nor its passkeys sign
 * in until a new password is chosen with a link by mail. Returns the number of sessions.
 */
export async function lockUser(client: ClientBase, { email: wanted, locale, siteUrl }: LostFactors): Promise<number> {
  const { id: userId, email, is_locked: wasLocked } = await requireUser(client, wanted);
  await client.query('UPDATE users SET locked_at = coalesce(locked_at, now()) WHERE id = $1', [userId]);
  const { sessions } = await revokeAccess(ormOn(client), { event: 'account.locked', actor: 'operator', userId });
  if (!wasLocked) {
    const data = { resetLink: siteLinks(siteUrl).forgotPassword };
    await enqueueMail(ormOn(client), { template: 'account-locked', recipient: email, locale, data });
  }
  return sessions;
}

/** Returns whether it was locked. */
export async function unlockUser(client: ClientBase, email: string): Promise<boolean> {
  const { id: userId, is_locked: isLocked } = await requireUser(client, email);
  if (!isLocked) return false;
  await client.query('UPDATE users SET locked_at = NULL WHERE id = $1', [userId]);
  await recordOperatorEvent(client, { event: 'account.unlocked', userId });
  return true;
}

export interface SessionRow {
  id: string;
  signed_in_at: string;
  last_used_at: string;
  expires_at: string;
  has_second_factor: boolean;
  /** As in the audit log: not the whole IP address. */
  network: string | null;
  user_agent: string | null;
}

export async function listSessions(client: ClientBase, email: string): Promise<SessionRow[]> {
  const { id } = await requireUser(client, email);
  const { rows } = await client.query<SessionRow & { ip_address: string | null }>(
    `SELECT id, signed_in_at::text, last_used_at::text, expires_at::text, has_second_factor, ip_address, user_agent
    FROM sessions WHERE user_id = $1 AND expires_at > now() ORDER BY last_used_at DESC, id`,
    [id],
  );
  return rows.map(({ ip_address: address, ...session }) => ({
    ...session,
    network: address === null ? null : networkOf(address),
  }));
}

/** Ends one session; the others, links and known devices stay. */
export async function endSession(client: ClientBase, email: string, session: string): Promise<void> {
  const { id: userId } = await requireUser(client, email);
  await lockRow(ormOn(client), userId);
  const { rowCount } = isUuid(session)
    ? await client.query('DELETE FROM sessions WHERE id = $1 AND user_id = $2', [session, userId])
    : { rowCount: 0 };
  if (rowCount === 0) throw new OperatorError(`${email} has no session ${session}.`);
  await recordOperatorEvent(client, { event: 'session.revoked', userId, details: { sessions: 1 } });
}
