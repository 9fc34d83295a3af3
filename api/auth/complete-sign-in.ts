import { and, eq, isNull } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { sessions, users } from '#api/db/schema/users.ts';
import { inTransaction, type Orm } from '#api/db/transaction-context.ts';
import type { User } from '#contract/auth.ts';
import { invalidCredentials } from './account-error.ts';
import { type AuthContext, hour, notifyOwner, type WithCookies } from './auth-context.ts';
import type { RequestMetadata } from './auth-settings.ts';
import { readSessionToken, toBrowserCookies } from './cookies.ts';
import { describeAgent } from './describe-agent.ts';
import { readOrCreateDevice, rememberDevice, writeDeviceCookie } from './known-devices.ts';
import { newSessionToken } from './sessions.ts';
import { recordRecoveryCodeUse } from './sign-in-codes.ts';

export interface VerifiedSignIn {
  /** With the cookies of the session that better-auth created. */
  headers: Headers;
  user: User;
  /** Of the user, read before the credentials were verified. */
  accessVersion: number | undefined;
  method: 'password' | 'password+totp' | 'password+recovery' | 'passkey';
}

// One every twenty seconds: more than any customer's script needs.
const maxSignIns = 200;

/**
 * The last step of every sign-in: ends the browser's previous session, remembers the browser, notifies the owner of a new
 * one, and records the event. If any of it fails, the new session is deleted.
 */
export async function completeSignIn(
  ctx: AuthContext,
  request: RequestMetadata,
  { headers, user, accessVersion, method }: VerifiedSignIn,
): Promise<WithCookies<User>> {
  const { orm, limiter } = ctx;
  const userId = user.id;
  const device = readOrCreateDevice(ctx, request.cookies);
  try {
    // Each sign-in leaves a session and an audit event, and may send a mail.
    await limiter.consume('signed-in', { account: [userId, maxSignIns, hour] });
    await inTransaction(orm, async () => {
      if (!(await isAccessUnchanged(orm, userId, accessVersion))) throw invalidCredentials;
      const previous = readSessionToken(ctx, request.cookies);
      if (previous !== undefined) await orm.delete(sessions).where(eq(sessions.token, previous));
      const isNewDevice = await rememberDevice(orm, userId, device);
      if (isNewDevice) await notifyOfNewDevice(ctx, request, user.email);
      if (method === 'password+recovery') await recordRecoveryCodeUse(ctx, request, user);
      const details = { with: method, device: isNewDevice ? 'new' : 'known' };
      await recordEvent(orm, { event: 'sign_in.done', actor: 'user', userId, details }, request);
    });
  } catch (error) {
    const token = newSessionToken(ctx, headers);
    if (token !== undefined) await orm.delete(sessions).where(eq(sessions.token, token));
    throw error;
  }
  return {
    value: { id: userId, email: user.email },
    setCookies: [...toBrowserCookies(ctx, headers), writeDeviceCookie(ctx, device)],
  };
}

async function notifyOfNewDevice(ctx: AuthContext, request: RequestMetadata, email: string): Promise<void> {
  const { browser, system } = describeAgent(request.userAgent);
  const data = { at: new Date().toISOString(), browser: browser ?? '', system: system ?? '' };
  await notifyOwner(ctx, request, email, 'new-device', data);
}

/** To be read before the credentials are verified. */
export async function getAccessVersion(orm: Orm, email: string): Promise<number | undefined> {
  const [user] = await orm
    .select({ accessVersion: users.accessVersion })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return user?.accessVersion;
}

/**
 * Whether access was not revoked and the account not locked since the version was read. Locks the row: inside a
 * transaction nobody can revoke access before its end.
 */
export async function isAccessUnchanged(orm: Orm, userId: string, accessVersion: number | undefined): Promise<boolean> {
  if (accessVersion === undefined) return false;
  const [unchanged] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.lockedAt), eq(users.accessVersion, accessVersion)))
    .for('share');
  return unchanged !== undefined;
}
