import { and, eq, isNull } from 'drizzle-orm';
import type { Orm } from '#api/db/transaction-context.ts';
import { sessions, users } from '#api/db/schema/accounts.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import type { User } from '#contract/auth.ts';
import { describeAgent } from './describe-agent.ts';
import { type AuthContext, hour, type WithCookies } from './auth-context.ts';
import { invalidCredentials } from './account-error.ts';
import { noteDevice } from './known-devices.ts';
import { notingUsedCode } from './recovery-code-used.ts';
import type { RequestMetadata } from './request-metadata.ts';

export interface VerifiedSignIn {
  /** With the cookies of the session that the library has made. */
  headers: Headers;
  user: User;
  /** Of the user, read before the proof was checked. */
  accessVersion: number | undefined;
  /** What was shown: `password`, `password+totp`, … */
  proof: string;
}

// One every twenty seconds: more than any script of a customer's has reason to.
const mostSignIns = 200;

/**
 * The last step of every sign-in: the session before ends, the browser is remembered, its owner is told of a new one, and
 * all of it is recorded; or none of it, and the session is handed to nobody.
 */
export function completeSignIn(desk: AuthContext) {
  const { orm, settings, limiter, tokenOf, tokenIn, transaction, record, setCookiesOf, device: cookie } = desk;
  const noteUsedCode = notingUsedCode(desk);
  return async (
    visitor: RequestMetadata,
    { headers, user, accessVersion, proof }: VerifiedSignIn,
  ): Promise<WithCookies<User>> => {
    const device = cookie.read(visitor.cookies);
    const finish = async () => {
      if (!(await isStanding(orm, user.id, accessVersion))) throw invalidCredentials;
      const before = tokenOf(visitor);
      if (before !== undefined) await orm.delete(sessions).where(eq(sessions.token, before));
      const isNewDevice = await noteDevice(orm, user.id, device);
      if (isNewDevice) await tellOwner(visitor, user);
      if (proof === 'password+recovery') await noteUsedCode(visitor, { userId: user.id, email: user.email });
      const details = { with: proof, device: isNewDevice ? 'new' : 'known' };
      await record(visitor, { event: 'sign_in.done', actor: 'user', userId: user.id, details });
    };
    try {
      // Each good sign-in leaves a session and a row that is kept, and may send a mail.
      await limiter.take('signed-in', { account: [user.id, mostSignIns, hour] });
      await transaction(finish);
    } catch (error) {
      const made = tokenIn(headers);
      if (made !== undefined) await orm.delete(sessions).where(eq(sessions.token, made));
      throw error;
    }
    return {
      value: { id: user.id, email: user.email },
      setCookies: [...setCookiesOf(headers), cookie.write(device)],
    };
  };

  async function tellOwner({ userAgent, locale }: RequestMetadata, { email }: User): Promise<void> {
    const { browser, system } = describeAgent(userAgent);
    const link = `${settings.siteUrl}/customer-portal/security`;
    const data = { link, at: new Date().toISOString(), browser: browser ?? '', system: system ?? '' };
    await enqueueMail(orm, { template: 'new-device', recipient: email, locale, data });
  }
}

/** To be read before a proof is checked. */
export async function accessVersionOf(orm: Orm, email: string): Promise<number | undefined> {
  const [user] = await orm
    .select({ accessVersion: users.accessVersion })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return user?.accessVersion;
}

/**
 * Whether access was neither revoked nor the account locked since the version was read. In a transaction: nobody revokes
 * access before its end.
 */
export async function isStanding(orm: Orm, userId: string, accessVersion: number | undefined): Promise<boolean> {
  if (accessVersion === undefined) return false;
  const [standing] = await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.lockedAt), eq(users.accessVersion, accessVersion)))
    .for('share');
  return standing !== undefined;
}
