import { sql } from 'drizzle-orm';
import { type AuditEvent, recordEvent, type Trace } from '#api/db/audit-log.ts';
import type { Orm } from '#api/db/transaction-context.ts';

type Executor = Pick<Orm, 'execute'>;

export interface RevokeOptions {
  trace?: Trace | undefined;
  /** The session and browser of the acting user. Without them everything is revoked. */
  keep?: { sessionToken?: string | undefined; deviceHash?: string | undefined };
}

export interface Revoked {
  sessions: number;
  devices: number;
  links: number;
  replyAddresses: number;
}

/**
 * Ends everything that may give somebody else access to an account: sessions, known devices, links in mails, reply
 * addresses of tickets and pending sign-ins. Records the reason and the counts. Passwords, passkeys and authenticators stay, and so do the links that undo
 * a change of the email address: they belong to the owner of the old one. Called in a transaction, by the server and by the
 * command line.
 */
export async function revokeAccess(
  orm: Executor,
  reason: AuditEvent & { userId: string },
  { trace, keep = {} }: RevokeOptions = {},
): Promise<Revoked> {
  const { userId } = reason;
  await lockUser(orm, userId);
  // Fails the sign-ins that have no session yet (sign-in.ts).
  await orm.execute(sql`UPDATE users SET access_version = access_version + 1 WHERE id = ${userId}`);
  const revoked = {
    sessions: await endSessions(orm, reason, keep.sessionToken),
    devices: await count(
      orm,
      sql`DELETE FROM known_devices WHERE user_id = ${userId} AND device_hash <> ${keep.deviceHash ?? ''}`,
    ),
    links: await voidLinks(orm, userId),
    replyAddresses: await count(orm, sql`DELETE FROM reply_tokens WHERE user_id = ${userId}`),
  };
  await recordEvent(orm, { ...reason, details: { ...reason.details, ...revoked } }, trace);
  return revoked;
}

/** What the sign-in page of the other browsers explains. */
const isAboutSecurity = ({ event }: AuditEvent) => /^(?:factor|password|email)\./.test(event);

async function endSessions(orm: Executor, reason: AuditEvent & { userId: string }, kept: string | undefined) {
  const ended = sql`DELETE FROM sessions WHERE user_id = ${reason.userId} AND token <> hash_token(${kept ?? ''})`;
  if (!isAboutSecurity(reason)) return count(orm, ended);
  return count(
    orm,
    sql`WITH ended AS (${ended} RETURNING token, user_id)
      INSERT INTO ended_sessions (token, user_id) SELECT token, user_id FROM ended ON CONFLICT DO NOTHING`,
  );
}

/**
 * Password resets, invitations, verifications, pending changes of the email address, sign-ins that wait for a code: all
 * have the user's id in `value`.
 */
export const voidLinks = (orm: Executor, userId: string): Promise<number> =>
  count(orm, sql`DELETE FROM verifications WHERE strpos(value, ${userId}) > 0`);

/** Must come first in every transaction that also writes sessions of the user: locking in another order deadlocks. */
export async function lockUser(orm: Executor, userId: string): Promise<void> {
  await orm.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
}

async function count(orm: Executor, statement: ReturnType<typeof sql>): Promise<number> {
  return (await orm.execute(statement)).rowCount ?? 0;
}
