import { and, asc, eq } from 'drizzle-orm';
import { isTransient } from '#api/db/outage.ts';
import { sessions } from '#api/db/schema/accounts.ts';
import { passkeys, twoFactors } from '#api/db/schema/factors.ts';
import { confirmedMinutes, type Security } from '#contract/security.ts';
import { type Desk, isConfirmed } from './desk.ts';
import type { Visitor } from './visitor.ts';

/** All that the screen of an account's security shows, but its sessions. */
export function securityOverview({ orm, library, tokenOf, userOf }: Desk) {
  return {
    async security(visitor: Visitor): Promise<Security> {
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
      const codes = factor === undefined ? [] : await codesOf(userId);
      return {
        email,
        hasTotp: factor !== undefined,
        recoveryCodesLeft: codes.length,
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

  async function codesOf(userId: string): Promise<string[]> {
    try {
      return (await library.api.viewBackupCodes({ body: { userId } })).backupCodes;
    } catch (error) {
      if (isTransient(error)) throw error;
      // AUTH_SECRET has changed since: they cannot be read, nor used.
      return [];
    }
  }
}
