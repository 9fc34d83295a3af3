import { recordStaffEvent } from '#api/db/audit-log.ts';
import { columns, flag, integer, json, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState } from '#api/lib/errors.ts';
import { type Reminders, type RemindersQuery, reminderStates, type SetReminders } from '../contract/reminders.ts';
import { readingPermissions } from '#contract/staff.ts';
import { z } from 'zod';

export interface ReminderSettings {
  hasReminders: boolean;
  /** Days from the due date. */
  reminderDays: number[];
}

const maxShown = 100;
const days = z.array(z.number());
const setting = columns({ invoiceId: nullable(text('invoice_id')), days: json('to_jsonb(days)', days) });
const reminder = columns({
  id: text('id'),
  invoiceId: text('invoice_id'),
  number: nullable(text('number')),
  email: nullable(text('email')),
  stage: integer('stage'),
  dueDate: text('due_date'),
  at: text('at'),
  state: oneOf('state', reminderStates),
});
const nextReminder = columns({
  isDisputed: flag('is_disputed'),
  nextOn: nullable(text('next_on')),
  stage: nullable(integer('stage')),
});

/** For the desk: how reminders are set, and who got which, newest first. */
export async function readReminders(
  database: Database,
  caller: Caller,
  { hasReminders, reminderDays }: ReminderSettings,
  { customerId, invoiceId = null }: Omit<RemindersQuery, 'invoiceId'> & { invoiceId?: string | null | undefined },
): Promise<Reminders> {
  const [settings, sent, invoices] = await runAsStaff(
    database,
    caller,
    { needs: readingPermissions, customerId },
    {
      name: 'desk-reminder-settings',
      text: `SELECT ${setting.sql} FROM reminder_settings WHERE customer_id = $1 AND (invoice_id IS NULL OR invoice_id = $2)`,
      values: [customerId, invoiceId],
    },
    {
      name: 'desk-reminders',
      text: `SELECT ${reminder.sql} FROM list_reminders($1, $2, $3)`,
      values: [customerId, invoiceId, maxShown],
    },
    {
      name: 'desk-next-reminder',
      text: `SELECT ${nextReminder.sql} FROM read_next_reminder($1, $2, $3, (now() AT TIME ZONE 'Europe/Paris')::date)`,
      values: [invoiceId, customerId, reminderDays],
    },
  );
  const known = setting.all(settings);
  const found = nextReminder.first(invoices);
  const next = found?.nextOn && found.stage !== null ? { on: found.nextOn, stage: found.stage } : null;
  return {
    isOn: hasReminders,
    defaultDays: reminderDays,
    customerDays: known.find((one) => one.invoiceId === null)?.days ?? null,
    invoiceDays: known.find((one) => one.invoiceId !== null)?.days ?? null,
    invoice: found === undefined ? null : { isDisputed: found.isDisputed, next: hasReminders ? next : null },
    sent: reminder.all(sent),
  };
}

export async function setReminders(
  database: Database,
  caller: Caller,
  settings: ReminderSettings,
  { customerId, invoiceId, days: chosen }: SetReminders,
): Promise<Reminders> {
  await inStaffTransaction(database, caller, { needs: ['accounts', 'records'], customerId }, async (client) => {
    const sorted = chosen?.toSorted((one, other) => one - other) ?? null;
    await client
      .query('SELECT set_reminders($1, $2, $3)', [customerId, invoiceId ?? null, sorted])
      .catch(fromSqlState({ PT404: 'There is no such customer or invoice.' }));
    const details = { days: sorted === null ? 'default' : sorted.length === 0 ? 'off' : sorted.join(' ') };
    const entity = invoiceId === undefined ? undefined : `invoices:${invoiceId}`;
    await recordStaffEvent(
      client,
      { event: 'reminders.changed', customer: customerId, entity, details },
      traceOf(caller),
    );
  });
  return readReminders(database, caller, settings, { customerId, invoiceId });
}
