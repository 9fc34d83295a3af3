import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { isTransient } from '#api/lib/errors.ts';
import { users } from '#api/db/user-schema.ts';
import type { Log } from '#api/lib/log.ts';
import { company } from '#api/lib/company.ts';
import type { SendMail } from '#api/mail/queue.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { maxPasswordLength, minPasswordLength } from '#contract/limits.ts';
import { toUserError, wrongCode } from './auth-errors.ts';
import { type AuthSettings, day, hour, type RequestMetadata, sessionIdleSeconds } from './auth-settings.ts';
import { type CookieSettings, cookiePrefix, toLibraryCookies } from './cookies.ts';
import { hashResetToken, resetPurpose } from './tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { createSessionStorage } from './session-storage.ts';
import { keyVersion } from './totp-keys.ts';

/** Called before each password hash. Returns the signal of the request; throws when there are too many hashes. */
export type StartHash = (request: RequestMetadata | undefined) => AbortSignal | undefined;

const ipAddressHeader = 'x-client-ip';

interface AuthCall {
  request: RequestMetadata;
  /** The database error that better-auth logged before it threw its own. */
  outage: Error | undefined;
}
/** better-auth's callbacks get no request of ours: this is how they find it. */
const calls = new AsyncLocalStorage<AuthCall>();

export type BetterAuth = ReturnType<typeof createBetterAuth>;

export function createBetterAuth(
  database: Database,
  { siteUrl, keys }: AuthSettings,
  log: Log,
  { sendMail, startHash }: { sendMail: SendMail; startHash: StartHash },
) {
  const isHttps = siteUrl.startsWith('https:');
  return betterAuth({
    baseURL: siteUrl,
    basePath: '/api/auth',
    // Ciphertexts carry the version of their key, so that TOTP secrets survive a rotation of AUTH_SECRET. Without `secret`
    // better-auth would read the environment variable of that name.
    secret: keys.library[0],
    secrets: keys.library.map((value) => ({ version: keyVersion(value), value })),
    trustedOrigins: [siteUrl],
    database: createSessionStorage(database.orm),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength,
      maxPasswordLength,
      password: {
        hash: async (password) => hashPassword(password, startHash(calls.getStore()?.request)),
        verify: (attempt) => verifyPassword(attempt, startHash(calls.getStore()?.request)),
      },
      // sign-up.ts does it.
      disableSignUp: true,
      resetPasswordTokenExpiresIn: hour,
      // passwords.ts handles the link.
      sendResetPassword: ({ user, token }) =>
        sendMail({
          template: 'reset-password',
          recipient: user.email,
          locale: calls.getStore()?.request.locale,
          data: { link: siteLinks(siteUrl).resetPassword(token) },
        }),
    },
    databaseHooks: {
      session: {
        create: {
          // A locked account gets the response of a wrong password or passkey.
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
    // No cookie cache: every request reads the session from the database, so revoking it takes effect at once.
    // No fresh age: `requireConfirmedUser` is stricter.
    session: { expiresIn: sessionIdleSeconds, updateAge: day, freshAge: 0 },
    appName: company.name,
    plugins: [
      twoFactor({
        issuer: company.name,
        // It would lock out the owner's known devices too; sign-in-attempts.ts does not.
        accountLockout: { enabled: false },
        // Plain, as second-factor.ts stores hashes and hashes what users type.
        backupCodeOptions: { storeBackupCodes: 'plain' },
      }),
      passkey({
        rpID: new URL(siteUrl).hostname,
        rpName: company.name,
        origin: siteUrl,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        advanced: { webAuthnChallengeCookie: 'passkey' },
        authentication: {
          // A passkey counts as two factors, so the device must have verified its user by biometrics or PIN.
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
        overrides: {
          [resetPurpose]: { hash: async (identifier) => hashResetToken(identifier.slice(resetPurpose.length)) },
        },
      },
    },
    // db/rate-limit.ts also counts by account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: cookiePrefix(isHttps),
      // It would prepend `__Secure-` to our own prefix.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ipAddressHeader] },
    },
    logger: {
      level: 'error',
      // better-auth replaces some errors by its own; then its log entry is the only trace of a database outage.
      log: (_level, message, ...details: unknown[]) => {
        const cause = details.find((detail) => detail instanceof Error);
        const call = calls.getStore();
        if (isTransient(cause) && call !== undefined) call.outage = cause;
        else log.error({ err: cause }, message.slice(0, 200));
      },
    },
  });
}

/** Calls better-auth and turns its errors into ours. */
export async function callAuth<T>(request: RequestMetadata, work: () => Promise<T>): Promise<T> {
  const call: AuthCall = { request, outage: undefined };
  try {
    return await calls.run(call, work);
  } catch (error) {
    if (call.outage !== undefined) throw call.outage;
    if (!isAPIError(error)) throw error;
    // Another request used the same recovery code at the same time.
    if (error.statusCode === 409) throw wrongCode;
    throw error.statusCode < 500 ? toUserError(error.body?.code) : error;
  }
}

/** The headers for a call of better-auth's API. */
export const authHeaders = (settings: CookieSettings, { ipAddress, cookies, userAgent }: RequestMetadata) =>
  new Headers({
    [ipAddressHeader]: ipAddress,
    cookie: toLibraryCookies(settings, cookies),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, 500) }),
  });
