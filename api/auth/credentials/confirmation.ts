import { recordEvent } from '#api/db/audit-log.ts';
import { inTransaction } from '#api/db/transaction-context.ts';
import type { Confirm, SignInCode } from '#contract/security.ts';
import { codeNeeded, passkeyNeeded } from '#api/auth/core/auth-errors.ts';
import type { AuthContext, WithCookies } from '#api/auth/core/auth-context.ts';
import { minute, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { authHeaders, callAuth } from '#api/auth/core/better-auth.ts';
import { ServerBusyError, UserError } from '#api/lib/errors.ts';
import { verifyPassword } from '#api/auth/core/password-hash.ts';
import { getPasswordHash } from './passwords.ts';
import { hashRecoveryCode } from '#api/auth/core/tokens.ts';
import { consumeChangeQuota, requireUser, rotateSession } from '#api/auth/session/sessions.ts';
import { consumeCodeAttempt, recordRecoveryCodeUse, rejectUsedCode } from '#api/auth/session/sign-in-attempts.ts';

/**
 * The password again, and a code if TOTP is on: required before changes that could lock the owner out of the account. With a
 * passkey and no TOTP the password is not all factors: confirmPasskey is.
 */
export async function confirmPassword(
  ctx: AuthContext,
  request: RequestMetadata,
  { password, second }: Confirm,
): Promise<WithCookies<void>> {
  const { orm, limiter, startHash } = ctx;
  const { userId, email, hasTotp, hasFactor, hasPassword } = await requireUser(ctx, request);
  if ((hasFactor && !hasTotp) || !hasPassword) throw passkeyNeeded;
  if (hasTotp && second === undefined) throw codeNeeded;
  const attempt = await limiter.consume('confirm', {
    ipAddress: [request.ipAddress, 50, 15 * minute],
    account: [userId, 10, 15 * minute],
  });
  const verify = async () => verifyPassword({ hash: await getPasswordHash(orm, userId), password }, startHash(request));
  const isRight = await verify().catch(async (error: unknown) => {
    if (error instanceof ServerBusyError) await attempt.refundAccount();
    throw error;
  });
  if (!isRight) throw new UserError('invalid_password', 'Your password is not right.');
  await consumeChangeQuota(ctx, userId);
  const code = hasTotp ? second : undefined;
  const codeAttempt = code === undefined ? undefined : await consumeCodeAttempt(ctx, request, { id: userId, email });
  const confirm = async () => {
    if (code?.kind === 'totp') await rejectUsedCode(ctx, userId, code.code);
    return callAuth(request, () =>
      inTransaction(orm, async () => {
        if (code !== undefined) await verifyCode(ctx, request, code);
        if (code?.kind === 'recovery') await recordRecoveryCodeUse(ctx, request, { id: userId, email });
        const details = { with: code === undefined ? 'password' : `password+${code.kind}` };
        await recordEvent(orm, { event: 'sign_in.confirmed', actor: 'user', userId, details }, request);
        return rotateSession(ctx, request, { confirmedWithFactor: code !== undefined });
      }),
    );
  };
  const setCookies = await confirm().catch((error: unknown) => {
    if (codeAttempt !== undefined) return codeAttempt.fail(error);
    throw error;
  });
  await codeAttempt?.succeed();
  await attempt.refund();
  return { value: undefined, setCookies };
}

/** The request has a session, so better-auth verifies the code of the signed-in user. */
async function verifyCode(ctx: AuthContext, request: RequestMetadata, { kind, code }: SignInCode): Promise<void> {
  const { api } = ctx.betterAuth;
  const headers = authHeaders(ctx, request);
  if (kind === 'totp') await api.verifyTOTP({ body: { code }, headers });
  else await api.verifyBackupCode({ body: { code: hashRecoveryCode(code) }, headers });
}
