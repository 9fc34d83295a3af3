import type { Context } from 'hono';
import { z } from 'zod';
import {
  bookAppointment,
  cancelByLink,
  cancelOwn,
  confirmAppointment,
  findAppointment,
  listOwnAppointments,
  listSlots,
  listSlotsForVisitor,
  rescheduleByLink,
  rescheduleOwn,
} from '../appointments.ts';
import {
  appointmentPermissions,
  cancelDomain,
  cancelForGuest,
  createHostFeed,
  finishAppointment,
  hostPermissions,
  listAppointments,
  listHosts,
  listOfDomain,
  removeHostFeed,
  rescheduleForGuest,
  saveHost,
  setHostException,
} from '../desk-appointments.ts';
import { holdAppointment, type HoldContext } from '../hold-appointment.ts';
import { readHostFeed } from '../host-feed.ts';
import {
  appointmentIdSchema,
  appointmentsSchema,
  bookAppointmentSchema,
  cancelDomainSchema,
  cancelledDomainSchema,
  deskAppointmentsQuery,
  deskAppointmentsSchema,
  domainAppointmentsQuery,
  finishAppointmentSchema,
  foundAppointmentSchema,
  holdAppointmentSchema,
  holdHeaders,
  hostExceptionSchema,
  hostsSchema,
  rescheduleAppointmentSchema,
  rescheduleByLinkSchema,
  saveHostSchema,
  slotsQuery,
  slotsSchema,
} from '../../contract/appointment-schemas.ts';
import { doneSchema, mailLinkSchema } from '#contract/auth.ts';
import { newCalendarFeedSchema } from '#contract/record-detail.ts';
import { type AppContext, requestMetadataOf, type SessionEnv } from '#api/routes/app-env.ts';
import {
  createDeskRouter,
  createPrivateRouter,
  createPublicRouter,
  done,
  fileResponse,
  get,
  jsonBody,
  ok,
  permissions,
  post,
} from '#api/routes/router.ts';

const visitor = (c: AppContext) => ({
  database: c.get('database'),
  auth: c.get('auth'),
  request: requestMetadataOf(c),
});
const limited = { 429: ['too_many_requests'] } as const;
const byLink = { 400: ['invalid_token'], 409: ['appointment_over', 'slot_taken'], ...limited } as const;

type HoldDeps = Pick<HoldContext, 'proofKeys' | 'leadsTo' | 'log'>;

/** Without a session: free times, and what visitors do with the links in their mails. */
export function appointmentRoutes({ siteUrl, ...deps }: { siteUrl: string } & HoldDeps) {
  return createPublicRouter()
    .openapi(
      get('/slots', 'Times that are free now, of all hosts', {
        request: { query: slotsQuery },
        responses: ok(slotsSchema, limited),
      }),
      async (c) => c.json(await listSlotsForVisitor(visitor(c), c.req.valid('query')), 200),
    )
    .openapi(
      post('/hold', 'Hold a time for 15 minutes and send a mail with a link that confirms it', {
        request: { headers: holdHeaders, ...jsonBody(holdAppointmentSchema) },
        responses: ok(doneSchema, {
          400: ['proof_required'],
          409: ['slot_taken'],
          422: ['idempotency_key_reused'],
          ...limited,
        }),
      }),
      (c) => {
        const key = c.req.valid('header')['Idempotency-Key'];
        return done(c, holdAppointment({ ...visitor(c), ...deps }, c.req.valid('json'), key));
      },
    )
    .openapi(
      post('/read', 'What the link of a mail is about; changes nothing', {
        request: jsonBody(mailLinkSchema),
        responses: ok(foundAppointmentSchema, { 400: ['invalid_token'], ...limited }),
      }),
      async (c) => c.json(await findAppointment(visitor(c), c.req.valid('json').token), 200),
    )
    .openapi(
      post('/confirm', 'Confirm an appointment with the token of the link in the mail', {
        request: jsonBody(mailLinkSchema),
        responses: ok(doneSchema, { ...byLink, 409: [...byLink[409], 'too_many_appointments'] }),
      }),
      (c) => done(c, confirmAppointment(visitor(c), c.req.valid('json').token)),
    )
    .openapi(
      post('/reschedule', 'Move an appointment to a free time, with the token of a mail', {
        request: jsonBody(rescheduleByLinkSchema),
        responses: ok(doneSchema, byLink),
      }),
      (c) => {
        const { token, startsAt } = c.req.valid('json');
        return done(c, rescheduleByLink(visitor(c), token, startsAt));
      },
    )
    .openapi(
      post('/cancel', 'Cancel an appointment, with the token of a mail', {
        request: jsonBody(mailLinkSchema),
        responses: ok(doneSchema, { 400: ['invalid_token'], 409: ['appointment_over'], ...limited }),
      }),
      (c) => done(c, cancelByLink(visitor(c), c.req.valid('json').token)),
    )
    .openapi(
      get('/feeds/{file}', 'The appointments of a host, for a calendar program', {
        request: { params: z.object({ file: z.string().max(100) }) },
        responses: fileResponse({ 404: ['not_found'], ...limited }),
      }),
      async (c) =>
        c.body(await readHostFeed(visitor(c), c.req.valid('param').file, siteUrl), 200, {
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'attachment; filename="appointments.ics"',
          'X-Content-Type-Options': 'nosniff',
          'Cache-Control': 'private, no-store',
        }),
    );
}

