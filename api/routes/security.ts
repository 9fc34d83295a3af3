import { createRoute } from '@hono/zod-openapi';
import { confirmPassword } from '#api/auth/credentials/confirmation.ts';
import { requestEmailChange } from '#api/auth/account/email-change.ts';
import {
  confirmPasskey,
  finishPasskeyRegistration,
  removePasskey,
  startPasskeyRegistration,
} from '#api/auth/credentials/passkeys.ts';
import { changePassword, disablePassword, enablePassword } from '#api/auth/credentials/passwords.ts';
import {
  createRecoveryCodes,
  finishTotp,
  getSecurityOverview,
  removeTotp,
  startTotp,
} from '#api/auth/credentials/second-factor.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#api/auth/session/sessions.ts';
import { changePasswordSchema, doneSchema, openSessionsSchema, revokeSessionSchema } from '#contract/auth.ts';
import { weakPasswordCodes } from '#contract/errors.ts';
import {
  changeEmailSchema,
  confirmSchema,
  enablePasswordSchema,
  enrolmentSchema,
  newPasskeySchema,
  newTotpSchema,
  passkeyCreationOptionsSchema,
  passkeyResponseSchema,
  recoveryCodesSchema,
  removePasskeySchema,
  securitySchema,
  totpStartSchema,
} from '#contract/security.ts';
import { requestMetadataOf } from './app-env.ts';
import { createPrivateRouter, jsonBody, ok, optionalJsonBody, setCookies } from './router.ts';

const done = { status: 'ok' } as const;
const enrolmentCodes = ['confirmation_required', 'enrolment_code_required', 'invalid_enrolment_code'] as const;

/** The signed-in user's own account: password, second factors, passkeys, sessions. */
export function securityRoutes() {
  return createPrivateRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/security',
        summary: 'Second factors and passkeys of the account, and until when it can be changed without confirmation',
        responses: ok(securitySchema),
      }),
      async (c) => c.json(await getSecurityOverview(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/password/confirm',
        summary: 'Confirm the password before a change, with a code where a second factor is on',
        request: jsonBody(confirmSchema),
        responses: ok(doneSchema, {
          400: ['invalid_password', 'code_required', 'passkey_required'],
          401: ['invalid_code'],
        }),
      }),
      async (c) => {
        const result = await confirmPassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        setCookies(c, result.setCookies);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/passkeys/confirm',
        summary: 'Confirm with a passkey instead',
        request: jsonBody(passkeyResponseSchema),
        responses: ok(doneSchema, { 401: ['passkey_rejected'] }),
      }),
      async (c) => {
        const result = await confirmPasskey(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        setCookies(c, result.setCookies);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/passkeys/start',
        summary: 'Start the registration of a passkey',
        request: optionalJsonBody(enrolmentSchema),
        responses: ok(passkeyCreationOptionsSchema, { 400: ['too_many_passkeys'], 403: enrolmentCodes }),
      }),
      async (c) => {
        const result = await startPasskeyRegistration(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        setCookies(c, result.setCookies);
        return c.json(result.value, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/passkeys/finish',
        summary: 'Register the passkey that the browser created',
        request: jsonBody(newPasskeySchema),
        responses: ok(doneSchema, { 401: ['passkey_rejected'], 403: enrolmentCodes }),
      }),
      async (c) => {
        await finishPasskeyRegistration(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/passkeys/remove',
        summary: 'Remove a passkey',
        request: jsonBody(removePasskeySchema),
        responses: ok(doneSchema, {
          403: ['confirmation_required'],
          404: ['not_found'],
          409: ['last_factor', 'two_passkeys_required'],
        }),
      }),
      async (c) => {
        await removePasskey(c.get('auth'), requestMetadataOf(c), c.req.valid('json').id);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/totp/start',
        summary: 'A secret for an authenticator; it takes effect once a code was verified',
        request: optionalJsonBody(enrolmentSchema),
        responses: ok(totpStartSchema, { 400: ['factor_exists', 'password_disabled'], 403: enrolmentCodes }),
      }),
      async (c) => c.json(await startTotp(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/totp/finish',
        summary: 'Verify the first code; returns the recovery codes, once',
        request: jsonBody(newTotpSchema),
        responses: ok(recoveryCodesSchema, { 400: ['factor_missing'], 401: ['invalid_code'], 403: enrolmentCodes }),
      }),
      async (c) => {
        const result = await finishTotp(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        setCookies(c, result.setCookies);
        return c.json(result.value, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/totp/remove',
        summary: 'Turn codes from an authenticator off',
        responses: ok(doneSchema, { 403: ['confirmation_required'], 409: ['last_factor'] }),
      }),
      async (c) => {
        const result = await removeTotp(c.get('auth'), requestMetadataOf(c));
        setCookies(c, result.setCookies);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/recovery-codes',
        summary: 'New recovery codes, which replace the previous ones',
        responses: ok(recoveryCodesSchema, { 400: ['factor_missing'], 403: ['confirmation_required'] }),
      }),
      async (c) => c.json(await createRecoveryCodes(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/email/change',
        summary: 'Send a link to the new email address',
        request: jsonBody(changeEmailSchema),
        responses: ok(doneSchema, { 400: ['same_email'], 403: ['confirmation_required'] }),
      }),
      async (c) => {
        await requestEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').newEmail);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/password/change',
        summary: 'Change the password; ends every other session',
        request: jsonBody(changePasswordSchema),
        responses: ok(doneSchema, {
          400: ['invalid_password', 'password_disabled', ...weakPasswordCodes],
          403: ['confirmation_required'],
        }),
      }),
      async (c) => {
        const result = await changePassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        setCookies(c, result.setCookies);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/password/disable',
        summary: 'Delete the password, so that only passkeys sign in; needs two of them',
        responses: ok(doneSchema, { 403: ['confirmation_required'], 409: ['two_passkeys_required'] }),
      }),
      async (c) => {
        await disablePassword(c.get('auth'), requestMetadataOf(c));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/password/enable',
        summary: 'Choose a password again',
        request: jsonBody(enablePasswordSchema),
        responses: ok(doneSchema, { 400: weakPasswordCodes, 403: ['confirmation_required'] }),
      }),
      async (c) => {
        await enablePassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json').newPassword);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/sessions',
        summary: 'The open sessions',
        responses: ok(openSessionsSchema),
      }),
      async (c) => c.json(await listSessions(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/sessions/revoke',
        summary: 'End one session',
        request: jsonBody(revokeSessionSchema),
        responses: ok(doneSchema, { 403: ['confirmation_required'], 404: ['not_found'] }),
      }),
      async (c) => {
        await revokeSession(c.get('auth'), requestMetadataOf(c), c.req.valid('json').id);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/sessions/revoke-others',
        summary: 'End every session but this one, revoke every link and forget every other browser',
        responses: ok(doneSchema, { 403: ['confirmation_required'] }),
      }),
      async (c) => {
        await revokeOtherSessions(c.get('auth'), requestMetadataOf(c));
        return c.json(done, 200);
      },
    );
}
