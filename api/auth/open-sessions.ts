import { and, desc, eq, gt } from 'drizzle-orm';
import { sessions } from '#api/db/schema/accounts.ts';
import type { OpenSessions } from '#contract/auth.ts';
import { AccountError } from './account-error.ts';
import { describeAgent } from './describe-agent.ts';
import type { Desk } from './desk.ts';
import type { Visitor } from './visitor.ts';

/** Where a login is signed in, and how to end it. */
export function openSessionsOf({ orm, tokenOf, userOf, provenUserOf, transaction, record, revokeOthers }: Desk) {
  return {
    async openSessions(visitor: Visitor): Promise<OpenSessions> {
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

    async endSession(visitor: Visitor, id: string): Promise<void> {
      const { userId } = await provenUserOf(visitor);
      await transaction(async () => {
        const ended = await orm.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
        if (ended.rowCount === 0) throw new AccountError('not_found', 'This session has already ended.');
        await record(visitor, { event: 'session.revoked', actor: 'user', userId, entity: `session:${id}` });
      });
    },

    async endOtherSessions(visitor: Visitor): Promise<void> {
      const { userId } = await provenUserOf(visitor);
      await transaction(() => revokeOthers(visitor, { event: 'session.revoked', userId }));
    },
  };
}
