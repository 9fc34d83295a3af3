import type { z } from 'zod';
import { doneSchema, userSchema } from './auth.ts';
import { mailLink, post, type Route } from './route.ts';
import * as security from './security.ts';

const unconfirmed = { 403: ['confirmation_required'] } satisfies Route['refusals'];
/** For whoever is signed in and has given a password or a passkey in the last ten minutes. */
const change = (
  path: string,
  summary: string,
  body: z.ZodType | undefined,
  refusals: Route['refusals'] = {},
  answer: z.ZodType = doneSchema,
): Route => ({
  ...start(path, summary, answer),
  ...(body && { body }),
  isPrivate: true,
  refusals: { ...unconfirmed, ...refusals },
});

const start = (path: string, summary: string, answer: z.ZodType): Route => ({
  method: 'post',
  path: `/api/auth/${path}`,
  summary,
  isPrivate: false,
  answer,
  status: 200,
  refusals: { 429: ['too_many_requests'] },
});

const badRequest = { 400: ['bad_request', 'invalid_request'] } satisfies Route['refusals'];

/** Second factors, passkeys, the proof of who is asking, and another address. */
export const securityRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/auth/security',
    summary: 'The factors of the account, and until when it may be changed',
    isPrivate: true,
    answer: security.securitySchema,
    status: 200,
    refusals: {},
  },
  {
    ...post(
      'confirm/password',
      'Give the password again, with a code where codes are on, before a change',
      security.confirmSchema,
      {
        400: ['bad_request', 'invalid_request', 'invalid_password', 'code_required'],
        401: ['invalid_code'],
      },
    ),
    isPrivate: true,
  },
  {
    ...post('confirm/passkey', 'Show a passkey instead', security.passkeyAnswerSchema, { 401: ['passkey_refused'] }),
    isPrivate: true,
  },
  post(
    'sign-in/code',
    'The second half of a sign-in: a code from the authenticator, or a recovery code',
    security.signInCodeSchema,
    { 401: ['invalid_code', 'sign_in_expired'] },
    userSchema,
  ),
  post(
    'sign-in/passkey',
    'Sign in with a passkey',
    security.passkeyAnswerSchema,
    { 401: ['passkey_refused'] },
    userSchema,
  ),
  start('passkey-challenge', 'What a passkey is to sign', security.passkeyOptionsSchema),
  change(
    'passkeys/start',
    'Begin to make a passkey',
    undefined,
    { 400: ['too_many_passkeys'] },
    security.passkeyOptionsSchema,
  ),
  change('passkeys/finish', 'Keep the passkey that the browser made', security.newPasskeySchema, {
    ...badRequest,
    401: ['passkey_refused'],
  }),
  change('passkeys/remove', 'Remove a passkey', security.removePasskeySchema, { ...badRequest, 404: ['not_found'] }),
  change(
    'totp/start',
    'A secret for an authenticator; it counts once a code of it was shown',
    undefined,
    { 400: ['factor_exists'] },
    security.totpStartSchema,
  ),
  change(
    'totp/finish',
    'Show the first code; answers the recovery codes, once',
    security.totpCodeSchema,
    { 400: ['bad_request', 'invalid_request', 'factor_missing'], 401: ['invalid_code'], 429: ['too_many_requests'] },
    security.recoveryCodesSchema,
  ),
  change('totp/remove', 'No longer ask for codes', undefined),
  change(
    'recovery-codes',
    'New recovery codes; those before are void',
    undefined,
    { 400: ['factor_missing'] },
    security.recoveryCodesSchema,
  ),
  change('change-email', 'Send a link to the new address', security.changeEmailSchema, {
    400: ['bad_request', 'invalid_request', 'same_email'],
    429: ['too_many_requests'],
  }),
  mailLink('confirm-email', 'Take the new address on, with the token of that link; it acts once'),
  mailLink(
    'undo-email-change',
    'Cancel or revert a change of the email address and lock the account, with the token of a link to the address before',
  ),
  change(
    'revoke-other-sessions',
    'End every session but this one, void every link and forget every other browser',
    undefined,
  ),
];
