import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { NotificationPreference, NotificationPreferences } from '#contract/notification-preferences.ts';
import {
  customerEvents,
  defaultDelivery,
  deliveries,
  type NotificationEvent,
  staffEvents,
} from '#contract/notifications.ts';
import { columns, oneOf, text } from '#api/db/columns.ts';

// A user's own, whichever customer is active: row-level security shows and accepts no others.

const preference = columns({ event: text('event'), delivery: oneOf('delivery', deliveries) });
const readStatement: Statement = {
  name: 'notification-preferences',
  text: `SELECT ${preference.sql} FROM notification_preferences WHERE user_id = coalesce(app_staff_id(), app_user_id())`,
};

/** With an audit event, if it changes anything. A user without a customer has no such events. */
const saveStatement = (
  { event, delivery }: NotificationPreference,
  { trace }: Caller,
  actor: 'user' | 'staff',
): Statement => ({
  name: `save-notification-preference-of-${actor}`,
  text: `WITH saved AS (
      INSERT INTO notification_preferences AS known (user_id, event, delivery) VALUES (coalesce(app_staff_id(), app_user_id()), $1, $2)
      ON CONFLICT (user_id, event) DO UPDATE SET delivery = EXCLUDED.delivery, updated_at = now()
        WHERE known.delivery <> EXCLUDED.delivery RETURNING known.event, known.delivery)
    INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
      SELECT ${actor === 'staff' ? `'staff', 'notifications.changed', app_staff_id(), NULL` : `'user', 'notifications.changed', app_user_id(), app_customer_id()`},
        $3, $4, jsonb_build_object('event', saved.event, 'delivery', saved.delivery)
      FROM saved ${actor === 'staff' ? '' : 'WHERE app_customer_id() IS NOT NULL'}`,
  values: [event, delivery, trace?.requestId ?? null, trace?.network ?? null],
});

function toPreferences(rows: Row[] | undefined, events: readonly NotificationEvent[]): NotificationPreferences {
  const chosen = new Map(preference.all(rows).map(({ event, delivery }) => [event, delivery]));
  return { preferences: events.map((event) => ({ event, delivery: chosen.get(event) ?? defaultDelivery })) };
}

export async function getPreferences(database: Database, caller: Caller): Promise<NotificationPreferences> {
  const [rows] = await runAsSession(database, caller, 'read', readStatement);
  return toPreferences(rows, customerEvents);
}

export async function setPreference(
  database: Database,
  caller: Caller,
  changed: NotificationPreference,
): Promise<NotificationPreferences> {
  const [, rows] = await runAsSession(database, caller, 'write', saveStatement(changed, caller, 'user'), readStatement);
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
  changed: NotificationPreference,
): Promise<NotificationPreferences> {
  const [, rows] = await runAsStaff(
    database,
    caller,
    { needs },
    saveStatement(changed, caller, 'staff'),
    readStatement,
  );
  return toPreferences(rows, staffEvents);
}
