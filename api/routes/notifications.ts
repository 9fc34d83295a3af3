import { getPreferences, setPreference } from '#api/services/notifications/preferences.ts';
import { notificationPreferenceSchema, notificationPreferencesSchema } from '#contract/notification-preferences.ts';
import { createDeskRouter, createPrivateRouter, get, jsonBody, ok, post } from './router.ts';

/** How the signed-in user learns of what happens in tickets. */
export function notificationRoutes() {
  return createPrivateRouter()
    .openapi(
      get('/notifications', 'How the user learns of what happens in tickets', {
        responses: ok(notificationPreferencesSchema),
      }),
      async (c) => c.json(await getPreferences(c.get('database'), c.get('caller'), 'portal'), 200),
    )
    .openapi(
      post('/notifications', 'Choose how to learn of one kind of event', {
        request: jsonBody(notificationPreferenceSchema),
        responses: ok(notificationPreferencesSchema, { 403: ['read_only'] }),
      }),
      async (c) => c.json(await setPreference(c.get('database'), c.get('caller'), 'portal', c.req.valid('json')), 200),
    );
}

/** The same for staff, about the tickets that are assigned to them. */
export function deskNotificationRoutes() {
  return createDeskRouter('support')
    .openapi(
      get('/notifications', 'How the staff member learns of what happens in their tickets', {
        responses: ok(notificationPreferencesSchema),
      }),
      async (c) => c.json(await getPreferences(c.get('database'), c.get('caller'), 'desk'), 200),
    )
    .openapi(
      post('/notifications', 'Choose how to learn of one kind of event', {
        request: jsonBody(notificationPreferenceSchema),
        responses: ok(notificationPreferencesSchema),
      }),
      async (c) => c.json(await setPreference(c.get('database'), c.get('caller'), 'desk', c.req.valid('json')), 200),
    );
}
