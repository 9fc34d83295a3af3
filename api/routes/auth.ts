import { readSessionToken } from '#api/auth/core/cookies.ts';
import { confirmEmailChange, undoEmailChange } from '#api/auth/account/email-change.ts';
import { createPasskeyChallenge, signInWithPasskey } from '#api/auth/credentials/passkeys.ts';
import { acceptInvitation, getInvitationLink } from '#api/auth/account/invitations.ts';
import { getResetLink, requestPasswordReset, resetPassword } from '#api/auth/credentials/passwords.ts';
import { signInWithCode } from '#api/auth/credentials/second-factor.ts';
import { getSession, signOut } from '#api/auth/session/sessions.ts';
import { signIn } from '#api/auth/credentials/sign-in.ts';
import { sendVerificationMail, signUp, verifyEmail } from '#api/auth/account/sign-up.ts';
import type { Settings } from '#api/lib/env.ts';
import { listMemberships } from '#api/services/customers/customer.ts';
import { rateByLink, readRatingLink } from '#api/services/tickets/rating-link.ts';
import {
  doneSchema,
  emailOnlySchema,
  mailLinkSchema,
  resetLinkSchema,
  resetLinkTokenSchema,
  resetPasswordSchema,
  sessionResponseSchema,
  signInSchema,
  signUpSchema,
  userSchema,
  verifyEmailSchema,
} from '#contract/auth.ts';
import { rateByLinkSchema, ratingLinkSchema } from '#contract/conversation.ts';
import { weakPasswordCodes } from '#contract/errors.ts';
import { acceptInvitationSchema, invitationLinkSchema, invitationTokenSchema } from '#contract/people.ts';
import {
  passkeyRequestOptionsSchema,
  passkeyResponseSchema,
  signInCodeSchema,
  signInResponseSchema,
} from '#contract/security.ts';
import { requestMetadataOf } from './app-env.ts';
import { applyCookies, createPublicRouter, done, get, jsonBody, ok, post } from './router.ts';

/** Signing up, in and out. */
export function authRoutes({ currency, isRiskHidden }: Pick<Settings, 'currency' | 'isRiskHidden'>) {
  return createPublicRouter()
    .openapi(
      post('/sign-up', 'Create an account; an email with a link to verify the email address follows', {
        request: jsonBody(signUpSchema),
        responses: ok(doneSchema, { 400: ['invalid_email', ...weakPasswordCodes], 429: ['too_many_requests'] }),
      }),
      (c) => done(c, signUp(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/sign-in/password', 'Sign in', {
        request: jsonBody(signInSchema),
        responses: ok(signInResponseSchema, {
          400: ['invalid_email'],
          401: ['invalid_credentials'],
          429: ['too_many_requests'],
        }),
      }),
      async (c) => {
        const response = await applyCookies(c, signIn(c.get('auth'), requestMetadataOf(c), c.req.valid('json')));
        if ('needsCode' in response) c.get('trace').outcome = 'second_factor';
        return c.json(response, 200);
      },
    )
    .openapi(
      post('/sign-in/code', 'Second step of a sign-in: a code from the authenticator, or a recovery code', {
        request: jsonBody(signInCodeSchema),
        responses: ok(userSchema, { 401: ['invalid_code', 'sign_in_expired'], 429: ['too_many_requests'] }),
      }),
      async (c) =>
        c.json(await applyCookies(c, signInWithCode(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))), 200),
    )
    .openapi(
      post('/sign-in/passkey', 'Sign in with a passkey', {
        request: jsonBody(passkeyResponseSchema),
        responses: ok(userSchema, { 401: ['passkey_rejected'], 429: ['too_many_requests'] }),
      }),
      async (c) =>
        c.json(await applyCookies(c, signInWithPasskey(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))), 200),
    )
    .openapi(
      post('/passkeys/challenge', 'The challenge that a passkey signs', {
        responses: ok(passkeyRequestOptionsSchema, { 429: ['too_many_requests'] }),
      }),
      async (c) => c.json(await applyCookies(c, createPasskeyChallenge(c.get('auth'), requestMetadataOf(c))), 200),
    )
    .openapi(post('/sign-out', 'End the session', { responses: ok(doneSchema) }), (c) =>
      done(c, applyCookies(c, signOut(c.get('auth'), requestMetadataOf(c)))),
    )
    .openapi(
      get('/session', 'The current session with the customers of its user; why it ended, if that is known; or null', {
        responses: ok(sessionResponseSchema, { 429: ['too_many_requests'] }),
      }),
      async (c) => {
        const value = await applyCookies(c, getSession(c.get('auth'), requestMetadataOf(c)));
        const sessionToken = readSessionToken(c.get('auth'), c.req.header('cookie'));
        if (sessionToken === undefined || value === null) return c.json(null, 200);
        if ('ended' in value) return c.json(value, 200);
        const own = await listMemberships(c.get('database'), { sessionToken });
        return c.json({ ...value, ...own, currency, isRiskHidden }, 200);
      },
    )
    .openapi(
      post('/email/send-verification', 'Send the verification link again, if the email address is unverified', {
        request: jsonBody(emailOnlySchema),
        responses: ok(doneSchema, { 400: ['invalid_email'], 429: ['too_many_requests'] }),
      }),
      (c) => done(c, sendVerificationMail(c.get('auth'), requestMetadataOf(c), c.req.valid('json').email)),
    )
    .openapi(
      post('/password/request-reset', 'Send a link to choose a new password, if there is an account', {
        request: jsonBody(emailOnlySchema),
        responses: ok(doneSchema, { 400: ['invalid_email'], 429: ['too_many_requests'] }),
      }),
      (c) => done(c, requestPasswordReset(c.get('auth'), requestMetadataOf(c), c.req.valid('json').email)),
    )
    .openapi(
      post(
        '/password/reset',
        'Choose a new password with the token of a link; ends every session and revokes every other link',
        {
          request: jsonBody(resetPasswordSchema),
          responses: ok(doneSchema, { 400: ['invalid_token', ...weakPasswordCodes], 429: ['too_many_requests'] }),
        },
      ),
      (c) => done(c, applyCookies(c, resetPassword(c.get('auth'), requestMetadataOf(c), c.req.valid('json')))),
    );
}

