import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import * as auth from '#contract/auth.ts';
import * as contract from '#contract/security.ts';
import { answer } from './answer.ts';
import { readBody } from './read-request.ts';
import { setAll } from './set-cookies.ts';
import { visitorOf } from './visitor.ts';

const { doneSchema } = auth;
const done = { status: 'ok' } as const;

/** What users do with their own account: mounted below the session guard. */
export function securityRoutes(accountsOf: (c: Context<AppEnv>) => Accounts) {
  return new Hono<AppEnv>()
    .get('/security', async (c) => answer(c, contract.securitySchema, await accountsOf(c).security(visitorOf(c))))
    .post('/confirm/password', async (c) => {
      const given = await readBody(c, contract.confirmSchema);
      setAll(c, (await accountsOf(c).confirmPassword(visitorOf(c), given)).setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/confirm/passkey', async (c) => {
      const given = await readBody(c, contract.passkeyAnswerSchema);
      setAll(c, (await accountsOf(c).confirmPasskey(visitorOf(c), given)).setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/passkeys/start', async (c) => {
      const { value, setCookies } = await accountsOf(c).startPasskey(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, contract.passkeyOptionsSchema, value);
    })
    .post('/passkeys/finish', async (c) => {
      await accountsOf(c).finishPasskey(visitorOf(c), await readBody(c, contract.newPasskeySchema));
      return answer(c, doneSchema, done);
    })
    .post('/passkeys/remove', async (c) => {
      const { id } = await readBody(c, contract.removePasskeySchema);
      await accountsOf(c).removePasskey(visitorOf(c), id);
      return answer(c, doneSchema, done);
    })
    .post('/totp/start', async (c) => answer(c, contract.totpStartSchema, await accountsOf(c).startTotp(visitorOf(c))))
    .post('/totp/finish', async (c) => {
      const { code } = await readBody(c, contract.totpCodeSchema);
      const { value, setCookies } = await accountsOf(c).finishTotp(visitorOf(c), code);
      setAll(c, setCookies);
      return answer(c, contract.recoveryCodesSchema, value);
    })
    .post('/totp/remove', async (c) => {
      const { setCookies } = await accountsOf(c).removeTotp(visitorOf(c));
      setAll(c, setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/recovery-codes', async (c) =>
      answer(c, contract.recoveryCodesSchema, await accountsOf(c).newRecoveryCodes(visitorOf(c))),
    )
    .post('/change-email', async (c) => {
      const { newEmail } = await readBody(c, contract.changeEmailSchema);
      await accountsOf(c).requestEmailChange(visitorOf(c), newEmail);
      return answer(c, doneSchema, done);
    })
    .post('/change-password', async (c) => {
      const passwords = await readBody(c, auth.changePasswordSchema);
      const { setCookies } = await accountsOf(c).changePassword(visitorOf(c), passwords);
      setAll(c, setCookies);
      return answer(c, doneSchema, done);
    })
    .get('/list-sessions', async (c) =>
      answer(c, auth.openSessionsSchema, await accountsOf(c).openSessions(visitorOf(c))),
    )
    .post('/revoke-session', async (c) => {
      const { id } = await readBody(c, auth.revokeSessionSchema);
      await accountsOf(c).endSession(visitorOf(c), id);
      return answer(c, doneSchema, done);
    })
    .post('/revoke-other-sessions', async (c) => {
      await accountsOf(c).endOtherSessions(visitorOf(c));
      return answer(c, doneSchema, done);
    });
}
