import type { Capability } from '#api/capability.ts';
import { id, ofCustomer, ofUsers, type PersonalData } from '#api/lib/personal-data.ts';
import { prepareReminders, reminderHandlers } from './send-reminders.ts';

const sentReminders = (where: string): PersonalData => ({
  name: 'invoice_reminders',
  about: 'Reminders of invoices',
  table: 'invoice_reminders',
  where,
  order: 'stored.created_at, stored.id',
  columns: {
    id,
    invoice_id: 'which invoice (see invoices)',
    user_id: 'who was reminded (see users)',
    due_date: 'the due date at that time',
    stage: 'how many days after the due date; before it, if negative',
    created_at: 'when it was enqueued',
    sent_at: 'when it was sent',
  },
});

export const reminders: Capability = {
  name: 'reminders',
  tables: {
    reminder_settings: {
      goesWith: 'its customer or its invoice',
      personal: 'on which days we remind of invoices, without personal data',
    },
    invoice_reminders: {
      goesWith: 'its invoice, without its user once they are erased',
      personal: { ofCustomer: sentReminders(ofCustomer), ofUser: sentReminders(ofUsers) },
    },
  },
  work: ({ settings, database, log }) => ({
    jobs: reminderHandlers(settings, log),
    mails: prepareReminders({ database, siteUrl: settings.siteUrl, currency: settings.currency }),
  }),
};