const ratingErrors = { 400: ['invalid_token'], 409: ['rating_closed'], 429: ['too_many_requests'] } as const;

/** What the buttons on the pages behind links in emails do. Email scanners follow links, but press no buttons. */
export function mailLinkRoutes() {
  return createPublicRouter()
    .openapi(
      post('/email/verify', 'Verify the email address, with the token of the link and the password of the sign-up', {
        request: jsonBody(verifyEmailSchema),
        responses: ok(doneSchema, { 400: ['invalid_token', 'invalid_password'], 429: ['too_many_requests'] }),
      }),
      (c) => done(c, verifyEmail(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))),
    )
    .openapi(
      post(
        '/email/confirm',
        'Change to the new email address, with the token of the link that was sent to it; works once',
        {
          request: jsonBody(mailLinkSchema),
          responses: ok(doneSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
        },
      ),
      (c) => done(c, confirmEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token)),
    )
    .openapi(
      post(
        '/email/undo',
        'Cancel or revert a change of the email address and lock the account, with the token of the link that was sent to the previous one',
        {
          request: jsonBody(mailLinkSchema),
          responses: ok(doneSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
        },
      ),
      (c) => done(c, undoEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token)),
    )
    .openapi(
      post('/password/read-reset-link', 'What the form behind a password reset link shows', {
        request: jsonBody(resetLinkTokenSchema),
        responses: ok(resetLinkSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      }),
      async (c) => c.json(await getResetLink(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token), 200),
    )
    .openapi(
      post('/invitations/read', 'What the page behind the link of an invitation shows', {
        request: jsonBody(invitationTokenSchema),
        responses: ok(invitationLinkSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      }),
      async (c) => c.json(await getInvitationLink(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token), 200),
    )
    .openapi(
      post('/ratings/read', 'What the page behind a rating link shows: the ticket, and its rating', {
        request: jsonBody(mailLinkSchema),
        responses: ok(ratingLinkSchema, ratingErrors),
      }),
      async (c) => {
        const { token } = c.req.valid('json');
        return c.json(await readRatingLink(c.get('database'), c.get('auth'), requestMetadataOf(c), token), 200);
      },
    )
    .openapi(
      post('/ratings/send', 'Rate a ticket with the token of the link that was sent when it was closed', {
        request: jsonBody(rateByLinkSchema),
        responses: ok(ratingLinkSchema, ratingErrors),
      }),
      async (c) => {
        const rate = c.req.valid('json');
        return c.json(await rateByLink(c.get('database'), c.get('auth'), requestMetadataOf(c), rate), 200);
      },
    )
    .openapi(
      post('/invitations/accept', 'Accept an invitation by choosing the password of a new account', {
        request: jsonBody(acceptInvitationSchema),
        responses: ok(doneSchema, {
          400: ['invalid_token', 'account_exists', 'email_reserved', ...weakPasswordCodes],
          429: ['too_many_requests'],
        }),
      }),
      (c) => done(c, acceptInvitation(c.get('auth'), requestMetadataOf(c), c.req.valid('json'))),
    );
}
