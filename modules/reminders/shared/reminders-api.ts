import { clientAt } from '#app/lib/api-client.ts';
import type { deskReminderRoutes } from '../server/routes/reminders.ts';

export const remindersApi = {
  desk: clientAt<typeof deskReminderRoutes>('/desk'),
};
