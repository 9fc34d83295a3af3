import { createRoute } from '@hono/zod-openapi';
import {
  getPreferences,
  getStaffPreferences,
  setPreference,
  setStaffPreference,
} from '#api/services/notifications/preferences.ts';
import { notificationPreferenceSchema, notificationPreferencesSchema } from '#contract/notification-preferences.ts';
import { createDeskRouter, createPrivateRouter, jsonBody, ok, permissions } from './router.ts';

/** How the signed-in user learns of what happens in tickets. */
export function notificationRoutes() {
  return createPrivateRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/notifications',
        summary: 'How the user learns of what happens in tickets',
        responses: ok(notificationPreferencesSchema),
      }),
      async (c) => c.json(await getPreferences(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/notifications',
        summary: 'Choose how to learn of one kind of event',
        request: jsonBody(notificationPreferenceSchema),
        responses: ok(notificationPreferencesSchema, { 403: ['read_only'] }),
      }),
      async (c) => c.json(await setPreference(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    );
}

/** The same for staff, about the tickets that are assigned to them. */
export function deskNotificationRoutes() {
  return createDeskRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/notifications',
        summary: 'How the staff member learns of what happens in their tickets',
        responses: ok(notificationPreferencesSchema),
        ...permissions('support'),
      }),
      async (c) => c.json(await getStaffPreferences(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/notifications',
        summary: 'Choose how to learn of one kind of event',
        request: jsonBody(notificationPreferenceSchema),
        responses: ok(notificationPreferencesSchema),
        ...permissions('support'),
      }),
      async (c) => c.json(await setStaffPreference(c.get('database'), c.get('caller'), c.req.valid('json')), 200),
    );
}
