import { readReminders, type ReminderSettings, setReminders } from '../reminder-settings.ts';
import { remindersQuery, remindersSchema, setRemindersSchema } from '../../contract/reminders.ts';
import { readingPermissions } from '#contract/staff.ts';
import { createDeskRouter, get, jsonBody, ok, permissions, post } from '#api/routes/router.ts';

/** When a customer is reminded of invoices. */
export function deskReminderRoutes(settings: ReminderSettings) {
  return createDeskRouter()
    .openapi(
      get('/reminders', 'When a customer is reminded of invoices, or of one invoice, and who was', {
        ...permissions(...readingPermissions),
        request: { query: remindersQuery },
        responses: ok(remindersSchema),
      }),
      async (c) => c.json(await readReminders(c.get('database'), c.get('caller'), settings, c.req.valid('query')), 200),
    )
    .openapi(
      post('/reminders/set', 'Set when a customer is reminded of invoices, or of one invoice', {
        ...permissions('accounts', 'records'),
        request: jsonBody(setRemindersSchema),
        responses: ok(remindersSchema),
      }),
      async (c) => c.json(await setReminders(c.get('database'), c.get('caller'), settings, c.req.valid('json')), 200),
    );
}
