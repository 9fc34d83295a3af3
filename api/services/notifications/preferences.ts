import type { Row, Statement } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession } from '#api/db/tenant.ts';
import type { NotificationPreference, NotificationPreferences } from '#contract/notification-preferences.ts';
import { customerEvents, defaultDelivery, deliveries, staffEvents } from '#contract/notifications.ts';
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

/** Users of customers, and staff, each with their own events. */
const sides = {
  portal: {
    actor: 'user',
    events: customerEvents,
    run: (database: Database, caller: Caller, mode: 'read' | 'write', ...statements: Statement[]) =>
      runAsSession(database, caller, mode, ...statements),
  },
  desk: {
    actor: 'staff',
    events: staffEvents,
    run: (database: Database, caller: Caller, _mode: 'read' | 'write', ...statements: Statement[]) =>
      runAsStaff(database, caller, { needs: ['support'] }, ...statements),
  },
} as const;
type Side = keyof typeof sides;

function toPreferences(rows: Row[] | undefined, side: Side): NotificationPreferences {
  const chosen = new Map(preference.all(rows).map(({ event, delivery }) => [event, delivery]));
  return {
    preferences: sides[side].events.map((event) => ({ event, delivery: chosen.get(event) ?? defaultDelivery })),
  };
}

export async function getPreferences(database: Database, caller: Caller, side: Side): Promise<NotificationPreferences> {
  const [rows] = await sides[side].run(database, caller, 'read', readStatement);
  return toPreferences(rows, side);
}

export async function setPreference(database: Database, caller: Caller, side: Side, changed: NotificationPreference) {
  const { actor, run } = sides[side];
  const [, rows] = await run(database, caller, 'write', saveStatement(changed, caller, actor), readStatement);
  return toPreferences(rows, side);
}
