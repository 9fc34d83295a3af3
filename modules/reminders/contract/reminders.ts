import { z } from 'zod';
import { day, moment } from '#contract/fields.ts';

// When customers are reminded of invoices, and who was. Days are counted from the due date; an empty list means never.

export const maxReminderDays = 6;
const days = z
  .array(z.number().int().min(-60).max(365))
  .max(maxReminderDays)
  .refine((list) => new Set(list).size === list.length, 'Please name each day once.')
  .meta({ description: 'Negative before the due date, 0 on it; empty: no reminders' });

/** The mail server has accepted it, has not yet, or never will. */
export const reminderStates = ['sent', 'waiting', 'failed'] as const;

export const remindersQuery = z.strictObject({ customerId: z.uuid(), invoiceId: z.uuid().optional() });
export type RemindersQuery = z.infer<typeof remindersQuery>;
export const setRemindersSchema = remindersQuery.extend({
  days: days.nullable().meta({ description: 'Null: as for all customers, or as for all invoices of the customer' }),
});
export type SetReminders = z.infer<typeof setRemindersSchema>;

export const remindersSchema = z.object({
  isOn: z.boolean().meta({ description: 'INVOICE_REMINDERS' }),
  defaultDays: days,
  customerDays: days.nullable(),
  invoiceDays: days.nullable(),
  invoice: z
    .object({
      isDisputed: z.boolean().meta({ description: 'By its status. Nobody is reminded of it' }),
      next: z.object({ on: day, stage: z.number().int() }).nullable(),
    })
    .nullable()
    .meta({ description: 'Of the invoice that was asked for' }),
  sent: z.array(
    z.object({
      id: z.uuid(),
      invoiceId: z.uuid(),
      number: z.string().nullable(),
      email: z.string().nullable(),
      stage: z.number().int(),
      dueDate: day,
      at: moment.meta({ description: 'When it was sent, or else enqueued' }),
      state: z.enum(reminderStates),
    }),
  ),
});
export type Reminders = z.infer<typeof remindersSchema>;
