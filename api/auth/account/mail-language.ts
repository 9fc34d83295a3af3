import { eq } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { users } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { MailLanguage } from '#contract/mail-language.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { lockUser } from '#api/auth/session/revoke-access.ts';
import { requireUser } from '#api/auth/session/sessions.ts';

// One language per user for every mail: taken from the first browser that names one of ours, then chosen by the user.

export async function getMailLanguage(ctx: AuthContext, request: RequestMetadata): Promise<MailLanguage> {
  const { userId } = await requireUser(ctx, request);
  const [user] = await ctx.orm.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return { language: user?.language ?? request.locale };
}

export async function setMailLanguage(
  ctx: AuthContext,
  request: RequestMetadata,
  { language }: MailLanguage,
): Promise<MailLanguage> {
  const { orm } = ctx;
  const { userId } = await requireUser(ctx, request);
  await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    const [user] = await orm.select({ language: users.language }).from(users).where(eq(users.id, userId));
    if (user?.language === language) return;
    await orm.update(users).set({ language }).where(eq(users.id, userId));
    await recordEvent(orm, { event: 'notifications.changed', actor: 'user', userId, details: { language } }, request);
  });
  return { language };
}
