import { and, eq } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { passkeys, sessions, users } from '#api/db/schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { User } from '#contract/auth.ts';
import type { NewPasskey, PasskeyCreationOptions, PasskeyRequestOptions, PasskeyResponse } from '#contract/security.ts';
import { AccountError, invalidCredentials, passkeyRejected } from './account-error.ts';
import { type AuthContext, type WithCookies, notifyOwner, withCookies } from './auth-context.ts';
import { minute, type RequestMetadata } from './auth-settings.ts';
import { authHeaders, callAuth } from './better-auth.ts';
import { completeSignIn } from './sign-in.ts';
import { lockUser } from './revoke-access.ts';
import { consumeChangeQuota, requireConfirmedUser, requireUser, revokeOtherAccess, rotateSession } from './sessions.ts';

// More than anybody has devices, and short enough for a list without pages.
const maxPasskeys = 20;

export async function startPasskeyRegistration(
  ctx: AuthContext,
  request: RequestMetadata,
): Promise<WithCookies<PasskeyCreationOptions>> {
  const { userId } = await requireConfirmedUser(ctx, request);
  const own = await ctx.orm.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  if (own.length >= maxPasskeys)
    throw new AccountError('too_many_passkeys', `Passkey limit reached (${maxPasskeys}). Please remove one first.`);
  const { headers, response } = await callAuth(request, () =>
    ctx.betterAuth.api.generatePasskeyRegistrationOptions({
      headers: authHeaders(ctx, request),
      returnHeaders: true,
    }),
  );
  return withCookies(ctx, headers, { ...response });
}

export async function finishPasskeyRegistration(
  ctx: AuthContext,
  request: RequestMetadata,
  { response, name }: NewPasskey,
): Promise<void> {
  const { orm, betterAuth } = ctx;
  const { userId, email } = await requireConfirmedUser(ctx, request);
  await callAuth(request, () =>
    inTransaction(orm, async () => {
      await lockUser(orm, userId);
      const { id } = await betterAuth.api.verifyPasskeyRegistration({
        body: { response, name },
        headers: authHeaders(ctx, request),
      });
      await revokeOtherAccess(ctx, request, { event: 'factor.passkey_added', userId, entity: `passkey:${id}` });
      await notifyOwner(ctx, request, email, 'passkey-added');
    }),
  );
}

export async function removePasskey(ctx: AuthContext, request: RequestMetadata, id: string): Promise<void> {
  const { orm } = ctx;
  const { userId, email } = await requireConfirmedUser(ctx, request);
  await inTransaction(orm, async () => {
    const removed = await orm.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
    if (removed.rowCount === 0) throw new AccountError('not_found', 'This passkey is no longer there.');
    await revokeOtherAccess(ctx, request, { event: 'factor.passkey_removed', userId, entity: `passkey:${id}` });
    await notifyOwner(ctx, request, email, 'passkey-removed');
  });
}

/** For signing in, and for the confirmation of a signed-in user. */
export async function createPasskeyChallenge(
  ctx: AuthContext,
  request: RequestMetadata,
): Promise<WithCookies<PasskeyRequestOptions>> {
  await ctx.limiter.consume('passkey-challenge', { ipAddress: [request.ipAddress, 100, 15 * minute] });
  const { headers, response } = await callAuth(request, () =>
    ctx.betterAuth.api.generatePasskeyAuthenticationOptions({
      headers: authHeaders(ctx, request),
      returnHeaders: true,
    }),
  );
  // better-auth asks for `preferred`; a passkey counts as two factors only if the device verified its user.
  return withCookies(ctx, headers, { ...response, userVerification: 'required' });
}

export async function signInWithPasskey(
  ctx: AuthContext,
  request: RequestMetadata,
  passkey: PasskeyResponse,
): Promise<WithCookies<User>> {
  const attempt = await consumePasskeyAttempt(ctx, request);
  const accessVersion = await getOwnerAccessVersion(ctx, passkey);
  const { headers, response } = await verifyPasskey(ctx, request, passkey);
  await attempt.refund();
  const { id, email, emailVerified } = response.user;
  if (!emailVerified) throw passkeyRejected;
  return completeSignIn(ctx, request, { headers, user: { id, email }, accessVersion, method: 'passkey' }).catch(
    rethrowAsRejected,
  );
}

/** Replaces the password in a confirmation. better-auth creates a session on the way, which is deleted. */
export async function confirmPasskey(
  ctx: AuthContext,
  request: RequestMetadata,
  passkey: PasskeyResponse,
): Promise<WithCookies<void>> {
  const { orm } = ctx;
  const { userId } = await requireUser(ctx, request);
  const attempt = await consumePasskeyAttempt(ctx, request);
  await consumeChangeQuota(ctx, userId);
  const setCookies = await inTransaction(orm, async () => {
    const { response } = await verifyPasskey(ctx, request, passkey);
    if (response.user.id !== userId) throw passkeyRejected;
    await orm.delete(sessions).where(eq(sessions.token, response.session.token));
    const details = { with: 'passkey' };
    await recordEvent(orm, { event: 'sign_in.confirmed', actor: 'user', userId, details }, request);
    return rotateSession(ctx, request, { hasSecondFactor: true });
  });
  await attempt.refund();
  return { value: undefined, setCookies };
}

const consumePasskeyAttempt = ({ limiter }: AuthContext, { ipAddress }: RequestMetadata) =>
  limiter.consume('passkey', { ipAddress: [ipAddress, 50, 5 * minute] });

function verifyPasskey(ctx: AuthContext, request: RequestMetadata, { response }: PasskeyResponse) {
  return callAuth(request, () =>
    ctx.betterAuth.api.verifyPasskeyAuthentication({
      // better-auth validates the rest of it.
      body: { response: response as never },
      headers: authHeaders(ctx, request),
      returnHeaders: true,
    }),
  ).catch(rethrowAsRejected);
}

/** The account is locked, or access to it was revoked in the meantime. */
function rethrowAsRejected(error: unknown): never {
  throw error === invalidCredentials ? passkeyRejected : error;
}

async function getOwnerAccessVersion({ orm }: AuthContext, { response }: PasskeyResponse): Promise<number | undefined> {
  const [owner] = await orm
    .select({ accessVersion: users.accessVersion })
    .from(users)
    .innerJoin(passkeys, eq(passkeys.userId, users.id))
    .where(eq(passkeys.credentialID, response.id));
  return owner?.accessVersion;
}
