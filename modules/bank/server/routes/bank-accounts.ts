import type { Context } from 'hono';
import {
  approveBankAccount,
  decideInvoiceIban,
  type BankContext,
  dismissBankAlarm,
  endBankAccount,
  listBankAccounts,
  listDeskBankAccounts,
  proposeBankAccount,
} from '../bank-accounts.ts';
import { raiseBankAlarm } from '../bank-notices.ts';
import { doneSchema, mailLinkSchema } from '#contract/auth.ts';
import {
  approveBankAccountSchema,
  bankAccountsSchema,
  decideInvoiceIbanSchema,
  deskBankAccountsSchema,
  endBankAccountSchema,
  proposeBankAccountSchema,
} from '../../contract/bank-accounts.ts';
import { requestMetadataOf, type SessionEnv } from '#api/routes/app-env.ts';
import {
  createDeskRouter,
  createPrivateRouter,
  createPublicRouter,
  done,
  get,
  jsonBody,
  ok,
  post,
} from '#api/routes/router.ts';

/** By a link in a mail, without a session. */
export function bankAlarmRoutes() {
  return createPublicRouter().openapi(
    post(
      '/bank-alarms/raise',
      'Say that a proposed bank account is not known, with the token of the link in the mail',
      {
        request: jsonBody(mailLinkSchema),
        responses: ok(doneSchema, { 400: ['invalid_token'], 429: ['too_many_requests'] }),
      },
    ),
    (c) => done(c, raiseBankAlarm(c.get('database'), c.get('auth'), requestMetadataOf(c), c.req.valid('json').token)),
  );
}

export function bankRoutes() {
  return createPrivateRouter().openapi(
    get('/bank-accounts', 'The account to pay to, and the former and announced ones; for billing people', {
      responses: ok(bankAccountsSchema, { 403: ['forbidden'] }),
    }),
    async (c) => c.json(await listBankAccounts(c.get('database'), c.get('caller')), 200),
  );
}

const bankOf = (c: Context<SessionEnv>): BankContext => ({
  database: c.get('database'),
  auth: c.get('auth'),
  caller: c.get('caller'),
  request: requestMetadataOf(c),
});
const confirmed = { 403: ['confirmation_required'] } as const;

/** Two admins make an account the active one; every change needs a recent confirmation. */
export function deskBankRoutes() {
  return createDeskRouter('admin')
    .openapi(
      get('/bank-accounts', 'Our bank accounts, newest first, with alarms of customers', {
        responses: ok(deskBankAccountsSchema),
      }),
      async (c) => c.json(await listDeskBankAccounts(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/bank-accounts/propose', 'Propose an account: every billing contact is told', {
        request: jsonBody(proposeBankAccountSchema),
        responses: ok(deskBankAccountsSchema, { ...confirmed, 409: ['proposal_exists', 'already_active'] }),
      }),
      async (c) => c.json(await proposeBankAccount(bankOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/bank-accounts/approve', 'Approve what somebody else proposed: it becomes active after 72 hours', {
        request: jsonBody(approveBankAccountSchema),
        responses: ok(deskBankAccountsSchema, {
          ...confirmed,
          409: ['own_proposal', 'other_iban', 'open_alarm', 'changed_meanwhile'],
        }),
      }),
      async (c) => c.json(await approveBankAccount(bankOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/bank-accounts/end', 'Reject a proposal, or withdraw an account', {
        request: jsonBody(endBankAccountSchema),
        responses: ok(deskBankAccountsSchema, { ...confirmed, 409: ['changed_meanwhile'] }),
      }),
      async (c) => c.json(await endBankAccount(bankOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/bank-accounts/dismiss-alarm', 'Dismiss the alarm of a customer, after having spoken with them', {
        request: jsonBody(endBankAccountSchema),
        responses: ok(deskBankAccountsSchema, { ...confirmed, 409: ['own_proposal', 'changed_meanwhile'] }),
      }),
      async (c) => c.json(await dismissBankAlarm(bankOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post(
        '/bank-accounts/decide-invoice',
        'Confirm or reject another account in an invoice that somebody else imports',
        {
          request: jsonBody(decideInvoiceIbanSchema),
          responses: ok(deskBankAccountsSchema, { ...confirmed, 409: ['own_proposal', 'changed_meanwhile'] }),
        },
      ),
      async (c) => c.json(await decideInvoiceIban(bankOf(c), c.req.valid('json')), 200),
    );
}
