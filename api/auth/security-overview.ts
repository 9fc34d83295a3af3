import { and, asc, eq } from 'drizzle-orm';
import { sessions } from '#api/db/schema/accounts.ts';
import { passkeys, twoFactors } from '#api/db/schema/factors.ts';
import { confirmedMinutes, type Security } from '#contract/security.ts';
import { type AuthContext, isConfirmed } from './auth-context.ts';
import { recoveryCodesLeft } from './recovery-code-used.ts';
import type { RequestMetadata } from './request-metadata.ts';

/** All that the screen of an account's security shows, but its sessions. */
export function securityOverview({ orm, tokenOf, userOf }: AuthContext) {
  return {
    async security(visitor: RequestMetadata): Promise<Security> {
      const { userId, email } = await userOf(visitor);
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
        .select({ at: sessions.authenticatedAt, isConfirmed: isConfirmed() })
        .from(sessions)
        .where(eq(sessions.token, tokenOf(visitor) ?? ''));
      return {
        email,
        hasTotp: factor !== undefined,
        recoveryCodesLeft: factor === undefined ? 0 : await recoveryCodesLeft(orm, userId),
        passkeys: keys.map(({ id, name, createdAt }) => ({
          id,
          name: name ?? 'Passkey',
          createdAt: createdAt.toISOString(),
        })),
        confirmedUntil:
          session?.isConfirmed === true
            ? new Date(session.at.getTime() + confirmedMinutes * 60_000).toISOString()
            : null,
      };
    },
  };
}
