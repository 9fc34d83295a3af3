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
  deskCustomerSchema,
  deskCustomersPage,
  deskCustomersQuery,
  newCustomerSchema,
} from '#contract/desk-customers.ts';
import {
  deskChangeRolesSchema,
  deskInvitationIdSchema,
  deskInviteSchema,
  deskPeopleSchema,
  deskRemoveMemberSchema,
  removeFactorsSchema,
} from '#contract/desk-people.ts';
import { deskCustomerIdQuery, deskIdQuery } from '#contract/desk-session.ts';
import { readingPermissions } from '#contract/staff.ts';
import { requestMetadataOf, type SessionEnv } from './app-env.ts';
import { created, createDeskRouter, done, get, jsonBody, ok, permissions, post } from './router.ts';

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
  return createDeskRouter('accounts')
    .openapi(
      get('/customers', 'Customers, by name', {
        ...reading,
        request: { query: deskCustomersQuery },
        responses: ok(deskCustomersPage, listErrors),
      }),
      async (c) => c.json(await listCustomers(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/customers/detail', 'A customer, with the number of its records', {
        ...reading,
        request: { query: deskIdQuery },
        responses: ok(deskCustomerSchema),
      }),
      async (c) => c.json(await getCustomer(c.get('database'), c.get('caller'), c.req.valid('query').id), 200),
    )
    .openapi(
      post('/customers', 'Create a customer', {
        request: jsonBody(newCustomerSchema),
        responses: created(deskCustomerSchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await createCustomer(c.get('database'), c.get('caller'), c.req.valid('json')), 201),
    )
    .openapi(
      post('/customers/change', 'Change a customer’s name, contact or risk', {
        request: jsonBody(changeCustomerSchema),
        responses: ok(deskCustomerSchema, { 409: ['name_taken'] }),
      }),
      async (c) => c.json(await changeCustomer(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    )
    .openapi(
      get('/people', 'The people of a customer, and pending invitations', {
        request: { query: deskCustomerIdQuery },
        responses: ok(deskPeopleSchema),
      }),
      async (c) => c.json(await listPeople(c.get('database'), c.get('caller'), c.req.valid('query').customerId), 200),
    )
    .openapi(
      post('/people/invite', 'Invite a person by email; inviting again replaces the invitation', {
        request: jsonBody(deskInviteSchema),
        responses: ok(doneSchema, { 400: ['invalid_email'], 409: ['already_member', 'own_access', 'too_many_people'] }),
      }),
      (c) => done(c, invite(peopleOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/people/withdraw-invitation', 'Withdraw an invitation: its link stops working', {
        request: jsonBody(deskInvitationIdSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, withdrawInvitation(peopleOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/people/change-roles', 'Change the roles of a person', {
        request: jsonBody(deskChangeRolesSchema),
        responses: ok(doneSchema, { 409: ['last_owner', 'own_access'] }),
      }),
      (c) => done(c, changeRoles(peopleOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/people/remove', 'Remove a person’s access to the customer', {
        request: jsonBody(deskRemoveMemberSchema),
        responses: ok(doneSchema, { 409: ['last_owner'] }),
      }),
      (c) => done(c, removeMember(peopleOf(c), c.req.valid('json'))),
    )
    .openapi(
      post('/people/remove-factors', 'Remove the second factors of a person who lost them', {
        request: jsonBody(removeFactorsSchema),
        responses: ok(doneSchema, { 403: ['confirmation_required'] }),
      }),
      (c) => done(c, removeFactors(peopleOf(c), c.req.valid('json'))),
    );
}
