import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#api/db/schema/accounts.ts';
import { passkeys } from '#api/db/schema/factors.ts';
import type { User } from '#contract/auth.ts';
import type { NewPasskey, PasskeyCreationOptions, PasskeyRequestOptions, PasskeyResponse } from '#contract/security.ts';
import { AccountError, invalidCredentials, passkeyRefused } from './account-error.ts';
import { type AuthContext, minute, type WithCookies } from './auth-context.ts';
import { lockUser } from './revoke-access.ts';
import { attempt } from './better-auth.ts';
import type { RequestMetadata } from './request-metadata.ts';
import { completeSignIn } from './complete-sign-in.ts';

// More than anybody has devices, and a list that stays short.
const mostPasskeys = 20;

/** Keys that a device or a password manager keeps: a person is asked for a finger or a PIN, and there is nothing to steal. */
export function usingPasskeys(desk: AuthContext) {
  const {
    orm,
    library,
    limiter,
    transaction,
    record,
    headersOf,
    withCookies,
    userOf,
    consumeChangeQuota,
    renew,
    requireConfirmedUser,
  } = desk;
  const { revokeOthers, tellOwner } = desk;
  const welcome = completeSignIn(desk);

  return {
    async startPasskey(visitor: RequestMetadata): Promise<WithCookies<PasskeyCreationOptions>> {
      const { userId } = await requireConfirmedUser(visitor);
      const own = await orm.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
      if (own.length >= mostPasskeys)
        throw new AccountError(
          'too_many_passkeys',
          'You have the most passkeys there can be. Please remove one first.',
        );
      const { headers, response } = await attempt(visitor, () =>
        library.api.generatePasskeyRegistrationOptions({ headers: headersOf(visitor), returnHeaders: true }),
      );
      return withCookies(headers, { ...response });
    },

    async finishPasskey(visitor: RequestMetadata, { response, name }: NewPasskey): Promise<void> {
      const { userId, email } = await requireConfirmedUser(visitor);
      await attempt(visitor, () =>
        transaction(async () => {
          await lockUser(orm, userId);
          const made = await library.api.verifyPasskeyRegistration({
            body: { response, name },
            headers: headersOf(visitor),
          });
          await revokeOthers(visitor, { event: 'factor.passkey_added', userId, entity: `passkey:${made.id}` });
          await tellOwner(visitor, email, 'passkey-added');
        }),
      );
    },

    async removePasskey(visitor: RequestMetadata, id: string): Promise<void> {
      const { userId, email } = await requireConfirmedUser(visitor);
      await transaction(async () => {
        const removed = await orm.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
        if (removed.rowCount === 0) throw new AccountError('not_found', 'This passkey is no longer there.');
        await revokeOthers(visitor, { event: 'factor.passkey_removed', userId, entity: `passkey:${id}` });
        await tellOwner(visitor, email, 'passkey-removed');
      });
    },

    /** For a sign-in, and for a confirmation by whoever is signed in. */
    async challengePasskey(visitor: RequestMetadata): Promise<WithCookies<PasskeyRequestOptions>> {
      await limiter.take('passkey-challenge', { address: [visitor.address, 100, 15 * minute] });
      const { headers, response } = await attempt(visitor, () =>
        library.api.generatePasskeyAuthenticationOptions({ headers: headersOf(visitor), returnHeaders: true }),
      );
      // The library offers to do without; a passkey stands for two factors only if its owner was asked.
      return withCookies(headers, { ...response, userVerification: 'required' });
    },

    async signInWithPasskey(visitor: RequestMetadata, answer: PasskeyResponse): Promise<WithCookies<User>> {
      const taken = await limiter.take('passkey', { address: [visitor.address, 50, 5 * minute] });
      const accessVersion = await accessVersionOf(answer);
      const { headers, response } = await verify(visitor, answer);
      await taken.giveBack();
      const { id, email, emailVerified } = response.user;
      if (!emailVerified) throw passkeyRefused;
      return welcome(visitor, { headers, user: { id, email }, accessVersion, proof: 'passkey' }).catch(refuseLocked);
    },

    /** Instead of the password. The session that the library makes on the way goes again. */
    async confirmPasskey(visitor: RequestMetadata, answer: PasskeyResponse): Promise<WithCookies<void>> {
      const { userId } = await userOf(visitor);
      const taken = await limiter.take('passkey', { address: [visitor.address, 50, 5 * minute] });
      await consumeChangeQuota(userId);
      const setCookies = await transaction(async () => {
        const { response } = await verify(visitor, answer);
        if (response.user.id !== userId) throw passkeyRefused;
        await orm.delete(sessions).where(eq(sessions.token, response.session.token));
        await record(visitor, { event: 'sign_in.confirmed', actor: 'user', userId, details: { with: 'passkey' } });
        return renew(visitor);
      });
      await taken.giveBack();
      return { value: undefined, setCookies };
    },
  };

  function verify(visitor: RequestMetadata, { response }: PasskeyResponse) {
    return attempt(visitor, () =>
      library.api.verifyPasskeyAuthentication({
        // What else it must hold, the library looks at.
        body: { response: response as never },
        headers: headersOf(visitor),
        returnHeaders: true,
      }),
    ).catch(refuseLocked);
  }

  /** The account is locked, or access to it was revoked meanwhile. */
  function refuseLocked(error: unknown): never {
    throw error === invalidCredentials ? passkeyRefused : error;
  }

  /** Of the passkey's owner. */
  async function accessVersionOf({ response }: PasskeyResponse): Promise<number | undefined> {
    const [owner] = await orm
      .select({ accessVersion: users.accessVersion })
      .from(users)
      .innerJoin(passkeys, eq(passkeys.userId, users.id))
      .where(eq(passkeys.credentialID, response.id));
    return owner?.accessVersion;
  }
}
