import { createRoute } from '@hono/zod-openapi';
import type { Files } from '#api/files/files.ts';
import { searchDesk } from '#api/services/desk/search.ts';
import { getHealth, getMe, listAuditEvents, listStaff, startViewing, stopViewing } from '#api/services/desk/desk.ts';
import { doneSchema } from '#contract/auth.ts';
import {
  deskAuditPage,
  deskAuditQuery,
  deskHealthSchema,
  deskMeSchema,
  deskSearchQuery,
  deskSearchSchema,
  deskStaffSchema,
  viewAsSchema,
} from '#contract/desk.ts';
import { readingPermissions, viewingPermissions } from '#contract/staff.ts';
import { createDeskRouter, jsonBody, ok, permissions } from './router.ts';

const done = { status: 'ok' } as const;
const listErrors = { 400: ['invalid_cursor'] } as const;
const reading = permissions(...readingPermissions);

/** The staff's desk, across all customers. Each route says which permission it needs; the database enforces it. */
export function deskRoutes(files: Files) {
  return createDeskRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/me',
        summary: 'The staff member',
        ...permissions(),
        responses: ok(deskMeSchema),
      }),
      async (c) => c.json(await getMe(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/staff',
        summary: 'All staff, by name',
        ...permissions(),
        responses: ok(deskStaffSchema),
      }),
      async (c) => c.json(await listStaff(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/audit-events',
        summary: 'The audit log, newest first',
        ...permissions('admin'),
        request: { query: deskAuditQuery },
        responses: ok(deskAuditPage, listErrors),
      }),
      async (c) => c.json(await listAuditEvents(c.get('database'), c.get('caller'), c.req.valid('query')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/health',
        summary: 'Mail, backup, retention, database and the folder of files',
        ...permissions('admin'),
        responses: ok(deskHealthSchema),
      }),
      async (c) => c.json(await getHealth({ database: c.get('database'), files }, c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/search',
        summary: 'Customers, tickets and invoices, for the command palette',
        ...reading,
        request: { query: deskSearchQuery },
        responses: ok(deskSearchSchema),
      }),
      async (c) => c.json(await searchDesk(c.get('database'), c.get('caller'), c.req.valid('query').q), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/customers/start-viewing',
        summary: 'See the portal as a customer sees it, without being able to change it',
        ...permissions(...viewingPermissions),
        request: jsonBody(viewAsSchema),
        responses: ok(doneSchema),
      }),
      async (c) => {
        await startViewing(c.get('database'), c.get('caller'), c.req.valid('json').customerId);
        return c.json(done, 200);
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/customers/stop-viewing',
        summary: 'Stop seeing the portal as a customer',
        ...permissions(),
        responses: ok(doneSchema),
      }),
      async (c) => {
        await stopViewing(c.get('database'), c.get('caller'));
        return c.json(done, 200);
      },
    );
}
