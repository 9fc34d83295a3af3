import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { Settings } from '#api/env.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import * as contract from '#contract/auth.ts';
import * as security from '#contract/security.ts';
import { answer } from './answer.ts';
import { readBody } from './read-request.ts';
import { setAll } from './set-cookies.ts';
import { visitorOf } from './visitor.ts';

const done = { status: 'ok' } as const;

/** What nobody needs a session for. */
export function authRoutes(accountsOf: (c: Context<AppEnv>) => Accounts, { currency }: Pick<Settings, 'currency'>) {
  return new Hono<AppEnv>()
    .post('/sign-up/email', async (c) => {
      await accountsOf(c).signUp(visitorOf(c), await readBody(c, contract.signUpSchema));
      return answer(c, contract.doneSchema, done);
    })
    .post('/sign-in/email', async (c) => {
      const { value, setCookies } = await accountsOf(c).signIn(visitorOf(c), await readBody(c, contract.signInSchema));
      setAll(c, setCookies);
      return answer(c, security.signInAnswerSchema, value);
    })
    .post('/sign-out', async (c) => {
      const { setCookies } = await accountsOf(c).signOut(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .get('/get-session', async (c) => {
      const { value, setCookies } = await accountsOf(c).currentSession(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, contract.sessionSchema, value === null ? null : { ...value, currency });
    })
    .post('/send-verification-email', async (c) => {
      const { email } = await readBody(c, contract.emailOnlySchema);
      await accountsOf(c).sendVerification(visitorOf(c), email);
      return answer(c, contract.doneSchema, done);
    })
    .post('/request-password-reset', async (c) => {
      const { email } = await readBody(c, contract.emailOnlySchema);
      await accountsOf(c).requestPasswordReset(visitorOf(c), email);
      return answer(c, contract.doneSchema, done);
    })
    .post('/reset-password', async (c) => {
      const reset = await readBody(c, contract.resetPasswordSchema);
      const { setCookies } = await accountsOf(c).resetPassword(visitorOf(c), reset);
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .post('/sign-in/code', async (c) => {
      const code = await readBody(c, security.signInCodeSchema);
      const { value, setCookies } = await accountsOf(c).signInWithCode(visitorOf(c), code);
      setAll(c, setCookies);
      return answer(c, contract.userSchema, value);
    })
    .post('/sign-in/passkey', async (c) => {
      const given = await readBody(c, security.passkeyAnswerSchema);
      const { value, setCookies } = await accountsOf(c).signInWithPasskey(visitorOf(c), given);
      setAll(c, setCookies);
      return answer(c, contract.userSchema, value);
    })
    .post('/passkey-challenge', async (c) => {
      const { value, setCookies } = await accountsOf(c).challengePasskey(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, security.passkeyOptionsSchema, value);
    });
}
