import type { Database } from '#api/db/connect.ts';
import type { Log } from '#api/lib/log.ts';
import { type AuthContext, createAuthContext } from './auth-context.ts';
import type { AuthSettings, RequestMetadata } from './auth-settings.ts';
import { confirmPassword } from './confirmation.ts';
import { readSessionToken } from './cookies.ts';
import { confirmEmailChange, requestEmailChange, undoEmailChange } from './email-change.ts';
import * as passkeys from './passkeys.ts';
import { changePassword, getResetLink, requestPasswordReset, resetPassword } from './passwords.ts';
import { createRecoveryCodes, finishTotp, removeTotp, signInWithCode, startTotp } from './second-factor.ts';
import { getSecurityOverview } from './security-overview.ts';
import * as sessions from './sessions.ts';
import { signIn } from './sign-in.ts';
import { sendVerificationMail, signUp, verifyEmail } from './sign-up.ts';

export type Accounts = ReturnType<typeof createAccounts>;

/** Until the routes call the functions themselves. */
export function createAccounts(database: Database, settings: AuthSettings, log: Log) {
  const ctx = createAuthContext(database, settings, log);
  const bind =
    <Args extends unknown[], Result>(run: (ctx: AuthContext, ...args: Args) => Result) =>
    (...args: Args) =>
      run(ctx, ...args);
  return {
    tokenOf: ({ cookies }: RequestMetadata) => readSessionToken(ctx, cookies),
    ownerOf: bind(sessions.findSessionOwner),
    signUp: bind(signUp),
    verifyEmail: bind(verifyEmail),
    sendVerification: bind(sendVerificationMail),
    signIn: bind(signIn),
    signOut: bind(sessions.signOut),
    currentSession: bind(sessions.getSession),
    requestPasswordReset: bind(requestPasswordReset),
    readResetLink: bind(getResetLink),
    resetPassword: bind(resetPassword),
    changePassword: bind(changePassword),
    openSessions: bind(sessions.listSessions),
    endSession: bind(sessions.revokeSession),
    endOtherSessions: bind(sessions.revokeOtherSessions),
    confirmPassword: bind(confirmPassword),
    requestEmailChange: bind(requestEmailChange),
    confirmEmailChange: bind(confirmEmailChange),
    undoEmailChange: bind(undoEmailChange),
    signInWithCode: bind(signInWithCode),
    startTotp: bind(startTotp),
    finishTotp: bind(finishTotp),
    newRecoveryCodes: bind(createRecoveryCodes),
    removeTotp: bind(removeTotp),
    startPasskey: bind(passkeys.startPasskeyRegistration),
    finishPasskey: bind(passkeys.finishPasskeyRegistration),
    removePasskey: bind(passkeys.removePasskey),
    challengePasskey: bind(passkeys.createPasskeyChallenge),
    signInWithPasskey: bind(passkeys.signInWithPasskey),
    confirmPasskey: bind(passkeys.confirmPasskey),
    security: bind(getSecurityOverview),
  };
}
