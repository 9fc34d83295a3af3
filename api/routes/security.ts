import { confirmPassword } from '#api/auth/credentials/confirmation.ts';
import { requestEmailChange } from '#api/auth/account/email-change.ts';
import { changeProfile, getProfile } from '#api/auth/account/profile.ts';
import { getLanguage, setLanguage } from '#api/auth/account/language.ts';
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
import { exportOwnData } from '#api/services/people/own-data.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#api/auth/session/sessions.ts';
import { changePasswordSchema, doneSchema, openSessionsSchema, revokeSessionSchema } from '#contract/auth.ts';
import { weakPasswordCodes } from '#contract/errors.ts';
import { languageChoiceSchema } from '#contract/language-choice.ts';
import { changeProfileSchema, ownDataSchema, profileSchema } from '#contract/profile.ts';
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
import { applyCookies, createPrivateRouter, done, get, jsonBody, ok, optionalJsonBody, post } from './router.ts';

const enrolmentCodes = ['confirmation_required', 'enrolment_code_required', 'invalid_enrolment_code'] as const;

/** The signed-in user's own account: password, second factors, passkeys, sessions, and the language of all mails to them. */
export function securityRoutes() {
  return createPrivateRouter()
    .openapi(
      get(
        '/security',
        'Second factors and passkeys of the account, and until when it can be changed without confirmation',
        { responses: ok(securitySchema) },
      ),
      async (c) => c.json(await getSecurityOverview(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/password/confirm', 'Confirm the password before a change, with a code where a second factor is on', {
        request: jsonBody(confirmSchema),
        responses: ok(doneSchema, {
          400: ['invalid_password', 'code_required', 'passkey_required'],
          401: ['invalid_code'],
        }),
      }),
      (c) => done(c, applyCookies(c, confirmPassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json')))),
    )
    .openapi(
      post('/passkeys/confirm', 'Confirm with a passkey instead', {
        request: jsonBody(passkeyResponseSchema),
        responses: ok(doneSchema, { 401: ['passkey_rejected'] }),
      }),
      (c) => done(c, applyCookies(c, confirmPasskey(c.get('auth'), requestMetadataOf(c), c.req.valid('json')))),
    )
    .openapi(
      post('/passkeys/start', 'Start the registration of a passkey', {
        request: optionalJsonBody(enrolmentSchema),
        responses: ok(passkeyCreationOptionsSchema, { 400: ['too_many_passkeys'], 403: enrolmentCodes }),
      }),
      async (c) =>
        c.json(
          await applyCookies(c, startPasskeyRegistration(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))),
          200,
        ),
    )
    .openapi(
      post('/passkeys/finish', 'Register the passkey that the browser created', {
        request: jsonBody(newPasskeySchema),
        responses: ok(doneSchema, { 401: ['passkey_rejected'], 403: enrolmentCodes }),
      }),
      (c) => done(c, finishPasskeyRegistration(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/passkeys/remove', 'Remove a passkey', {
        request: jsonBody(removePasskeySchema),
        responses: ok(doneSchema, {
          403: ['confirmation_required'],
          404: ['not_found'],
          409: ['last_factor', 'two_passkeys_required'],
        }),
      }),
      (c) => done(c, removePasskey(c.get('auth'), requestMetadataOf(c), c.req.valid('json').id)),
    )
    .openapi(
      post('/totp/start', 'A secret for an authenticator; it takes effect once a code was verified', {
        request: optionalJsonBody(enrolmentSchema),
        responses: ok(totpStartSchema, { 400: ['factor_exists', 'password_disabled'], 403: enrolmentCodes }),
      }),
      async (c) => c.json(await startTotp(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/totp/finish', 'Verify the first code; returns the recovery codes, once', {
        request: jsonBody(newTotpSchema),
        responses: ok(recoveryCodesSchema, { 400: ['factor_missing'], 401: ['invalid_code'], 403: enrolmentCodes }),
      }),
      async (c) =>
        c.json(await applyCookies(c, finishTotp(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))), 200),
    )
    .openapi(
      post('/totp/remove', 'Turn codes from an authenticator off', {
        responses: ok(doneSchema, { 403: ['confirmation_required'], 409: ['last_factor'] }),
      }),
      (c) => done(c, applyCookies(c, removeTotp(c.get('auth'), requestMetadataOf(c)))),
    )
    .openapi(
      post('/recovery-codes', 'New recovery codes, which replace the previous ones', {
        responses: ok(recoveryCodesSchema, { 400: ['factor_missing'], 403: ['confirmation_required'] }),
      }),
      async (c) => c.json(await createRecoveryCodes(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/email/change', 'Send a link to the new email address', {
        request: jsonBody(changeEmailSchema),
        responses: ok(doneSchema, { 400: ['invalid_email', 'same_email'], 403: ['confirmation_required'] }),
      }),
      (c) => done(c, requestEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').newEmail)),
    )
    .openapi(
      post('/password/change', 'Change the password; ends every other session', {
        request: jsonBody(changePasswordSchema),
        responses: ok(doneSchema, {
          400: ['invalid_password', 'password_disabled', ...weakPasswordCodes],
          403: ['confirmation_required'],
        }),
      }),
      (c) => done(c, applyCookies(c, changePassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json')))),
    )
    .openapi(
      post('/password/disable', 'Delete the password, so that only passkeys sign in; needs two of them', {
        responses: ok(doneSchema, { 403: ['confirmation_required'], 409: ['two_passkeys_required'] }),
      }),
      (c) => done(c, disablePassword(c.get('auth'), requestMetadataOf(c))),
    )
    .openapi(
      post('/password/enable', 'Choose a password again', {
        request: jsonBody(enablePasswordSchema),
        responses: ok(doneSchema, { 400: weakPasswordCodes, 403: ['confirmation_required'] }),
      }),
      (c) => done(c, enablePassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json').newPassword)),
    )
    .openapi(get('/sessions', 'The open sessions', { responses: ok(openSessionsSchema) }), async (c) =>
      c.json(await listSessions(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/sessions/revoke', 'End one session', {
        request: jsonBody(revokeSessionSchema),
        responses: ok(doneSchema, { 403: ['confirmation_required'], 404: ['not_found'] }),
      }),
      (c) => done(c, revokeSession(c.get('auth'), requestMetadataOf(c), c.req.valid('json').id)),
    )
    .openapi(
      post(
        '/sessions/revoke-others',
        'End every session but this one, revoke every link and forget every other browser',
        { responses: ok(doneSchema, { 403: ['confirmation_required'] }) },
      ),
      (c) => done(c, revokeOtherSessions(c.get('auth'), requestMetadataOf(c))),
    )
    .openapi(get('/profile', 'The name of the user', { responses: ok(profileSchema) }), async (c) =>
      c.json(await getProfile(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/profile', 'Change the name of the user', {
        request: jsonBody(changeProfileSchema),
        responses: ok(profileSchema, { 400: ['invalid_name'] }),
      }),
      async (c) => c.json(await changeProfile(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/profile/export', 'What we hold about the user', {
        responses: ok(ownDataSchema, { 403: ['confirmation_required'] }),
      }),
      async (c) => {
        const context = { database: c.get('database'), auth: c.get('auth'), caller: c.get('caller') };
        return c.json(await exportOwnData({ ...context, request: requestMetadataOf(c) }), 200);
      },
    )
    .openapi(
      get('/language', 'The language of the portal and of mails to the user', { responses: ok(languageChoiceSchema) }),
      async (c) => c.json(await getLanguage(c.get('auth'), requestMetadataOf(c)), 200),
    )
    .openapi(
      post('/language', 'Choose the language of the portal and of mails', {
        request: jsonBody(languageChoiceSchema),
        responses: ok(languageChoiceSchema),
      }),
      async (c) => c.json(await setLanguage(c.get('auth'), requestMetadataOf(c), c.req.valid('json')), 200),
    );
}
