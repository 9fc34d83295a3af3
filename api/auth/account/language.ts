import { eq } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { users } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { LanguageChoice } from '#contract/language-choice.ts';
import { deskLanguages } from '#contract/languages.ts';
import { UserError } from '#api/lib/errors.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { lockUser } from '#api/auth/session/revoke-access.ts';
import { requireUser } from '#api/auth/session/sessions.ts';

// One language per user, for the portal and every mail. Until the user chooses it, it is that of the first browser that names one of ours, and for mails only.

export async function getLanguage(ctx: AuthContext, request: RequestMetadata): Promise<LanguageChoice> {
  const { userId } = await requireUser(ctx, request);
  const [user] = await ctx.orm.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return { language: user?.language ?? request.locale };
}

export async function setLanguage(
  ctx: AuthContext,
  request: RequestMetadata,
  { language }: LanguageChoice,
): Promise<LanguageChoice> {
  const { orm, languages } = ctx;
  const { userId } = await requireUser(ctx, request);
  // Staff choose one of the desk's, whatever the portal offers.
  if (![...languages, ...deskLanguages].includes(language))
    throw new UserError('invalid_request', 'This language is not offered.');
  await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    const [user] = await orm.select({ language: users.language }).from(users).where(eq(users.id, userId));
    await orm.update(users).set({ language, languageChosen: true }).where(eq(users.id, userId));
    if (user?.language === language) return;
    await recordEvent(orm, { event: 'notifications.changed', actor: 'user', userId, details: { language } }, request);
  });
  return { language };
}
