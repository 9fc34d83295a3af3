import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { AppEnv } from './app-env.ts';
import {
  doneSchema,
  mailLinkSchema,
  resetLinkSchema,
  resetLinkTokenSchema,
  verifyEmailSchema,
} from '#contract/auth.ts';
import { answer } from './json-response.ts';
import { readBody } from './read-request.ts';
import { requestMetadataOf } from './request-metadata.ts';

const done = { status: 'ok' } as const;

/** What the buttons behind the links in mails ask for. Scanners of mails follow links; they press no buttons. */
export function mailLinkRoutes(accountsOf: (c: Context<AppEnv>) => Accounts) {
  return new Hono<AppEnv>()
    .post('/verify-email', async (c) => {
      await accountsOf(c).verifyEmail(requestMetadataOf(c), await readBody(c, verifyEmailSchema));
      return answer(c, doneSchema, done);
    })
    .post('/confirm-email', async (c) => {
      const { token } = await readBody(c, mailLinkSchema);
      await accountsOf(c).confirmEmailChange(requestMetadataOf(c), token);
      return answer(c, doneSchema, done);
    })
    .post('/undo-email-change', async (c) => {
      const { token } = await readBody(c, mailLinkSchema);
      await accountsOf(c).undoEmailChange(requestMetadataOf(c), token);
      return answer(c, doneSchema, done);
    })
    .post('/reset-link', async (c) => {
      const { token } = await readBody(c, resetLinkTokenSchema);
      return answer(c, resetLinkSchema, await accountsOf(c).readResetLink(requestMetadataOf(c), token));
    });
}
