import { eq } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { users } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { ChangeProfile, Profile } from '#contract/profile.ts';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { lockUser } from '#api/auth/session/revoke-access.ts';
import { requireUser } from '#api/auth/session/sessions.ts';

// Until a user gives a name, it is the email address: what names a person reads users.name.

export async function getProfile(ctx: AuthContext, request: RequestMetadata): Promise<Profile> {
  const { userId } = await requireUser(ctx, request);
  return readProfile(ctx, userId);
}

async function readProfile({ orm }: AuthContext, userId: string): Promise<Profile> {
  const [user] = await orm.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, userId));
  const { email, name } = user ?? { email: '', name: '' };
  return { email, name: name === email ? null : name };
}

export async function changeProfile(
  ctx: AuthContext,
  request: RequestMetadata,
  { name }: ChangeProfile,
): Promise<Profile> {
  const { orm, limiter } = ctx;
  const { userId } = await requireUser(ctx, request);
  await limiter.consume('profile', { account: [userId, 30, hour] });
  await inTransaction(orm, async () => {
    await lockUser(orm, userId);
    const before = await readProfile(ctx, userId);
    if (before.name === name) return;
    await orm.update(users).set({ name }).where(eq(users.id, userId));
    await recordEvent(orm, { event: 'account.name_changed', actor: 'user', userId }, request);
  });
  return readProfile(ctx, userId);
}
