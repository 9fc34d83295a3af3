import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import { recordEvent } from '#api/audit/record-event.ts';
import type { Database } from '#api/db/connect.ts';
import { isOutage } from '#api/db/outage.ts';
import { accounts, sessions, users, verifications } from '#api/db/schema/accounts.ts';
import type { Log } from '#api/log.ts';
import { enqueueMail } from '#api/mail/enqueue-mail.ts';
import type { Mail, MailData } from '#api/mail/mail.ts';
import { longestPassword, shortestPassword } from '#contract/auth.ts';
import { asAccountError } from './account-error.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { cookiePrefix } from './session-cookie.ts';
import type { Visitor } from './visitor.ts';

export interface SignInSettings {
  siteUrl: string;
  secret: string;
}

export const addressHeader = 'x-client-ip';
const day = 24 * 60 * 60;

interface Attempt {
  visitor: Visitor;
  outage: Error | undefined;
}
const attempts = new AsyncLocalStorage<Attempt>();

export function createSignInLibrary(database: Database, { siteUrl, secret }: SignInSettings, log: Log) {
  const tell = <Name extends keyof MailData>(template: Name, recipient: string, data: MailData[Name]) =>
    enqueueMail(database.orm, { template, recipient, locale: attempts.getStore()?.visitor.locale, data } as Mail);

  return betterAuth({
    baseURL: siteUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [siteUrl],
    database: drizzleAdapter(database.orm, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: 60 * 60,
      revokeSessionsOnPasswordReset: true,
      // In the fragment, which a browser sends to nobody: no log and no Referer ever holds the token.
      sendResetPassword: ({ user, token }) =>
        tell('reset-password', user.email, { link: `${siteUrl}/customer-auth#reset=${token}` }),
      // An address that has an account gets a mail too: whoever asks cannot tell the two apart, its owner can.
      onExistingUserSignUp: ({ user }) =>
        tell('account-exists', user.email, {
          signInLink: `${siteUrl}/customer-auth`,
          resetLink: `${siteUrl}/customer-auth#forgot`,
        }),
      // Whoever has the link reads the address's mail: that is what a verification asks for.
      onPasswordReset: async ({ user }) => {
        await database.orm.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: false,
      expiresIn: day,
      sendVerificationEmail: ({ user, token }) =>
        tell('verify-email', user.email, { link: `${siteUrl}/api/auth/verify-email?token=${token}` }),
      // Called the first time only: a link that is followed again changes nothing.
      afterEmailVerification: ({ id: userId }) =>
        recordEvent(
          database.orm,
          { event: 'account.verified', actor: 'visitor', userId },
          attempts.getStore()?.visitor,
        ),
    },
    // No cookie cache: the session is looked up in the transaction of each request, so that it ends when it is ended.
    session: { expiresIn: 7 * day, updateAge: day },
    // Ours counts by account too, and in one statement.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix,
      useSecureCookies: siteUrl.startsWith('https:'),
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    logger: {
      level: 'error',
      // The library replaces some errors by its own: what it says to its log is the only trace of an outage then.
      log: (_level, message, ...details: unknown[]) => {
        const cause = details.find((detail) => detail instanceof Error);
        const made = attempts.getStore();
        if (isOutage(cause) && made !== undefined) made.outage = cause;
        else log.error({ err: cause }, message.slice(0, 200));
      },
    },
  });
}

/** Calls the library, and turns what it throws into refusals and outages. */
export async function attempt<T>(visitor: Visitor, work: () => Promise<T>): Promise<T> {
  const made: Attempt = { visitor, outage: undefined };
  try {
    return await attempts.run(made, work);
  } catch (error) {
    if (made.outage !== undefined) throw made.outage;
    throw isAPIError(error) && error.statusCode < 500 ? asAccountError(error.body?.code) : error;
  }
}
