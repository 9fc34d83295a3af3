import { createRoute } from '@hono/zod-openapi';
import { confirmEmailChange, undoEmailChange } from '#api/auth/email-change.ts';
import { getResetLink } from '#api/auth/passwords.ts';
import { verifyEmail } from '#api/auth/sign-up.ts';
import {
  doneSchema,
  mailLinkSchema,
  resetLinkSchema,
  resetLinkTokenSchema,
  verifyEmailSchema,
} from '#contract/auth.ts';
import { requestMetadataOf } from './app-env.ts';
import { createPublicRouter, jsonBody, ok } from './router.ts';

const done = { status: 'ok' } as const;

/** What the buttons on the pages behind links in emails do. Email scanners follow links, but press no buttons. */
export function mailLinkRoutes() {
  return createPublicRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/verify-email',
        summary: 'Verify the email address, with the token of the link and the password of the sign-up',
        request: jsonBody(verifyEmailSchema),
        responses: ok(doneSchema, { 400: ['invalid_token', 'invalid_password'], 429: ['too_many_requests'] }),
      }),
      async (c) => {
        await verifyEmail(c.get('auth'), requestMetadataOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/confirm-email',
        summary: 'Change to the new email address, with the token of the link that was sent to it; works once',
        request: jsonBody(mailLinkSchema),
        responses: ok(doneSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      }),
      async (c) => {
        await confirmEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/undo-email-change',
        summary:
          'Cancel or revert a change of the email address and lock the account, with the token of the link that was sent to the previous one',
        request: jsonBody(mailLinkSchema),
        responses: ok(doneSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      }),
      async (c) => {
        await undoEmailChange(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/reset-link',
        summary: 'What the form behind a password reset link shows',
        request: jsonBody(resetLinkTokenSchema),
        responses: ok(resetLinkSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      }),
      async (c) => c.json(await getResetLink(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token), 200),
    );
}
