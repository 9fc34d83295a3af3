import type { Settings } from '#api/lib/env.ts';
import { searchDesk } from '#api/services/desk/search.ts';
import { getMe, listStaff } from '#api/services/desk/session.ts';
import { listAuditEvents, recordDeskExport } from '#api/services/desk/audit-events.ts';
import { startViewing, stopViewing } from '#api/services/desk/view-as.ts';
import { getDashboard, getReceivables } from '#api/services/desk/dashboard.ts';
import { doneSchema } from '#contract/auth.ts';
import { dashboardQuery, dashboardSchema, receivablesSchema } from '#contract/dashboard.ts';
import { deskAuditPage, deskAuditQuery } from '#contract/audit.ts';
import { deskMeSchema, deskStaffSchema, viewAsSchema } from '#contract/desk-session.ts';
import { deskExportSchema } from '#contract/desk-records.ts';
import { deskSearchQuery, deskSearchSchema } from '#contract/desk-search.ts';
import {
  dashboardPermissions,
  readingPermissions,
  receivablesPermissions,
  viewingPermissions,
} from '#contract/staff.ts';
import { createDeskRouter, done, get, jsonBody, ok, permissions, post } from './router.ts';

const listErrors = { 400: ['invalid_cursor'] } as const;
const reading = permissions(...readingPermissions);

/** The staff's desk, across all customers. Each route says which permission it needs; the database enforces it. */
export function deskRoutes(settings: Pick<Settings, 'leads'>) {
  return createDeskRouter()
    .openapi(get('/me', 'The staff member', { ...permissions(), responses: ok(deskMeSchema) }), async (c) =>
      c.json(await getMe(c.get('database'), c.get('caller'), settings), 200),
    )
    .openapi(get('/staff', 'All staff, by name', { ...permissions(), responses: ok(deskStaffSchema) }), async (c) =>
      c.json(await listStaff(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/audit-events', 'The audit log, newest first', {
        ...permissions('admin'),
        request: { query: deskAuditQuery },
        responses: ok(deskAuditPage, listErrors),
      }),
      async (c) => c.json(await listAuditEvents(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      post('/exports', 'Record in the audit log that a list was exported', {
        ...permissions(),
        request: jsonBody(deskExportSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, recordDeskExport(c.get('database'), c.get('caller'), c.req.valid('json'))),
    )
    .openapi(
      get('/dashboard', 'The support by month, of all customers or one', {
        ...permissions(...dashboardPermissions),
        request: { query: dashboardQuery },
        responses: ok(dashboardSchema),
      }),
      async (c) => c.json(await getDashboard(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      get('/receivables', 'What customers have to pay, by how long ago it was due', {
        ...permissions(...receivablesPermissions),
        responses: ok(receivablesSchema),
      }),
      async (c) => c.json(await getReceivables(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/search', 'Customers, tickets and invoices, for the command palette', {
        ...reading,
        request: { query: deskSearchQuery },
        responses: ok(deskSearchSchema),
      }),
      async (c) => {
        const found = await searchDesk(c.get('database'), c.get('caller'), c.req.valid('query').q);
        // License keys beside what customers wrote: not compressed (docs/decisions/032).
        return c.json(found, 200, { 'Cache-Control': 'no-store, no-transform' });
      },
    )
    .openapi(
      post('/customers/start-viewing', 'See the portal as a customer sees it, without being able to change it', {
        ...permissions(...viewingPermissions),
        request: jsonBody(viewAsSchema),
        responses: ok(doneSchema),
      }),
      (c) => done(c, startViewing(c.get('database'), c.get('caller'), c.req.valid('json').customerId)),
    )
    .openapi(
      post('/customers/stop-viewing', 'Stop seeing the portal as a customer', {
        ...permissions(),
        responses: ok(doneSchema),
      }),
      (c) => done(c, stopViewing(c.get('database'), c.get('caller'))),
    );
}
