import { and, asc, eq } from 'drizzle-orm';
import { passkeys, sessions, twoFactors } from '#api/db/schema/users.ts';
import { confirmedMinutes, type Security } from '#contract/security.ts';
import type { AuthContext } from './auth-context.ts';
import type { RequestMetadata } from './auth-settings.ts';
import { readSessionToken } from './cookies.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { isSessionConfirmed, requireUser } from './sessions.ts';

/** Everything on the security screen except the list of sessions. */
export async function getSecurityOverview(ctx: AuthContext, request: RequestMetadata): Promise<Security> {
  const { orm } = ctx;
  const { userId, email } = await requireUser(ctx, request);
  const [factor] = await orm
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)));
  const keys = await orm
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
  const [session] = await orm
    .select({ at: sessions.authenticatedAt, isConfirmed: isSessionConfirmed() })
    .from(sessions)
    .where(eq(sessions.token, readSessionToken(ctx, request.cookies) ?? ''));
  return {
    email,
    hasTotp: factor !== undefined,
    recoveryCodesLeft: factor === undefined ? 0 : await countRecoveryCodes(orm, userId),
    passkeys: keys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      createdAt: createdAt.toISOString(),
    })),
    confirmedUntil:
      session?.isConfirmed === true ? new Date(session.at.getTime() + confirmedMinutes * 60_000).toISOString() : null,
  };
}
