import { and, eq } from 'drizzle-orm';
import { accounts } from '#api/db/schema/accounts.ts';
import type { Confirm, SignInCode } from '#contract/security.ts';
import { AccountError, codeNeeded } from './account-error.ts';
import { codeAttempts } from './sign-in-codes.ts';
import { type AuthContext, minute, type WithCookies } from './auth-context.ts';
import { ServerBusyError } from './limit-concurrency.ts';
import { verifyPassword } from './password-hash.ts';
import { notingUsedCode } from './recovery-code-used.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { attempt } from './better-auth.ts';
import { refusingUsed } from './used-codes.ts';
import type { RequestMetadata } from './request-metadata.ts';

/** The password again, and a code where codes are on, before anything that could lock an account's owner out of it. */
export function confirming(desk: AuthContext) {
  const { orm, library, limiter, userOf, consumeChangeQuota, renew, headersOf, startHash, transaction, record } = desk;
  const refuseUsed = refusingUsed(desk);
  const takeCode = codeAttempts(desk);
  const noteUsedCode = notingUsedCode(desk);

  return {
    async confirmPassword(visitor: RequestMetadata, { password, second }: Confirm): Promise<WithCookies<void>> {
      const { userId, email, hasTotp } = await userOf(visitor);
      if (hasTotp && second === undefined) throw codeNeeded;
      const taken = await limiter.take('confirm', {
        address: [visitor.address, 50, 15 * minute],
        account: [userId, 10, 15 * minute],
      });
      const isRight = await isPassword(visitor, userId, password).catch(async (error: unknown) => {
        if (error instanceof ServerBusyError) await taken.giveBackAccount();
        throw error;
      });
      if (!isRight) throw new AccountError('invalid_password', 'Your password is not right.');
      const asked = hasTotp ? second : undefined;
      await consumeChangeQuota(userId);
      const confirm = async () => {
        if (asked?.kind === 'totp') await refuseUsed(userId, asked.code);
        return attempt(visitor, () =>
          transaction(async () => {
            if (asked !== undefined) await verifyCode(visitor, asked);
            if (asked?.kind === 'recovery') await noteUsedCode(visitor, { userId, email });
            const shown = asked === undefined ? 'password' : `password+${asked.kind}`;
            await record(visitor, { event: 'sign_in.confirmed', actor: 'user', userId, details: { with: shown } });
            return renew(visitor);
          }),
        );
      };
      const code = asked === undefined ? undefined : await takeCode(visitor, { id: userId, email });
      const setCookies = await (code === undefined
        ? confirm()
        : confirm().catch((error: unknown) => code.failed(error)));
      await code?.succeeded();
      await taken.giveBack();
      return { value: undefined, setCookies };
    },
  };

  /** With a session beside it, the library checks the code of whoever is signed in. */
  async function verifyCode(visitor: RequestMetadata, { kind, code }: SignInCode): Promise<void> {
    const headers = headersOf(visitor);
    if (kind === 'totp') await library.api.verifyTOTP({ body: { code }, headers });
    else await library.api.verifyBackupCode({ body: { code: hashRecoveryCode(code) }, headers });
  }

  async function isPassword(visitor: RequestMetadata, userId: string, password: string): Promise<boolean> {
    return verifyPassword({ hash: await hashOf(userId), password }, startHash(visitor));
  }

  async function hashOf(userId: string): Promise<string> {
    const [account] = await orm
      .select({ hash: accounts.password })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
    return account?.hash ?? '';
  }
}
