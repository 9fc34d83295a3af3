import { eq } from 'drizzle-orm';
import type { Orm } from '#api/db/transaction-context.ts';
import { twoFactors } from '#api/db/schema/factors.ts';
import type { AuthContext } from './auth-context.ts';
import type { RequestMetadata } from './request-metadata.ts';

export async function recoveryCodesLeft(orm: Orm, userId: string): Promise<number> {
  const [factor] = await orm
    .select({ stored: twoFactors.backupCodes })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return factor === undefined ? 0 : (JSON.parse(factor.stored) as string[]).length;
}

/** A code that its owner keeps for an emergency was used: they should know, and when to make new ones. */
export const notingUsedCode =
  ({ orm, record, tellOwner }: Pick<AuthContext, 'orm' | 'record' | 'tellOwner'>) =>
  async (visitor: RequestMetadata, { userId, email }: { userId: string; email: string }): Promise<void> => {
    const left = await recoveryCodesLeft(orm, userId);
    await record(visitor, { event: 'factor.recovery_code_used', actor: 'user', userId, details: { left } });
    await tellOwner(visitor, email, 'recovery-code-used', { left: String(left) });
  };
