import { and, desc, eq, gt } from 'drizzle-orm';
import { sessions } from '#api/db/schema/accounts.ts';
import type { OpenSessions } from '#contract/auth.ts';
import { AccountError } from './account-error.ts';
import { describeAgent } from './describe-agent.ts';
import type { AuthContext } from './auth-context.ts';
import type { RequestMetadata } from './request-metadata.ts';

/** Where a login is signed in, and how to end it. */
export function openSessionsOf({
  orm,
  tokenOf,
  userOf,
  requireConfirmedUser,
  transaction,
  record,
  revokeOthers,
}: AuthContext) {
  return {
    async openSessions(visitor: RequestMetadata): Promise<OpenSessions> {
      const { userId } = await userOf(visitor);
      const own = await orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
        .orderBy(desc(sessions.createdAt))
        .limit(100);
      const current = tokenOf(visitor);
      return {
        sessions: own.map(({ id, token, createdAt, expiresAt, ipAddress, userAgent }) => ({
          id,
          isCurrent: token === current,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          ipAddress: ipAddress || null,
          userAgent: userAgent || null,
          ...describeAgent(userAgent),
        })),
      };
    },

    async endSession(visitor: RequestMetadata, id: string): Promise<void> {
      const { userId } = await requireConfirmedUser(visitor);
      await transaction(async () => {
        const ended = await orm.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
        if (ended.rowCount === 0) throw new AccountError('not_found', 'This session has already ended.');
        await record(visitor, { event: 'session.revoked', actor: 'user', userId, entity: `session:${id}` });
      });
    },

    async endOtherSessions(visitor: RequestMetadata): Promise<void> {
      const { userId } = await requireConfirmedUser(visitor);
      await transaction(() => revokeOthers(visitor, { event: 'session.revoked', userId }));
    },
  };
}
