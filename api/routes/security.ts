import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { AppEnv } from './app-env.ts';
import * as auth from '#contract/auth.ts';
import * as contract from '#contract/security.ts';
import { answer } from './json-response.ts';
import { readBody } from './read-request.ts';
import { setAll } from './set-cookies.ts';
import { requestMetadataOf } from './request-metadata.ts';

const { doneSchema } = auth;
const done = { status: 'ok' } as const;

/** What users do with their own account: mounted below the session guard. */
export function securityRoutes(accountsOf: (c: Context<AppEnv>) => Accounts) {
  return new Hono<AppEnv>()
    .get('/security', async (c) =>
      answer(c, contract.securitySchema, await accountsOf(c).security(requestMetadataOf(c))),
    )
    .post('/confirm/password', async (c) => {
      const given = await readBody(c, contract.confirmSchema);
      setAll(c, (await accountsOf(c).confirmPassword(requestMetadataOf(c), given)).setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/confirm/passkey', async (c) => {
      const given = await readBody(c, contract.passkeyAnswerSchema);
      setAll(c, (await accountsOf(c).confirmPasskey(requestMetadataOf(c), given)).setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/passkeys/start', async (c) => {
      const { value, setCookies } = await accountsOf(c).startPasskey(requestMetadataOf(c));
      setAll(c, setCookies);
      return answer(c, contract.passkeyOptionsSchema, value);
    })
    .post('/passkeys/finish', async (c) => {
      await accountsOf(c).finishPasskey(requestMetadataOf(c), await readBody(c, contract.newPasskeySchema));
      return answer(c, doneSchema, done);
    })
    .post('/passkeys/remove', async (c) => {
      const { id } = await readBody(c, contract.removePasskeySchema);
      await accountsOf(c).removePasskey(requestMetadataOf(c), id);
      return answer(c, doneSchema, done);
    })
    .post('/totp/start', async (c) =>
      answer(c, contract.totpStartSchema, await accountsOf(c).startTotp(requestMetadataOf(c))),
    )
    .post('/totp/finish', async (c) => {
      const { code } = await readBody(c, contract.totpCodeSchema);
      const { value, setCookies } = await accountsOf(c).finishTotp(requestMetadataOf(c), code);
      setAll(c, setCookies);
      return answer(c, contract.recoveryCodesSchema, value);
    })
    .post('/totp/remove', async (c) => {
      const { setCookies } = await accountsOf(c).removeTotp(requestMetadataOf(c));
      setAll(c, setCookies);
      return answer(c, doneSchema, done);
    })
    .post('/recovery-codes', async (c) =>
      answer(c, contract.recoveryCodesSchema, await accountsOf(c).newRecoveryCodes(requestMetadataOf(c))),
    )
    .post('/change-email', async (c) => {
      const { newEmail } = await readBody(c, contract.changeEmailSchema);
      await accountsOf(c).requestEmailChange(requestMetadataOf(c), newEmail);
      return answer(c, doneSchema, done);
    })
    .post('/change-password', async (c) => {
      const passwords = await readBody(c, auth.changePasswordSchema);
      const { setCookies } = await accountsOf(c).changePassword(requestMetadataOf(c), passwords);
      setAll(c, setCookies);
      return answer(c, doneSchema, done);
    })
    .get('/list-sessions', async (c) =>
      answer(c, auth.openSessionsSchema, await accountsOf(c).openSessions(requestMetadataOf(c))),
    )
    .post('/revoke-session', async (c) => {
      const { id } = await readBody(c, auth.revokeSessionSchema);
      await accountsOf(c).endSession(requestMetadataOf(c), id);
      return answer(c, doneSchema, done);
    })
    .post('/revoke-other-sessions', async (c) => {
      await accountsOf(c).endOtherSessions(requestMetadataOf(c));
      return answer(c, doneSchema, done);
    });
}
