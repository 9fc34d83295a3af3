import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { acceptInvitationAsUser } from '#api/auth/account/invitations.ts';
import {
  changeRoles,
  invitePerson,
  listPeople,
  type PeopleContext,
  removeMember,
  resendInvitation,
  switchCustomer,
  withdrawInvitation,
} from '#api/services/people/people.ts';
import { writeToStaff } from '#api/services/people/write-to-staff.ts';
import { doneSchema } from '#contract/auth.ts';
import { customerHeaders } from '#contract/fields.ts';
import {
  changeRolesSchema,
  invitationIdSchema,
  invitationTokenSchema,
  inviteSchema,
  peopleSchema,
  removeMemberSchema,
  staffMessageSchema,
  switchCustomerSchema,
} from '#contract/people.ts';
import { newTicketHeaders } from '#contract/tickets.ts';
import { requestMetadataOf, type SessionEnv } from './app-env.ts';
import { createPrivateRouter, done, get, jsonBody, ok, post } from './router.ts';

const contextOf = (c: Context<SessionEnv>, headers: z.infer<typeof customerHeaders> = {}): PeopleContext => ({
  database: c.get('database'),
  auth: c.get('auth'),
  caller: c.get('caller'),
  request: requestMetadataOf(c),
  customerId: headers['Customer-Id'],
});

const refused = { 403: ['forbidden', 'confirmation_required'], 404: ['not_linked', 'not_found'] } as const;

/** The customers of a user, and the people of a customer, which only its owners may see and change. */
export function peopleRoutes() {
  return createPrivateRouter()
    .openapi(
      post('/customers/switch', 'Make another customer of the user the active one of this session', {
        request: jsonBody(switchCustomerSchema),
        responses: ok(doneSchema, { 404: ['not_found'] }),
      }),
      (c) => done(c, switchCustomer(contextOf(c), c.req.valid('json').customerId)),
    )
    .openapi(
      post(
        '/invitations/accept',
        'Accept an invitation as the signed-in user, with the token of the link that was sent to their email address',
        { request: jsonBody(invitationTokenSchema), responses: ok(doneSchema, { 400: ['invalid_token'] }) },
      ),
      (c) => done(c, acceptInvitationAsUser(c.get('auth'), requestMetadataOf(c), c.req.valid('json').token)),
    )
    .openapi(
      post('/messages', 'Write to staff as a user without a customer', {
        request: { ...jsonBody(staffMessageSchema), headers: newTicketHeaders.pick({ 'Idempotency-Key': true }) },
        responses: ok(doneSchema, { 409: ['already_member'] }),
      }),
      (c) => done(c, writeToStaff(contextOf(c), c.req.valid('json'), c.req.valid('header')['Idempotency-Key'])),
    )
    .openapi(
      get('/people', 'The people of the customer, and pending invitations', {
        responses: ok(peopleSchema, { 403: ['forbidden'], 404: ['not_linked'] }),
      }),
      async (c) => c.json(await listPeople(contextOf(c)), 200),
    )
    .openapi(
      post('/people/invite', 'Invite a person by email; inviting again replaces the invitation', {
        request: { ...jsonBody(inviteSchema), headers: customerHeaders },
        responses: ok(doneSchema, {
          ...refused,
          400: ['invalid_email'],
          409: ['customer_changed', 'already_member', 'too_many_people'],
        }),
      }),
      (c) => done(c, invitePerson(contextOf(c, c.req.valid('header')), c.req.valid('json'))),
    )
    .openapi(
      post('/people/resend-invitation', 'Send a pending invitation again, with a new link', {
        request: { ...jsonBody(invitationIdSchema), headers: customerHeaders },
        responses: ok(doneSchema, { ...refused, 409: ['customer_changed', 'already_member'] }),
      }),
      (c) => done(c, resendInvitation(contextOf(c, c.req.valid('header')), c.req.valid('json').id)),
    )
    .openapi(
      post('/people/withdraw-invitation', 'Withdraw a pending invitation', {
        request: { ...jsonBody(invitationIdSchema), headers: customerHeaders },
        responses: ok(doneSchema, { ...refused, 409: ['customer_changed'] }),
      }),
      (c) => done(c, withdrawInvitation(contextOf(c, c.req.valid('header')), c.req.valid('json').id)),
    )
    .openapi(
      post('/people/change-roles', 'Change the roles of a person', {
        request: { ...jsonBody(changeRolesSchema), headers: customerHeaders },
        responses: ok(doneSchema, { ...refused, 409: ['customer_changed', 'last_owner'] }),
      }),
      (c) => done(c, changeRoles(contextOf(c, c.req.valid('header')), c.req.valid('json'))),
    )
    .openapi(
      post('/people/remove', 'Remove a person’s access to the customer', {
        request: { ...jsonBody(removeMemberSchema), headers: customerHeaders },
        responses: ok(doneSchema, { ...refused, 409: ['customer_changed', 'last_owner'] }),
      }),
      (c) => done(c, removeMember(contextOf(c, c.req.valid('header')), c.req.valid('json').userId)),
    );
}