const customerOf = (c: Context<SessionEnv>) => ({
  database: c.get('database'),
  auth: c.get('auth'),
  caller: c.get('caller'),
  userId: c.get('userId'),
});
const own = { 403: ['forbidden', 'read_only'], 404: ['not_found', 'not_linked'] } as const;

/** The signed-in user's own. */
export function customerAppointmentRoutes() {
  return createPrivateRouter()
    .openapi(
      get('/appointments', 'The user’s appointments, newest first', { responses: ok(appointmentsSchema) }),
      async (c) => c.json(await listOwnAppointments(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      post('/appointments/book', 'Book a free time at once', {
        request: jsonBody(bookAppointmentSchema),
        responses: ok(appointmentsSchema, { ...own, 409: ['slot_taken'] }),
      }),
      async (c) => c.json(await bookAppointment(customerOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/appointments/reschedule', 'Move an appointment to a free time', {
        request: jsonBody(rescheduleAppointmentSchema),
        responses: ok(appointmentsSchema, { ...own, 409: ['slot_taken', 'appointment_over'] }),
      }),
      async (c) => {
        const { id, startsAt } = c.req.valid('json');
        return c.json(await rescheduleOwn(customerOf(c), id, startsAt), 200);
      },
    )
    .openapi(
      post('/appointments/cancel', 'Cancel an appointment', {
        request: jsonBody(appointmentIdSchema),
        responses: ok(appointmentsSchema, { ...own, 409: ['appointment_over'] }),
      }),
      async (c) => c.json(await cancelOwn(customerOf(c), c.req.valid('json').id), 200),
    );
}

const deskOf = (c: Context<SessionEnv>) => ({ database: c.get('database'), caller: c.get('caller') });

/** All appointments, and the hours of hosts. Guests are told by mail of what staff change. */
export function deskAppointmentRoutes({ siteUrl }: { siteUrl: string }) {
  return createDeskRouter(...appointmentPermissions)
    .openapi(
      get('/appointments', 'Appointments of a period', {
        request: { query: deskAppointmentsQuery },
        responses: ok(deskAppointmentsSchema),
      }),
      async (c) => c.json(await listAppointments(deskOf(c), c.req.valid('query')), 200),
    )
    .openapi(
      get('/appointments/slots', 'Times that are free now', {
        request: { query: slotsQuery },
        responses: ok(slotsSchema),
      }),
      async (c) => c.json(await listSlots({ ...deskOf(c), auth: c.get('auth') }, c.req.valid('query')), 200),
    )
    .openapi(
      post('/appointments/reschedule', 'Move an appointment to a free time', {
        request: jsonBody(rescheduleAppointmentSchema),
        responses: ok(doneSchema, { 409: ['slot_taken', 'appointment_over'] }),
      }),
      (c) => {
        const { id, startsAt } = c.req.valid('json');
        return done(c, rescheduleForGuest(deskOf(c), id, startsAt));
      },
    )
    .openapi(
      post('/appointments/cancel', 'Cancel an appointment', {
        request: jsonBody(appointmentIdSchema),
        responses: ok(doneSchema, { 409: ['appointment_over'] }),
      }),
      (c) => done(c, cancelForGuest(deskOf(c), c.req.valid('json').id)),
    )
    .openapi(
      get('/appointments/of-domain', 'Appointments ahead of visitors whose email addresses have this domain', {
        request: { query: domainAppointmentsQuery },
        responses: ok(deskAppointmentsSchema),
      }),
      async (c) => c.json(await listOfDomain(deskOf(c), c.req.valid('query').domain), 200),
    )
    .openapi(
      post('/appointments/cancel-domain', 'Cancel appointments of visitors of one domain', {
        request: jsonBody(cancelDomainSchema),
        responses: ok(cancelledDomainSchema),
      }),
      async (c) => c.json({ cancelled: await cancelDomain(deskOf(c), c.req.valid('json')) }, 200),
    )
    .openapi(
      post('/appointments/finish', 'Say that an appointment took place, or that nobody came', {
        request: jsonBody(finishAppointmentSchema),
        responses: ok(doneSchema, { 409: ['changed_meanwhile'] }),
      }),
      (c) => done(c, finishAppointment(deskOf(c), c.req.valid('json'))),
    )
    .openapi(
      get('/hosts', 'Staff who offer times, with their hours', {
        ...permissions(...hostPermissions),
        responses: ok(hostsSchema),
      }),
      async (c) => c.json(await listHosts(deskOf(c)), 200),
    )
    .openapi(
      post('/hosts/change', 'Change the hours of a host, or become one', {
        ...permissions(...hostPermissions),
        request: jsonBody(saveHostSchema),
        responses: ok(hostsSchema, { 409: ['changed_meanwhile'] }),
      }),
      async (c) => c.json(await saveHost(deskOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/hosts/set-exception', 'Other hours on one day, or none', {
        ...permissions(...hostPermissions),
        request: jsonBody(hostExceptionSchema),
        responses: ok(hostsSchema),
      }),
      async (c) => c.json(await setHostException(deskOf(c), c.req.valid('json')), 200),
    )
    .openapi(
      post('/calendar-feeds', 'A new URL of the staff member’s own calendar; the one before stops working', {
        responses: ok(newCalendarFeedSchema),
      }),
      async (c) => c.json(await createHostFeed(deskOf(c), siteUrl), 200),
    )
    .openapi(
      post('/calendar-feeds/revoke', 'End the URL of the staff member’s own calendar', { responses: ok(doneSchema) }),
      (c) => done(c, removeHostFeed(deskOf(c))),
    );
}
