import { and, arrayContains, eq, gt, ne } from 'drizzle-orm';
import { type AuditEvent, recordEvent } from '#api/db/audit-log.ts';
import { enrolmentCodes, staffMembers } from '#api/db/schema.ts';
import { users } from '#api/db/user-schema.ts';
import type { Orm, Transaction } from '#api/db/transaction-context.ts';
import { type StaffFactorChange, siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import { UserError } from '#api/lib/errors.ts';
import { confirmationNeeded } from '#api/auth/core/auth-errors.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { day, hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { lockUser } from '#api/auth/session/revoke-access.ts';
import { type SignedInUser, requireUser } from '#api/auth/session/sessions.ts';
import { hashTypedCode, newEnrolmentCode } from '#api/auth/core/tokens.ts';

export const enrolmentDays = 7;

const codeNeeded = new UserError(
  'enrolment_code_required',
  'As staff you need an enrolment code for your first second factor. The person who gave you access to the desk has it.',
);
const codeRejected = new UserError(
  'invalid_enrolment_code',
  'This enrolment code is not right, has expired or was used. Please ask for a new one.',
);

/** Replaces the code that the staff member had. Only an operator may: the server's own role cannot insert codes. */
export async function issueEnrolmentCode(tx: Transaction, userId: string): Promise<string> {
  const code = newEnrolmentCode();
  const row = { codeHash: hashTypedCode(code), expiresAt: new Date(Date.now() + enrolmentDays * day * 1000) };
  await tx
    .insert(enrolmentCodes)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: enrolmentCodes.userId, set: { ...row, createdAt: new Date().toISOString() } });
  await recordEvent(tx, { event: 'staff.enrolment_code_issued', actor: 'operator', userId });
  return code;
}

const isValid = (userId: string, code: string) =>
  and(
    eq(enrolmentCodes.userId, userId),
    eq(enrolmentCodes.codeHash, hashTypedCode(code)),
    gt(enrolmentCodes.expiresAt, new Date()),
  );

/** A suspended staff member counts: they may be resumed. */
const needsCode = ({ isStaff, hasFactor }: SignedInUser) => isStaff && !hasFactor;

/**
 * An attacker with the password or the mailbox of a staff member must not be able to enrol a factor and open the desk with it.
 * Called before the transaction, where failures can be counted and recorded.
 */
export async function checkEnrolmentCode(
  ctx: AuthContext,
  request: RequestMetadata,
  user: SignedInUser,
  code: string | undefined,
): Promise<void> {
  if (!needsCode(user)) return;
  if (code === undefined || code === '') throw codeNeeded;
  const { userId } = user;
  const attempt = await ctx.limiter.consume('enrolment-code', {
    ipAddress: [request.ipAddress, 30, hour],
    account: [userId, 10, hour],
  });
  const [found] = await ctx.orm
    .select({ userId: enrolmentCodes.userId })
    .from(enrolmentCodes)
    .where(isValid(userId, code));
  if (found === undefined) {
    const event = { event: 'factor.enrolment_rejected', actor: 'user', outcome: 'rejected', userId } as const;
    await recordEvent(ctx.orm, event, request);
    throw codeRejected;
  }
  await attempt.refund();
}

/**
 * The first step of a transaction that changes factors. Locks the user and checks again what may have changed since the
 * request was checked: the session, the confirmation and the other factors.
 */
export async function lockConfirmedUser(ctx: AuthContext, request: RequestMetadata, userId: string) {
  await lockUser(ctx.orm, userId);
  const user = await requireUser(ctx, request);
  if (!user.isConfirmed) throw confirmationNeeded;
  return user;
}

/** In the transaction that adds the factor. Of two concurrent uses one wins. Returns the details of its audit event. */
export async function useEnrolmentCode(
  orm: Orm,
  user: SignedInUser,
  code: string | undefined,
): Promise<Pick<AuditEvent, 'details'>> {
  if (!needsCode(user)) return {};
  const used = await orm.delete(enrolmentCodes).where(isValid(user.userId, code ?? ''));
  if (used.rowCount === 0) throw codeRejected;
  return { details: { with: 'enrolment_code' } };
}

/** Staff without a factor could not open the desk, and could not enrol another one without the operator. */
export function rejectLastFactor({ isStaff, hasTotp, passkeys }: SignedInUser): void {
  if (isStaff && Number(hasTotp) + passkeys === 1)
    throw new UserError('last_factor', 'This is your only second factor, which the desk requires. Add another first.');
}

/** Tells the admins when somebody who is staff has other factors than before. The staff member has a mail of their own. */
export async function notifyAdmins(
  tx: Pick<Transaction, 'select' | 'insert' | 'execute'>,
  { userId, change, siteUrl }: { userId: string; change: StaffFactorChange; siteUrl: string },
): Promise<void> {
  const [member] = await tx
    .select({ name: staffMembers.name, email: users.email })
    .from(staffMembers)
    .innerJoin(users, eq(users.id, staffMembers.userId))
    .where(eq(staffMembers.userId, userId));
  if (member === undefined) return;
  const admins = await tx
    .select({ email: users.email })
    .from(staffMembers)
    .innerJoin(users, eq(users.id, staffMembers.userId))
    .where(
      and(
        eq(staffMembers.active, true),
        arrayContains(staffMembers.permissions, ['admin']),
        ne(staffMembers.userId, userId),
      ),
    );
  const data = { ...member, change, link: siteLinks(siteUrl).deskAudit };
  for (const { email: recipient } of admins)
    await enqueueMail(tx, { template: 'staff-factors-changed', recipient, locale: 'fr', data });
}
