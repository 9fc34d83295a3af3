import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { isTransient } from '#api/db/errors.ts';
import { accounts, sessions, users, verifications } from '#api/db/schema/accounts.ts';
import { passkeys, twoFactors } from '#api/db/schema/factors.ts';
import type { Log } from '#api/lib/log.ts';
import { company } from '#api/mail/company.ts';
import type { SendMail } from '#api/mail/queue.ts';
import type { Mail, MailData } from '#api/mail/mail.ts';
import { maxPasswordLength, minPasswordLength } from '#contract/limits.ts';
import { asAccountError, wrongCode } from './account-error.ts';
import type { Keys } from './auth-settings.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { makeRecoveryCodes, storedRecoveryCodes } from './recovery-codes.ts';
import { hashResetToken, resetPurpose } from './reset-link.ts';
import { cookiePrefix } from './cookies.ts';
import type { RequestMetadata } from './request-metadata.ts';

export interface AuthSettings {
  siteUrl: string;
  keys: Keys;
  /** Milliseconds, of any origin: for limits that are kept in memory. */
  now?: (() => number) | undefined;
}

/** To be called before each password hash: the signal of the request, or an error where there are too many. */
export type StartHash = (visitor: RequestMetadata | undefined) => AbortSignal | undefined;

export const addressHeader = 'x-client-ip';
const day = 24 * 60 * 60;

/** A number that is always the same for a secret, so that nobody has to number theirs. */
const versionOf = (value: string) => createHash('sha256').update(value).digest().readUInt32BE() >>> 1;

interface Attempt {
  visitor: RequestMetadata;
  /** Who they are was shown before, by a password or a passkey. */
  isProven: boolean;
  outage: Error | undefined;
}
const attempts = new AsyncLocalStorage<Attempt>();

export function createBetterAuth(
  database: Database,
  { siteUrl, keys }: AuthSettings,
  log: Log,
  { sendMail, startHash }: { sendMail: SendMail; startHash: StartHash },
) {
  const isHttps = siteUrl.startsWith('https:');
  const tell = <Name extends keyof MailData>(template: Name, recipient: string, data: MailData[Name]) =>
    sendMail({ template, recipient, locale: attempts.getStore()?.visitor.locale, data } as Mail);

  return betterAuth({
    baseURL: siteUrl,
    basePath: '/api/auth',
    // What is encrypted names its key, so that the secrets of authenticators outlive a change of AUTH_SECRET. Without
    // `secret` the library would look for one in the environment, under that very name.
    secret: keys.library[0],
    secrets: keys.library.map((value) => ({ version: versionOf(value), value })),
    trustedOrigins: [siteUrl],
    database: drizzleAdapter(database.orm, {
      provider: 'pg',
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        twoFactor: twoFactors,
        passkey: passkeys,
      },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: minPasswordLength,
      maxPasswordLength: maxPasswordLength,
      // The library asks for the password of whoever changes a factor; our own confirmation takes a passkey too.
      password: {
        hash: async (password) => hashPassword(password, startHash(attempts.getStore()?.visitor)),
        verify: async (given) =>
          attempts.getStore()?.isProven === true || verifyPassword(given, startHash(attempts.getStore()?.visitor)),
      },
      // Ours: see sign-up.ts.
      disableSignUp: true,
      // Using the link is ours: see passwords.ts.
      resetPasswordTokenExpiresIn: 60 * 60,
      // In the fragment, as in every link of a mail: a browser sends it to nobody, so no log and no Referer holds the token.
      sendResetPassword: ({ user, token }) =>
        tell('reset-password', user.email, { link: `${siteUrl}/customer-auth#reset=${token}` }),
    },
    databaseHooks: {
      session: {
        create: {
          // Whatever was shown, a password or a passkey: the response is that of a wrong one.
          before: async ({ userId }) => {
            const [user] = await database.orm
              .select({ lockedAt: users.lockedAt })
              .from(users)
              .where(eq(users.id, userId));
            if (user !== undefined && user.lockedAt !== null)
              throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' });
          },
        },
      },
    },
    // No cookie cache: the session is looked up in the transaction of each request, so that it ends when it is ended.
    // And no fresh age: `requireConfirmedUser` is stricter.
    session: { expiresIn: 7 * day, updateAge: day, freshAge: 0 },
    appName: company.name,
    plugins: [
      twoFactor({
        issuer: company.name,
        // It would lock the owner's own browser out with everybody else: see code-attempts.ts.
        accountLockout: { enabled: false },
        backupCodeOptions: {
          customBackupCodesGenerate: makeRecoveryCodes,
          storeBackupCodes: storedRecoveryCodes,
        },
      }),
      passkey({
        rpID: new URL(siteUrl).hostname,
        rpName: company.name,
        origin: siteUrl,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        authentication: {
          // It counts as two factors, so its owner must have been asked for a finger, a face or a PIN.
          afterVerification: ({ verification }) => {
            if (!verification.authenticationInfo.userVerified)
              throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
          },
        },
      }),
    ],
    verification: {
      storeIdentifier: {
        default: 'plain',
        overrides: { [resetPurpose]: { hash: async (given) => hashResetToken(given.slice(resetPurpose.length)) } },
      },
    },
    // Ours counts by account too, and in one statement.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(isHttps),
      // It would put `__Secure-` before our own prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    logger: {
      level: 'error',
      // The library replaces some errors by its own: what it says to its log is the only trace of an outage then.
      log: (_level, message, ...details: unknown[]) => {
        const cause = details.find((detail) => detail instanceof Error);
        const made = attempts.getStore();
        if (isTransient(cause) && made !== undefined) made.outage = cause;
        else log.error({ err: cause }, message.slice(0, 200));
      },
    },
  });
}

/** Calls the library, and turns what it throws into refusals and outages. */
export const attempt = <T>(visitor: RequestMetadata, work: () => Promise<T>): Promise<T> => call(visitor, false, work);

/** The same for whoever `requireConfirmedUser` let pass: the library's own question for a password is taken as answered. */
export const attemptProven = <T>(visitor: RequestMetadata, work: () => Promise<T>): Promise<T> =>
  call(visitor, true, work);

async function call<T>(visitor: RequestMetadata, isProven: boolean, work: () => Promise<T>): Promise<T> {
  const made: Attempt = { visitor, isProven, outage: undefined };
  try {
    return await attempts.run(made, work);
  } catch (error) {
    if (made.outage !== undefined) throw made.outage;
    if (!isAPIError(error)) throw error;
    // Another request used the same recovery code at the same moment.
    if (error.statusCode === 409) throw wrongCode;
    throw error.statusCode < 500 ? asAccountError(error.body?.code) : error;
  }
}
