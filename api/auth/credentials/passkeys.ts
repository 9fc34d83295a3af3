import { and, eq } from 'drizzle-orm';
import { recordEvent } from '#api/db/audit-log.ts';
import { passkeys, sessions, users } from '#api/db/user-schema.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import { minPasskeysWithoutPassword } from '#contract/limits.ts';
import type { User } from '#contract/auth.ts';
import type {
  Enrolment,
  NewPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeyResponse,
} from '#contract/security.ts';
import { UserError } from '#api/lib/errors.ts';
import { invalidCredentials, passkeyRejected } from '#api/auth/core/auth-errors.ts';
import { type AuthContext, type WithCookies, notifyOwner, withCookies } from '#api/auth/core/auth-context.ts';
import { minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { authHeaders, callAuth } from '#api/auth/core/better-auth.ts';
import { completeSignIn } from './sign-in.ts';
import {
  consumeChangeQuota,
  requireConfirmedUser,
  requireUser,
  revokeOtherAccess,
  rotateSession,
} from '#api/auth/session/sessions.ts';
import {
  checkEnrolmentCode,
  lockConfirmedUser,
  notifyAdmins,
  rejectLastFactor,
  useEnrolmentCode,
} from './staff-enrolment.ts';

// More than anybody has devices, and short enough for a list without pages.
const maxPasskeys = 20;

export async function startPasskeyRegistration(
  ctx: AuthContext,
  request: RequestMetadata,
  { enrolmentCode }: Enrolment = {},
): Promise<WithCookies<PasskeyCreationOptions>> {
  const user = await requireConfirmedUser(ctx, request);
  await checkEnrolmentCode(ctx, request, user, enrolmentCode);
  if (user.passkeys >= maxPasskeys)
    throw new UserError('too_many_passkeys', `Passkey limit reached (${maxPasskeys}). Please remove one first.`);
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
  { response, name, enrolmentCode }: NewPasskey,
): Promise<void> {
  const { orm, betterAuth, siteUrl } = ctx;
  const user = await requireConfirmedUser(ctx, request);
  const { userId, email } = user;
  await checkEnrolmentCode(ctx, request, user, enrolmentCode);
  await callAuth(request, () =>
    inTransaction(orm, async () => {
      const details = await useEnrolmentCode(orm, await lockConfirmedUser(ctx, request, userId), enrolmentCode);
      const { id } = await betterAuth.api.verifyPasskeyRegistration({
        body: { response, name },
        headers: authHeaders(ctx, request),
      });
      const event = { event: 'factor.passkey_added', userId, entity: `passkey:${id}`, ...details } as const;
      await revokeOtherAccess(ctx, request, event);
      await notifyOwner(ctx, request, email, 'passkey-added');
      await notifyAdmins(orm, { userId, change: 'passkey-added', siteUrl });
    }),
  );
}

export async function removePasskey(ctx: AuthContext, request: RequestMetadata, id: string): Promise<void> {
  const { orm, siteUrl } = ctx;
  const { userId, email } = await requireConfirmedUser(ctx, request);
  await inTransaction(orm, async () => {
    const user = await lockConfirmedUser(ctx, request, userId);
    const removed = await orm.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
    if (removed.rowCount === 0) throw new UserError('not_found', 'This passkey is no longer there.');
    rejectLastFactor(user);
    if (!user.hasPassword && user.passkeys <= minPasskeysWithoutPassword)
      throw new UserError(
        'two_passkeys_required',
        'Your password is off, so you need two passkeys. Add another one first, or choose a password.',
      );
    await revokeOtherAccess(ctx, request, { event: 'factor.passkey_removed', userId, entity: `passkey:${id}` });
    await notifyOwner(ctx, request, email, 'passkey-removed');
    await notifyAdmins(orm, { userId, change: 'passkey-removed', siteUrl });
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
    rejectPasskey,
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
    return rotateSession(ctx, request, { confirmedWithFactor: true });
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
  ).catch(rejectPasskey);
}

/** The account is locked, or access to it was revoked in the meantime. */
const rejectPasskey = (error: unknown): never => {
  throw error === invalidCredentials ? passkeyRejected : error;
};

async function getOwnerAccessVersion({ orm }: AuthContext, { response }: PasskeyResponse): Promise<number | undefined> {
  const [owner] = await orm
    .select({ accessVersion: users.accessVersion })
    .from(users)
    .innerJoin(passkeys, eq(passkeys.userId, users.id))
    .where(eq(passkeys.credentialID, response.id));
  return owner?.accessVersion;
}
