import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import * as contract from '#contract/auth.ts';
import { signInAnswerSchema } from '#contract/security.ts';
import { answer } from './answer.ts';
import { readBody } from './read-request.ts';
import { setAll } from './set-cookies.ts';
import { visitorOf } from './visitor.ts';

const done = { status: 'ok' } as const;

export function authRoutes(accountsOf: (c: Context<AppEnv>) => Accounts) {
  return new Hono<AppEnv>()
    .post('/sign-up/email', async (c) => {
      await accountsOf(c).signUp(visitorOf(c), await readBody(c, contract.signUpSchema));
      return answer(c, contract.doneSchema, done);
    })
    .post('/sign-in/email', async (c) => {
      const { value, setCookies } = await accountsOf(c).signIn(visitorOf(c), await readBody(c, contract.signInSchema));
      setAll(c, setCookies);
      return answer(c, signInAnswerSchema, value);
    })
    .post('/sign-out', async (c) => {
      const { setCookies } = await accountsOf(c).signOut(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .get('/get-session', async (c) => {
      const { value, setCookies } = await accountsOf(c).currentSession(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, contract.sessionSchema, value);
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
      await accountsOf(c).resetPassword(visitorOf(c), await readBody(c, contract.resetPasswordSchema));
      return answer(c, contract.doneSchema, done);
    })
    .post('/change-password', async (c) => {
      const passwords = await readBody(c, contract.changePasswordSchema);
      const { setCookies } = await accountsOf(c).changePassword(visitorOf(c), passwords);
      setAll(c, setCookies);
      return answer(c, contract.doneSchema, done);
    })
    .get('/list-sessions', async (c) =>
      answer(c, contract.openSessionsSchema, await accountsOf(c).openSessions(visitorOf(c))),
    )
    .post('/revoke-session', async (c) => {
      const { id } = await readBody(c, contract.revokeSessionSchema);
      await accountsOf(c).endSession(visitorOf(c), id);
      return answer(c, contract.doneSchema, done);
    })
    .post('/revoke-other-sessions', async (c) => {
      await accountsOf(c).endOtherSessions(visitorOf(c));
      return answer(c, contract.doneSchema, done);
    });
}
