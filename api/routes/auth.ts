import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { Settings } from '#api/lib/env.ts';
import type { AppEnv } from './app-env.ts';
import * as contract from '#contract/auth.ts';
import * as security from '#contract/security.ts';
import { answer } from './json-response.ts';
import { readBody } from './read-request.ts';
import { setAll } from './set-cookies.ts';
import { requestMetadataOf } from './request-metadata.ts';

const done = { status: 'ok' } as const;

/** What nobody needs a session for. */
export function authRoutes(accountsOf: (c: Context<AppEnv>) => Accounts, { currency }: Pick<Settings, 'currency'>) {
  return new Hono<AppEnv>()
    .post('/sign-up/email', async (c) => {
      await accountsOf(c).signUp(requestMetadataOf(c), await readBody(c, contract.signUpSchema));
      return answer(c, contract.doneSchema, done);
    })
    .post('/sign-in/email', async (c) => {
      const { value, setCookies } = await accountsOf(c).signIn(
        requestMetadataOf(c),
        await readBody(c, contract.signInSchema),
      );
      setAll(c, setCookies);
      return answer(c, security.signInAnswerSchema, value);
    })
    .post('/sign-out', async (c) => {
      const { setCookies } = await accountsOf(c).signOut(requestMetadataOf(c));
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .get('/get-session', async (c) => {
      const { value, setCookies } = await accountsOf(c).currentSession(requestMetadataOf(c));
      setAll(c, setCookies);
      return answer(c, contract.sessionSchema, value === null ? null : { ...value, currency });
    })
    .post('/send-verification-email', async (c) => {
      const { email } = await readBody(c, contract.emailOnlySchema);
      await accountsOf(c).sendVerification(requestMetadataOf(c), email);
      return answer(c, contract.doneSchema, done);
    })
    .post('/request-password-reset', async (c) => {
      const { email } = await readBody(c, contract.emailOnlySchema);
      await accountsOf(c).requestPasswordReset(requestMetadataOf(c), email);
      return answer(c, contract.doneSchema, done);
    })
    .post('/reset-password', async (c) => {
      const reset = await readBody(c, contract.resetPasswordSchema);
      const { setCookies } = await accountsOf(c).resetPassword(requestMetadataOf(c), reset);
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .post('/sign-in/code', async (c) => {
      const code = await readBody(c, security.signInCodeSchema);
      const { value, setCookies } = await accountsOf(c).signInWithCode(requestMetadataOf(c), code);
      setAll(c, setCookies);
      return answer(c, contract.userSchema, value);
    })
    .post('/sign-in/passkey', async (c) => {
      const given = await readBody(c, security.passkeyAnswerSchema);
      const { value, setCookies } = await accountsOf(c).signInWithPasskey(requestMetadataOf(c), given);
      setAll(c, setCookies);
      return answer(c, contract.userSchema, value);
    })
    .post('/passkey-challenge', async (c) => {
      const { value, setCookies } = await accountsOf(c).challengePasskey(requestMetadataOf(c));
      setAll(c, setCookies);
      return answer(c, security.passkeyOptionsSchema, value);
    });
}
