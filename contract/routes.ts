import type { z } from 'zod';
import * as auth from './auth.ts';
import { contractsPage, contractsQuery } from './contracts.ts';
import { countsSchema, customerSchema } from './customers.ts';
import type { ErrorCode } from './errors.ts';
import { exportNoteSchema } from './exports.ts';
import { overviewSchema } from './overview.ts';
import { invoicesPage, invoicesQuery } from './invoices.ts';
import { licensesPage, licensesQuery } from './licenses.ts';
import { paymentsPage, paymentsQuery } from './payments.ts';
import { type Route, post } from './route.ts';
import { signInAnswerSchema } from './security.ts';
import { securityRoutes } from './security-routes.ts';
import { idempotencyKey, newTicketSchema, ticketSchema, ticketsPage, ticketsQuery } from './tickets.ts';

const weakPassword: ErrorCode[] = ['password_too_common', 'password_is_email', 'password_contains_company_name'];

const readList = (path: string, summary: string, query: z.ZodObject, answer: z.ZodType): Route => ({
  method: 'get',
  path: `/api/portal/${path}`,
  summary,
  isPrivate: true,
  query,
  answer,
  status: 200,
  refusals: { 400: ['invalid_request', 'invalid_cursor'] },
});

/** Every route of the API: what it takes, what it answers, what it may refuse. */
export const routes: Route[] = [
  post('sign-up/email', 'Make an account; a mail with a link to verify the address follows', auth.signUpSchema, {
    400: ['bad_request', 'invalid_request', ...weakPassword],
  }),
  post('sign-in/email', 'Sign in', auth.signInSchema, { 401: ['invalid_credentials'] }, signInAnswerSchema),
  {
    method: 'post',
    path: '/api/auth/sign-out',
    summary: 'End the session',
    isPrivate: false,
    answer: auth.doneSchema,
    status: 200,
    refusals: {},
  },
  {
    method: 'get',
    path: '/api/auth/get-session',
    summary: 'The current session, or null',
    isPrivate: false,
    answer: auth.sessionSchema,
    status: 200,
    refusals: {},
  },
  post(
    'verify-email',
    'Verify the email address, with the token of the link in the mail and the password of the sign-up',
    auth.verifyEmailSchema,
    { 400: ['bad_request', 'invalid_request', 'invalid_token', 'invalid_password'] },
  ),
  post('send-verification-email', 'Send the link again, if the address waits for it', auth.emailOnlySchema, {}),
  post(
    'request-password-reset',
    'Send a link to choose a new password, if there is an account',
    auth.emailOnlySchema,
    {},
  ),
  post(
    'reset-link',
    'What a link to a new password is for: the screen that it leads to shows it',
    auth.resetLinkTokenSchema,
    { 400: ['bad_request', 'invalid_request', 'invalid_token'] },
    auth.resetLinkSchema,
  ),
  post(
    'reset-password',
    'Choose a new password with a link’s token; ends every session and voids every other link',
    auth.resetPasswordSchema,
    {
      400: ['invalid_request', 'invalid_token', ...weakPassword],
    },
  ),
  {
    ...post('change-password', 'Change the password; ends every other session', auth.changePasswordSchema, {
      400: ['invalid_request', 'invalid_password', ...weakPassword],
      403: ['confirmation_required'],
    }),
    isPrivate: true,
  },
  {
    method: 'get',
    path: '/api/auth/list-sessions',
    summary: 'The sessions that are open',
    isPrivate: true,
    answer: auth.openSessionsSchema,
    status: 200,
    refusals: {},
  },
  {
    ...post('revoke-session', 'End one of them', auth.revokeSessionSchema, {
      403: ['confirmation_required'],
      404: ['not_found'],
    }),
    isPrivate: true,
  },
  ...securityRoutes,

  {
    method: 'get',
    path: '/api/portal/customer',
    summary: 'The customer that the account is linked to',
    isPrivate: true,
    answer: customerSchema,
    status: 200,
    refusals: { 404: ['not_linked'] },
  },
  {
    method: 'get',
    path: '/api/portal/counts',
    summary: 'How many records there are; zero for an account that is not linked',
    isPrivate: true,
    answer: countsSchema,
    status: 200,
    refusals: {},
  },
  {
    method: 'get',
    path: '/api/portal/overview',
    summary: 'What is due next, and the amounts of the last twelve months',
    isPrivate: true,
    answer: overviewSchema,
    status: 200,
    refusals: {},
  },
  readList('invoices', 'Invoices, newest first', invoicesQuery, invoicesPage),
  readList('contracts', 'Contracts, newest first', contractsQuery, contractsPage),
  readList('payments', 'Payments, latest first', paymentsQuery, paymentsPage),
  readList('licenses', 'Licenses, newest first', licensesQuery, licensesPage),
  readList('tickets', 'Support tickets, newest first', ticketsQuery, ticketsPage),
  {
    method: 'post',
    path: '/api/portal/tickets',
    summary: 'Open a support ticket',
    isPrivate: true,
    headers: { 'Idempotency-Key': idempotencyKey },
    body: newTicketSchema,
    answer: ticketSchema,
    status: 201,
    refusals: { 400: ['bad_request', 'invalid_request'], 404: ['not_linked'], 422: ['idempotency_key_reused'] },
  },
  {
    method: 'post',
    path: '/api/portal/exports',
    summary: 'Note that a list was exported, for the record of who did what',
    isPrivate: true,
    body: exportNoteSchema,
    answer: auth.doneSchema,
    status: 200,
    refusals: { 400: ['bad_request', 'invalid_request'], 404: ['not_linked'] },
  },
];
