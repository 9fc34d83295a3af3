import { and, eq, gt, sql } from 'drizzle-orm';
import { users, verifications } from '#api/db/schema/accounts.ts';
import type { User } from '#contract/auth.ts';
import type { RecoveryCodes, SignInCode, TotpStart } from '#contract/security.ts';
import { AccountError, signInExpired } from './account-error.ts';
import { codeAttempts } from './sign-in-codes.ts';
import { type AuthContext, minimumDurationMs, minute, type WithCookies } from './auth-context.ts';
import { withMinimumFailureDuration } from './minimum-duration.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { lockUser } from './revoke-access.ts';
import { codeCookieName, readSignedCookie } from './cookies.ts';
import { attempt, attemptProven } from './better-auth.ts';
import { refusingUsed } from './used-codes.ts';
import type { RequestMetadata } from './request-metadata.ts';
import { completeSignIn } from './complete-sign-in.ts';

// The library asks for a password; `attemptProven` says that one was given.
const password = 'given before';

/** Codes from an authenticator, and the recovery codes for a day without it. */
export function secondFactor(desk: AuthContext) {
  const {
    orm,
    settings,
    library,
    limiter,
    failures,
    transaction,
    record,
    headersOf,
    preserveSessionAge,
    requireConfirmedUser,
  } = desk;
  const { withCookies, setCookiesOf, revokeOthers, tellOwner } = desk;
  const welcome = completeSignIn(desk);
  const refuseUsed = refusingUsed(desk);
  const codeCookie = codeCookieName(settings.siteUrl.startsWith('https:'));

  const takeCode = codeAttempts(desk);

  return {
    /** The second half of a sign-in. */
    async signInWithCode(visitor: RequestMetadata, { kind, code }: SignInCode): Promise<WithCookies<User>> {
      const { accessVersion, ...waiting } = await getPendingTwoFactorUser(visitor);
      const taken = await takeCode(visitor, waiting);
      // Only this cookie: with a session beside it, the library would check the code of whoever is signed in.
      const cookies = visitor.cookies?.split(';').filter((one) => one.trim().startsWith(`${codeCookie}=`));
      const shown = kind === 'totp' ? code : hashRecoveryCode(code);
      const call = { body: { code: shown }, headers: headersOf({ ...visitor, cookies: cookies?.join(';') }) };
      const verified = await withMinimumFailureDuration(minimumDurationMs, () =>
        (async () => {
          if (kind === 'totp') await refuseUsed(waiting.id, code);
          return attempt(visitor, () =>
            kind === 'totp'
              ? library.api.verifyTOTP({ ...call, returnHeaders: true })
              : library.api.verifyBackupCode({ ...call, returnHeaders: true }),
          );
        })().catch(async (error: unknown) => {
          if (error instanceof AccountError) await failures.note(visitor, waiting.email, error.code);
          return taken.failed(error);
        }),
      );
      await taken.succeeded();
      return welcome(visitor, { headers: verified.headers, user: waiting, accessVersion, proof: `password+${kind}` });
    },

    async startTotp(visitor: RequestMetadata): Promise<TotpStart> {
      await requireConfirmedUser(visitor);
      const started = await attemptProven(visitor, () =>
        library.api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOf(visitor) }),
      );
      if (started.method !== 'totp') throw new Error('The library began another method than the one asked for.');
      const secret = new URL(started.totpURI).searchParams.get('secret') ?? '';
      return { uri: started.totpURI, secret };
    },

    /** The first code shows that the authenticator works. Only then are there recovery codes, and a second factor. */
    async finishTotp(visitor: RequestMetadata, code: string): Promise<WithCookies<RecoveryCodes>> {
      const user = await requireConfirmedUser(visitor);
      const { userId, email } = user;
      // No secret to guess: it was shown to whoever sets it up.
      const taken = await limiter.take('totp-setup', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      await refuseUsed(userId, code);
      const finished = await attemptProven(visitor, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          const { headers } = await library.api.verifyTOTP({
            body: { code },
            headers: headersOf(visitor),
            returnHeaders: true,
          });
          await preserveSessionAge(headers, user);
          // Whoever has shown a password elsewhere has not shown a code.
          await revokeOthers(visitor, { event: 'factor.totp_added', userId }, headers);
          await tellOwner(visitor, email, 'totp-added');
          return headers;
        }),
      );
      await taken.giveBack();
      const cookies = setCookiesOf(finished);
      // The library has given the session another token.
      const renewed = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
      const recoveryCodes = await makeCodes({ ...visitor, cookies: renewed || visitor.cookies }, () =>
        record(visitor, { event: 'factor.recovery_codes_made', actor: 'user', userId }),
      );
      return { value: { recoveryCodes }, setCookies: cookies };
    },

    async newRecoveryCodes(visitor: RequestMetadata): Promise<RecoveryCodes> {
      const { userId, email } = await requireConfirmedUser(visitor);
      const recoveryCodes = await makeCodes(visitor, async () => {
        await revokeOthers(visitor, { event: 'factor.recovery_codes_made', userId });
        await tellOwner(visitor, email, 'recovery-codes-renewed');
      });
      return { recoveryCodes };
    },

    async removeTotp(visitor: RequestMetadata): Promise<WithCookies<void>> {
      const user = await requireConfirmedUser(visitor);
      const { userId, email, hasTotp } = user;
      const headers = await attemptProven(visitor, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          const removed = await library.api.disableTwoFactor({
            body: { password },
            headers: headersOf(visitor),
            returnHeaders: true,
          });
          await preserveSessionAge(removed.headers, user);
          await revokeOthers(visitor, { event: 'factor.totp_removed', userId }, removed.headers);
          if (hasTotp) await tellOwner(visitor, email, 'totp-removed');
          return removed.headers;
        }),
      );
      return withCookies(headers, undefined);
    },
  };

  function makeCodes(visitor: RequestMetadata, andThen: () => Promise<void>): Promise<string[]> {
    return attemptProven(visitor, () =>
      transaction(async () => {
        const { backupCodes } = await library.api.generateBackupCodes({
          body: { password },
          headers: headersOf(visitor),
        });
        await andThen();
        return backupCodes;
      }),
    );
  }

  /** Whose password was right a moment ago, in this browser. */
  async function getPendingTwoFactorUser({ cookies }: RequestMetadata): Promise<User & { accessVersion: number }> {
    const identifier = readSignedCookie(cookies, codeCookie, [settings.keys.cookies]);
    if (identifier === undefined) throw signInExpired;
    const [waiting] = await orm
      .select({ id: users.id, email: users.email, accessVersion: users.accessVersion })
      .from(verifications)
      .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
      .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, new Date())));
    if (waiting === undefined) throw signInExpired;
    return waiting;
  }
}
