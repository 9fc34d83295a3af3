import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { NotificationPreference, NotificationPreferences } from '#contract/notification-preferences.ts';
import {
  customerEvents,
  type Delivery,
  defaultDelivery,
  type NotificationEvent,
  staffEvents,
} from '#contract/notifications.ts';

// A user's own, whichever customer is active: row-level security shows and accepts no others.

const readStatement: Statement = {
  name: 'notification-preferences',
  text: 'SELECT event, delivery FROM notification_preferences WHERE user_id = coalesce(app_staff_id(), app_user_id())',
};

const saveStatement = ({ event, delivery }: NotificationPreference): Statement => ({
  name: 'save-notification-preference',
  text: `INSERT INTO notification_preferences (user_id, event, delivery) VALUES (coalesce(app_staff_id(), app_user_id()), $1, $2)
    ON CONFLICT (user_id, event) DO UPDATE SET delivery = EXCLUDED.delivery, updated_at = now()`,
  values: [event, delivery],
});

function toPreferences(rows: Row[] = [], events: readonly NotificationEvent[]): NotificationPreferences {
  const chosen = new Map(rows.map(([event, delivery]) => [event as string, delivery as Delivery]));
  return { preferences: events.map((event) => ({ event, delivery: chosen.get(event) ?? defaultDelivery })) };
}

export async function getPreferences(database: Database, caller: Caller): Promise<NotificationPreferences> {
  const [rows] = await runAsSession(database, caller, 'read', readStatement);
  return toPreferences(rows, customerEvents);
}

export async function setPreference(
  database: Database,
  caller: Caller,
  preference: NotificationPreference,
): Promise<NotificationPreferences> {
  const [, rows] = await runAsSession(database, caller, 'write', saveStatement(preference), readStatement);
  return toPreferences(rows, customerEvents);
}

const needs = ['support'] as const;

export async function getStaffPreferences(database: Database, caller: Caller): Promise<NotificationPreferences> {
  const [rows] = await runAsStaff(database, caller, { needs }, readStatement);
  return toPreferences(rows, staffEvents);
}

export async function setStaffPreference(
  database: Database,
  caller: Caller,
  preference: NotificationPreference,
): Promise<NotificationPreferences> {
  const [, rows] = await runAsStaff(database, caller, { needs }, saveStatement(preference), readStatement);
  return toPreferences(rows, staffEvents);
}
