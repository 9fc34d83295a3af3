import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { changeCustomer, createCustomer, getCustomer, listCustomers } from '#api/services/customers/desk-customers.ts';
import {
  changeRoles,
  type DeskPeopleContext,
  invite,
  listPeople,
  removeFactors,
  removeMember,
  withdrawInvitation,
} from '#api/services/people/desk-people.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  changeCustomerSchema,
  deskChangeRolesSchema,
  deskCustomerIdQuery,
  deskCustomerSchema,
  deskCustomersPage,
  deskCustomersQuery,
  deskIdQuery,
  deskInvitationIdSchema,
  deskInviteSchema,
  deskPeopleSchema,
  deskRemoveMemberSchema,
  newCustomerSchema,
  removeFactorsSchema,
} from '#contract/desk.ts';
import { readingPermissions } from '#contract/staff.ts';
import { requestMetadataOf, type SessionEnv } from './app-env.ts';
import { createDeskRouter, created, jsonBody, ok, permissions } from './router.ts';

const done = { status: 'ok' } as const;
const listErrors = { 400: ['invalid_cursor'] } as const;
const reading = permissions(...readingPermissions);

const peopleOf = (c: Context<SessionEnv>): DeskPeopleContext => ({
  database: c.get('database'),
  auth: c.get('auth'),
  caller: c.get('caller'),
  request: requestMetadataOf(c),
});

/** Customers and their people at the desk. */
export function deskCustomerRoutes() {
  return createDeskRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/customers',
        summary: 'Customers, by name',
        ...reading,
        request: { query: deskCustomersQuery },
        responses: ok(deskCustomersPage, listErrors),
      }),
      async (c) => c.json(await listCustomers(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/customers/detail',
        summary: 'A customer, with the number of its records',
        ...reading,
        request: { query: deskIdQuery },
        responses: ok(deskCustomerSchema),
      }),
      async (c) => c.json(await getCustomer(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/customers',
        summary: 'Create a customer',
        ...permissions('accounts'),
        request: jsonBody(newCustomerSchema),
        responses: created(deskCustomerSchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await createCustomer(c.get('database'), c.get('caller'), c.req.valid('json')), 201),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/customers/change',
        summary: 'Change a customer’s name, contact or risk',
        ...permissions('accounts'),
        request: jsonBody(changeCustomerSchema),
        responses: ok(deskCustomerSchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await changeCustomer(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/people',
        summary: 'The people of a customer, and pending invitations',
        ...permissions('accounts'),
        request: { query: deskCustomerIdQuery },
        responses: ok(deskPeopleSchema),
      }),
      async (c) => c.json(await listPeople(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/people/invite',
        summary: 'Invite a person by email; inviting again replaces the invitation',
        ...permissions('accounts'),
        request: jsonBody(deskInviteSchema),
        responses: ok(doneSchema, { 409: ['already_member', 'own_access', 'too_many_people'] }),
      }),
      async (c) => {
        await invite(peopleOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/people/withdraw-invitation',
        summary: 'Withdraw an invitation: its link stops working',
        ...permissions('accounts'),
        request: jsonBody(deskInvitationIdSchema),
        responses: ok(doneSchema),
      }),
      async (c) => {
        await withdrawInvitation(peopleOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/people/change-roles',
        summary: 'Change the roles of a person',
        ...permissions('accounts'),
        request: jsonBody(deskChangeRolesSchema),
        responses: ok(doneSchema, { 409: ['last_owner', 'own_access'] }),
      }),
      async (c) => {
        await changeRoles(peopleOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/people/remove',
        summary: 'Remove a person’s access to the customer',
        ...permissions('accounts'),
        request: jsonBody(deskRemoveMemberSchema),
        responses: ok(doneSchema, { 409: ['last_owner'] }),
      }),
      async (c) => {
        await removeMember(peopleOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/people/remove-factors',
        summary: 'Remove the second factors of a person who lost them',
        ...permissions('accounts'),
        request: jsonBody(removeFactorsSchema),
        responses: ok(doneSchema, { 403: ['confirmation_required'] }),
      }),
      async (c) => {
        await removeFactors(peopleOf(c), c.req.valid('json'));
        return c.json(done, 200);
      },
    );
}
