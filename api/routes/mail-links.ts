import { type Context, Hono } from 'hono';
import type { Accounts } from '#api/auth/accounts.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { doneSchema, mailLinkSchema } from '#contract/auth.ts';
import { answer } from './answer.ts';
import { readBody } from './read-request.ts';
import { visitorOf } from './visitor.ts';

const done = { status: 'ok' } as const;

/** What the buttons behind the links in mails ask for. Scanners of mails follow links; they press no buttons. */
export function mailLinkRoutes(accountsOf: (c: Context<AppEnv>) => Accounts) {
  return new Hono<AppEnv>()
    .post('/verify-email', async (c) => {
      const { token } = await readBody(c, mailLinkSchema);
      await accountsOf(c).verifyEmail(visitorOf(c), token);
      return answer(c, doneSchema, done);
    })
    .post('/confirm-email', async (c) => {
      const { token } = await readBody(c, mailLinkSchema);
      await accountsOf(c).confirmEmailChange(visitorOf(c), token);
      return answer(c, doneSchema, done);
    })
    .get('/verify-email', (c) => c.redirect(asFragment('verify', c.req.query('token'))))
    .get('/confirm-email', (c) => c.redirect(asFragment('confirm-email', c.req.query('token'))));
}

// Mails that were sent before there was a button are still read for as long as their links last.
const asFragment = (name: string, token = '') => `/#${name}=${token.replaceAll(/[^\w.-]/g, '').slice(0, 2000)}`;
